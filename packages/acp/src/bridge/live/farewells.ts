import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestMessage, ResponseMessage } from '../../jsonrpc/message.ts';
import type { HandshakeRefusal } from '../../protocol/handshake.ts';
import { isObject } from '../../protocol/reading/guard.ts';

/** Returns the answer to a request of the agent in place of a client that has gone. */
export function answerForClient({ id, method }: RequestMessage): ResponseMessage {
  const body =
    method === 'session/request_permission'
      ? { result: { outcome: { outcome: 'cancelled' } } }
      : { error: { code: -32603, message: 'The client has closed the connection.' } };
  return { jsonrpc: '2.0', id, ...body };
}

/** The reason in the data of an error that answers for an agent whose process has ended. */
const AGENT_ENDED = 'agent_ended';

/** Returns the error for what waits for an agent that has gone; with `cause`, also what is known of the end of its process. */
export function agentGone(message: string, cause?: unknown): HandshakeRefusal {
  const hasExited = cause instanceof ConnectionError && (cause.reason === 'exited' || cause.reason === 'not-started');
  if (!hasExited) return { code: -32603, message };
  const { stderrTail = '' } = cause;
  return { code: -32603, message, data: { reason: AGENT_ENDED, ...(stderrTail !== '' && { stderr: stderrTail }) } };
}

/** Returns whether an error says that the process of an agent has ended, behind another bridge that has tried everything. */
export function isAgentGone(error: unknown): boolean {
  return isObject(error) && isObject(error['data']) && error['data']['reason'] === AGENT_ENDED;
}

/** Returns the word for a November client that the turn of a session has ended because its agent has gone. */
export function stoppedTurn(sessionId: string, error: HandshakeRefusal): object {
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error };
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
}
