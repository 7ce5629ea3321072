import type { RequestId } from '../../jsonrpc/message.ts';
import { notificationText } from '../../jsonrpc/message-text.ts';
import { notOpenReason, partlyRun, RpcError, refusedCode, turnLostReason } from '../../jsonrpc/rpc-error.ts';

/** Returns an id as a key of a map: a number and the text of it are two ids. */
export function keyOf(id: unknown): string {
  return JSON.stringify(id ?? null);
}

/** Returns what a frame says, or undefined if it is no JSON. */
export function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** Returns a member of a value that may be anything. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns the frame of a message with another id. */
export function withId(frame: string, before: RequestId, after: RequestId): string {
  return keyOf(before) === keyOf(after) ? frame : JSON.stringify({ ...(parsed(frame) as object), id: after });
}

/** Returns whether a value has a member that is not null. */
function isKnown(value: unknown, name: string): boolean {
  const member = memberOf(value, name);
  return member !== undefined && member !== null;
}

/** What an agent says of a session that its node has lost: it may be open elsewhere, or can be opened again. */
const lostFailures: ReadonlySet<unknown> = new Set(['not_owner', 'unavailable']);

/** Returns whether an error says that the node has lost the session, or has passed the request on to one that has. */
export function isLoss(error: unknown): boolean {
  const data = memberOf(error, 'data');
  return lostFailures.has(memberOf(data, 'failure')) || memberOf(data, 'reason') === 'owner_lost';
}

/** Returns whether the error of a request says that its session is not open at the node. A close is told that there is none. */
export function isNotOpen({ method }: { readonly method: string }, error: unknown): boolean {
  const code = memberOf(error, 'code');
  if (method === 'session/close') return code === notFound;
  return code === invalidRequest && memberOf(memberOf(error, 'data'), 'reason') === notOpenReason;
}

const lostWords = 'This machine has lost its sessions, and looks for them.';
/** The error of requests for a session that this node has lost. */
export const lostIts = new RpcError(refusedCode, `${lostWords} Try again in a moment.`, { reason: 'owner_lost' });
/** The error of a turn that ran when its node lost the session. */
export const lostItsTurn = new RpcError(refusedCode, `${lostWords} ${partlyRun}`, { reason: turnLostReason });

/** Returns the error of requests for a session that is looked for because of an error of its node. */
export function lostBy(error: unknown): RpcError {
  // What the error says of a turn is not meant for other requests.
  const isOfTurn = memberOf(memberOf(error, 'data'), 'reason') === turnLostReason;
  return isOfTurn ? lostIts : new RpcError(refusedCode, String(memberOf(error, 'message')), { reason: 'owner_lost' });
}

/** Returns what a session is opened with, of the params that have opened it. */
export function rootsIn(params: unknown): object {
  const { sessionId: _, _meta: __, replayFrom: ___, ...roots } = params as Record<string, unknown>;
  return roots;
}

/** Returns the message by which a November client learns that its turn has ended with an error. */
export function stoppedBy({ code, message, data }: RpcError, sessionId: string): string {
  const error = { code, message, data };
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error };
  return notificationText('session/update', { sessionId, update });
}

/** The notification by which clients learn what becomes of the prompts of others. */
export const turnNews = '_emend/turn';

/** Returns the message by which a client learns that a turn has ended with the node that ran it. */
export function endedTurn(turn: object, sessionId: string): string {
  return notificationText(turnNews, { sessionId, turn: { ...turn, state: 'ended', stopReason: 'error' } });
}

/** A client of v1 would show what is repeated a second time. The drafts name what they repeat, so that nothing is doubled. */
export function reopeningOf(greeting: unknown): { readonly method: string; readonly params: object } {
  const version = memberOf(greeting, 'protocolVersion');
  const isDraft = typeof version === 'number' && version >= 2;
  // Some say 2 in the words of v1.
  const isV1 = !isDraft || (isKnown(greeting, 'clientCapabilities') && !isKnown(greeting, 'capabilities'));
  return { method: isV1 ? 'session/resume' : 'session/load', params: {} };
}

/** Returns whether the answer to `initialize` is one of November, which names the agent in another place than June. */
export function isNovember(answer: unknown): boolean {
  return memberOf(answer, 'protocolVersion') === 2 && isKnown(answer, 'info');
}

/** In November, loading is resuming from the start. */
export const resumeFromStart = { method: 'session/resume', params: { replayFrom: { type: 'start' } } };
const invalidRequest = -32600;
/** The error of an agent that does not know a method. */
export const methodNotFound = -32601;
/** The error of an agent for a session that there is not. */
export const notFound = -32002;
