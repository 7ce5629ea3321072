import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { REPLAY_MARK, replayMarkKey } from '../../jsonrpc/replay-mark.ts';
import { present } from '../../protocol/reading/optional.ts';
import { isSameJson } from '../../session/structures/same-json.ts';
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

/** The key in `_meta` of the answer to a load or resume for what the client wanted the session to work with, and what it does not have. */
const notAppliedKey = 'emend/notApplied';

/** Returns what a request wants a session to work with that it does not: the session that a client joins is set up already. */
function notApplied(
  { mcpServers = [], additionalDirectories = [] }: SetupRequest,
  session: AgentSession,
): readonly string[] {
  const lacks = (own: readonly unknown[], wanted: readonly unknown[]): boolean =>
    wanted.some((one) => !own.some((other) => isSameJson(one, other)));
  return [
    ...(lacks(session.mcpServers, mcpServers) ? ['mcpServers'] : []),
    ...(lacks(session.additionalDirectories, additionalDirectories) ? ['additionalDirectories'] : []),
  ];
}

/** Adds what is known of the prompts that the client asks about, and which of its wishes the session does not fulfil. */
export function withKnownPrompts(setup: SessionSetup, request: SetupRequest, session: AgentSession): SessionSetup {
  const ids = session.isDurable ? promptIdsIn(request._meta) : undefined;
  const wishes = notApplied(request, session);
  const told = present({
    [promptsKey]: ids === undefined ? undefined : session.turns.known(ids),
    [notAppliedKey]: wishes.length === 0 ? undefined : wishes,
  });
  return Object.keys(told).length === 0 ? setup : { ...setup, _meta: { ...setup._meta, ...told } };
}
