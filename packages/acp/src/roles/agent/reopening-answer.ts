import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { REPLAY_MARK, replayMarkKey } from '../../jsonrpc/replay-mark.ts';
import { promptIdsIn, promptsKey } from '../prompt-ids.ts';
import type { SessionSetup } from './definition.ts';
import type { AgentSession } from './session.ts';
import type { SessionClient } from './session-clients.ts';
import type { SetupRequest } from './session-request.ts';

/** Tells a client that asks for it that nothing of an earlier time follows. */
export function markReplay({ _meta }: SetupRequest, { id }: RequestContext, { link }: SessionClient): void {
  if (_meta?.[replayMarkKey] === true) void link.notify(REPLAY_MARK, { requestId: id });
}

/** Returns the setup of a session that is set up already. */
export function optionsOf({ options }: AgentSession): SessionSetup {
  return options.length === 0 ? {} : { configOptions: options };
}

/** Adds what is known of the prompts that the client asks about. */
export function withKnownPrompts(setup: SessionSetup, { _meta }: SetupRequest, session: AgentSession): SessionSetup {
  const ids = promptIdsIn(_meta);
  if (ids === undefined || !session.isDurable) return setup;
  return { ...setup, _meta: { ...setup._meta, [promptsKey]: session.turns.known(ids) } };
}
