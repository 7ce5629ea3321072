import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
import type {
  SessionConfigOption,
  SetSessionConfigOptionResponse,
} from '../../protocol/june/generated/config-option.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { withoutSwitches } from './config-switch.ts';
import { offeredSetting } from './offered-options.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** Sets an option of a session for the client of a link: asks the agent, stores all options, and tells the other clients. */
export async function setOption(
  session: AgentSession,
  request: SetSessionConfigOptionRequest,
  { link, context }: { readonly link: SessionLink; readonly context: RequestContext },
): Promise<SetSessionConfigOptionResponse> {
  const setting = offeredSetting(request, session.options);
  const set = await link.definition.setConfigOption?.(setting, session, context);
  const answer = Array.isArray(set) ? { configOptions: set } : { ...set };
  const configOptions = answer.configOptions as readonly SessionConfigOption[] | undefined;
  checkAnswer(link.check, 'session/set_config_option', withoutSwitches(answer));
  // Plain JavaScript may return nothing, which must not remove all options.
  if (!Array.isArray(configOptions)) throw new TypeError('setConfigOption must return the complete list of options.');
  session.record({ type: 'configured', configOptions });
  await session.saved();
  session.clients.sendToOthers(link, { sessionUpdate: 'config_option_update', configOptions });
  return { ...answer, configOptions: session.shownOptions(configOptions, link) };
}
