import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { type OutgoingConfigOption, withoutSwitches } from './config-switch.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** The methods whose answers say how a session is set up. */
export type SetupMethod = 'session/new' | 'session/load' | 'session/resume';

/** Checks the answer to a setup request, records its options, and resolves to what the client is answered once they are stored. */
export async function settledSetup<Answer extends { readonly configOptions?: readonly OutgoingConfigOption[] | null }>(
  method: SetupMethod,
  session: AgentSession,
  answer: Answer,
  link: SessionLink,
): Promise<Answer> {
  checkAnswer(link.check, method, withoutSwitches(answer));
  const configOptions = answer.configOptions as readonly SessionConfigOption[] | null | undefined;
  const isNew = Array.isArray(configOptions) && configOptions !== session.options;
  if (isNew) session.record({ type: 'configured', configOptions });
  await session.saved();
  return Array.isArray(configOptions)
    ? { ...answer, configOptions: session.shownOptions(configOptions, link) }
    : answer;
}
