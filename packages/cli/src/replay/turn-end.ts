import { isObject } from '@emend/acp/protocol';
import type { RecordedMessage } from './script.ts';

/** Returns whether a message is the response to a request. */
export function isAnswerTo(id: unknown, message: RecordedMessage): boolean {
  return message.method === undefined && message.id === id;
}

/** Returns whether the response to a prompt only accepts it, as in the November draft; a state update then ends the turn. */
export function isAcceptance({ result }: RecordedMessage): boolean {
  return isObject(result) && !('stopReason' in result);
}

/** Returns whether a message reports that a session is idle. */
export function endsTurn(message: RecordedMessage, sessionId: unknown): boolean {
  const { sessionUpdate, state } = updateOf(message);
  return sessionUpdate === 'state_update' && state === 'idle' && sessionOf(message['params']) === sessionId;
}

/** Returns whether a message is an update with a message of the user. */
export function isUserMessage(message: RecordedMessage): boolean {
  const { sessionUpdate } = updateOf(message);
  return sessionUpdate === 'user_message' || sessionUpdate === 'user_message_chunk';
}

/** Returns the state update that ends a cancelled turn, made from the recorded one if there is one. */
export function cancelledTurn(sessionId: unknown, recorded?: RecordedMessage): object {
  const { error: _, ...update } = recorded === undefined ? {} : updateOf(recorded);
  return idle(sessionId, { ...update, stopReason: 'cancelled' });
}

/** Returns the state update that ends a turn with an error. */
export function failedTurn(sessionId: unknown, error: object): object {
  return idle(sessionId, { stopReason: 'error', error });
}

/** Returns the session that params name. */
export function sessionOf(params: unknown): unknown {
  return isObject(params) ? params['sessionId'] : undefined;
}

function idle(sessionId: unknown, update: object): object {
  const params = { sessionId, update: { sessionUpdate: 'state_update', state: 'idle', ...update } };
  return { jsonrpc: '2.0', method: 'session/update', params };
}

function updateOf({ method, params }: RecordedMessage): Readonly<Record<string, unknown>> {
  if (method !== 'session/update' || !isObject(params) || !isObject(params['update'])) return {};
  return params['update'];
}
