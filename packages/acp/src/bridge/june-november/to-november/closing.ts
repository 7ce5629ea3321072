import type { ResponseMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { Outbox } from '../../outbox.ts';
import type { Asked, Call } from '../../pairing.ts';
import { isFailure } from '../../reading.ts';
import type * as november from '../november.ts';
import type { Memory } from './memory.ts';
import { act, finishClosing } from './prompts.ts';
import { withdrawQuestions } from './questions.ts';

type Params = november.AgentRequests['session/close']['params'];

/** Takes a cancel of the client: of the turn that runs, of the prompts that wait and of the questions to the person. */
export function cancelSession(memory: Memory, sessionId: string, tellAgent: () => void, out: Outbox): void {
  const { turns } = memory.session(sessionId);
  if (turns.isBusy || memory.isRecording) tellAgent();
  const refused = turns.cancelled();
  withdrawQuestions(memory, sessionId, out);
  act(memory, sessionId, refused, out);
}

/** Translates a request to close a session; for an agent that cannot, its turn is cancelled and awaited. */
export function askClose(memory: Memory, params: Params, call: Call, out: Outbox): Asked | undefined {
  const { sessionId } = params;
  const isKnown = memory.sessions.has(sessionId);
  const isEmulated = memory.agent?.markers.close === false && !memory.isRecording;
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } } as const;
  cancelSession(memory, sessionId, () => isEmulated && out.toAgent.push(cancel), out);
  if (!isEmulated) {
    const settle = (response: ResponseMessage, later: Outbox) =>
      settleClose(memory, sessionId, isKnown, response, later);
    return { method: 'session/close', params, settle };
  }
  const { note, session } = memory.crossing(sessionId, out);
  note({
    kind: 'repair',
    rule: 'close-by-cancel',
    path: 'method',
    lost: 'session/close',
    done: 'its work is cancelled',
  });
  session.closing.push(call);
  finishClosing(memory, sessionId, out);
  return undefined;
}

function settleClose(
  memory: Memory,
  sessionId: string,
  isKnown: boolean,
  response: ResponseMessage,
  out: Outbox,
): ResponseMessage {
  const isGone = isFailure(response) && isObject(response.error) && response.error['code'] === -32002;
  if (isFailure(response) && isKnown && !isGone) return response;
  act(memory, sessionId, memory.session(sessionId).turns.closed(), out);
  memory.close(sessionId);
  if (!memory.isRecording) memory.session(sessionId).isClosed = true;
  // Closing what is not there succeeds in November.
  return isFailure(response) || !isObject(response.result) ? { jsonrpc: '2.0', id: response.id, result: {} } : response;
}
