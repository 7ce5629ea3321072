import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';

/** Returns the answer to a request of the agent in place of a client that has gone. */
export function answerForClient({ id, method }: RequestMessage): ResponseMessage {
  const body =
    method === 'session/request_permission'
      ? { result: { outcome: { outcome: 'cancelled' } } }
      : { error: { code: -32603, message: 'The client has closed the connection.' } };
  return { jsonrpc: '2.0', id, ...body };
}

/** Returns the answer to a request of the client in place of an agent that has gone. */
export function answerForAgent({ id }: RequestMessage, message: string): ResponseMessage {
  return { jsonrpc: '2.0', id, error: { code: -32603, message } };
}

/** Returns the word for a November client that the turn of a session has ended because its agent has gone. */
export function stoppedTurn(sessionId: string, message: string): object {
  const error = { code: -32603, message };
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error };
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
}
