import type { NotificationMessage, RequestMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked, Call } from '../../pairing.ts';
import { isFailure, readLeniently, sessionOf } from '../../reading.ts';
import * as november from '../november.ts';
import { carryOutcome } from '../outcome.ts';
import { toJune, toNovember } from '../rules.ts';
import type { Memory } from './memory.ts';
import { crossPermissionRequest } from './permission.ts';

const cancelledOutcome = { result: { outcome: { outcome: 'cancelled' } } };

/** Remembers a question that the client is asked; returns a function to call when it has an answer. */
function opened(
  memory: Memory,
  call: Call,
  sessionId: string | undefined,
  withdraw: (out: Outbox) => void,
): () => boolean {
  let isOpen = true;
  const turns = sessionId === undefined ? undefined : memory.session(sessionId).turns;
  const close = () => {
    const wasOpen = isOpen;
    isOpen = false;
    if (!wasOpen) return false;
    turns?.answered();
    memory.questions.delete(call.id);
    return true;
  };
  turns?.asked();
  memory.questions.set(call.id, {
    sessionId,
    withdraw(out) {
      if (close()) withdraw(out);
    },
  });
  return close;
}

/** Translates a permission request of the agent. */
export function askPermission(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked {
  const note = noting(toJune, sessionOf(request.params), out);
  const read = readLeniently(november.methods['session/request_permission'].params, request.params, note);
  if (!read.ok) return read;
  const { sessionId } = read.value;
  const { params, settled } = crossPermissionRequest(memory.crossing(sessionId, out), read.value);
  const close = opened(memory, call, sessionId, (later) => {
    const crossing = memory.crossing(sessionId, later);
    // The agent expects no answer other than this one; what the client answers later is dropped.
    call.answer(cancelledOutcome, later);
    settled?.(crossing, cancelledOutcome.result);
    if (crossing.session.turns.hasCancelled()) return;
    const done = 'the client may still show it';
    crossing.note({ kind: 'loss', rule: 'permission-withdrawn', path: 'requestId', lost: call.id, done });
  });
  return {
    method: request.method,
    params,
    settle(response, later) {
      if (!close()) return undefined;
      const answer = carryOutcome(response, noting(toNovember, sessionId, later));
      settled?.(memory.crossing(sessionId, later), isFailure(answer) ? undefined : answer.result);
      return answer;
    },
  };
}

/** Translates a request for input of the person, which June does not have: only a client that offers it is asked. */
export function askElicitation(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked {
  const { method, params } = request;
  const sessionId = sessionOf(params);
  const mode = isObject(params) ? params['mode'] : undefined;
  if (typeof mode !== 'string' || !memory.offers.elicitation.has(mode)) {
    const note = noting(toJune, sessionId, out);
    note({ kind: 'loss', rule: 'elicitation', path: 'method', lost: params, done: 'refused with -32601' });
    return { error: { code: -32601, message: `Method not found: ${method}` } };
  }
  const close = opened(memory, call, sessionId, (later) => call.answer({ result: { action: 'cancel' } }, later));
  return { method, params, settle: (response) => (close() ? response : undefined) };
}

/** Takes the withdrawal of a request of the agent: the client is told, and whatever it answers later is dropped. */
export function withdraw(memory: Memory, message: NotificationMessage, out: Outbox): void {
  out.toClient.push(message);
  // In a recording, the client answers it itself.
  if (memory.isRecording) return;
  const { requestId } = isObject(message.params) ? message.params : {};
  memory.questions.get(requestId as string | number)?.withdraw(out);
}

/** Takes the end of a request for input outside of the client. */
export function completeElicitation(memory: Memory, message: NotificationMessage, out: Outbox): void {
  if (memory.offers.elicitation.size > 0) out.toClient.push(message);
  else {
    const note = noting(toJune, undefined, out);
    note({ kind: 'loss', rule: 'elicitation', path: 'method', lost: message.params, done: 'not sent' });
  }
}
