import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { sessionNamedBy } from '../agent/other-methods.ts';
import type { AgentSession } from '../agent/session.ts';
import type { Turn } from '../agent/turn.ts';

/** What belongs to the machine that a client is on, which is not that of the sessions. */
const ofOneMachine = /^(?:fs|terminal)\//;

/** Returns params with another id for the session that they name. */
export function renamed(params: unknown, sessionId: string): unknown {
  return sessionNamedBy(params) === undefined ? params : { ...(params as object), sessionId };
}

/** Asks a client what the agent behind asks and this library does not know: the one that prompted, or the first that may prompt. */
export async function passRequest(
  { session, turn }: { readonly session: AgentSession; readonly turn: Turn | undefined },
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  if (ofOneMachine.test(method)) throw new RpcError(errorCodes.methodNotFound, `Method not found: ${method}`);
  const told = renamed(params, session.id);
  if (turn !== undefined) return turn.extension(method, told, { signal });
  const asked = session.clients.present.find(({ access }) => access.may('prompt'));
  if (asked === undefined) throw new RpcError(errorCodes.internalError, 'No client is there to answer.');
  return asked.link.request(method, told, { signal });
}

/** Tells all clients what the agent behind tells and this library does not know. */
export function passNotification(session: AgentSession, method: string, params: unknown): void {
  for (const { link } of session.clients.present) void link.notify(method, renamed(params, session.id));
}
