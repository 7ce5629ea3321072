import type { RequestId, RequestMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Asked, Call } from '../../pairing.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import * as june from '../june.ts';
import * as november from '../november.ts';
import { carryOutcome } from '../outcome.ts';
import { toJune, toNovember } from '../rules.ts';
import type { Memory } from './memory.ts';
import { readWithDiffs } from './november-diffs.ts';
import { crossPermissionRequest } from './permission.ts';
import { act } from './prompts.ts';
import { isShut } from './session.ts';

const cancelledOutcome = { outcome: { outcome: 'cancelled' } };

/** How many questions that were taken back are remembered: a client may never answer them. */
const mostWithdrawn = 1000;

function remember(withdrawn: Set<RequestId>, id: RequestId): void {
  withdrawn.delete(id);
  withdrawn.add(id);
  const [oldest] = withdrawn;
  if (withdrawn.size > mostWithdrawn && oldest !== undefined) withdrawn.delete(oldest);
}

/**
 * Opens a question to the person: the client is told that the agent waits for one. Returns a function that closes it when the
 * client has answered, which returns `false` if the question was taken back before.
 */
function open(
  memory: Memory,
  call: Call,
  sessionId: string | undefined,
  inPlace: unknown,
  out: Outbox,
): (later: Outbox) => boolean {
  const turns = sessionId === undefined ? undefined : memory.session(sessionId).turns;
  const { turn, actions } = turns?.asked() ?? { turn: undefined, actions: [] };
  if (sessionId !== undefined) act(memory, sessionId, actions, out);
  let isOpen = true;
  memory.questions.set(call.id, {
    sessionId,
    withdraw(later) {
      isOpen = false;
      memory.questions.delete(call.id);
      remember(memory.withdrawn, call.id);
      turns?.withdrew(turn);
      call.answer({ result: inPlace }, later);
      later.toClient.push({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: call.id } });
    },
  });
  return (later) => {
    if (!isOpen) {
      memory.withdrawn.delete(call.id);
      return false;
    }
    isOpen = false;
    memory.questions.delete(call.id);
    if (turns !== undefined && sessionId !== undefined) act(memory, sessionId, turns.replied(turn), later);
    return true;
  };
}

/** Answers a question of a session that the client has closed; returns whether it is one. */
function answerShut(memory: Memory, sessionId: string, call: Call, inPlace: unknown, out: Outbox): boolean {
  const session = memory.sessions.get(sessionId);
  if (session === undefined || !isShut(session)) return false;
  const lost = 'a question of a closed session';
  const note = noting(toNovember, sessionId, out);
  note({ kind: 'loss', rule: 'close-by-cancel', path: 'method', lost, done: 'answered with cancelled' });
  call.answer({ result: inPlace }, out);
  return true;
}

/** Translates a permission request of the agent. */
export function askPermission(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked | undefined {
  const note = noting(toNovember, sessionOf(request.params), out);
  const read = readWithDiffs(june.methods['session/request_permission'].params, request.params, note);
  if (!read.ok) return read;
  const { sessionId } = read.value;
  if (answerShut(memory, sessionId, call, cancelledOutcome, out)) return undefined;
  const crossing = memory.crossing(sessionId, out);
  act(memory, sessionId, crossing.session.turns.sign(), out);
  const params = crossPermissionRequest(crossing, read.value);
  if (params === undefined) {
    call.answer({ result: cancelledOutcome }, out);
    return undefined;
  }
  const close = open(memory, call, sessionId, cancelledOutcome, out);
  return {
    method: request.method,
    params,
    settle(response, later) {
      // The agent has had its one answer when the request was taken back.
      return close(later) ? carryOutcome(response, noting(toJune, sessionId, later)) : undefined;
    },
  };
}

/** Translates a request for input of the person, if the client offers that. */
export function askElicitation(memory: Memory, request: RequestMessage, call: Call, out: Outbox): Asked | undefined {
  const { method } = request;
  const sessionId = sessionOf(request.params);
  const mode = isObject(request.params) ? request.params['mode'] : undefined;
  const note = noting(toNovember, sessionId, out);
  if (typeof mode !== 'string' || !memory.offers.elicitation.has(mode)) {
    note({ kind: 'loss', rule: 'elicitation', path: 'method', lost: request.params, done: 'refused with -32601' });
    return { error: { code: -32601, message: `Method not found: ${method}` } };
  }
  const read = readLeniently(november.methods['elicitation/create'].params, request.params, note);
  if (!read.ok) return read;
  const inPlace = { action: 'cancel' };
  if (sessionId !== undefined && answerShut(memory, sessionId, call, inPlace, out)) return undefined;
  const close = open(memory, call, sessionId, inPlace, out);
  return { method, params: read.value, settle: (response, later) => (close(later) ? response : undefined) };
}

/** Takes back every question of a session. */
export function withdrawQuestions(memory: Memory, sessionId: string, out: Outbox): void {
  // In a recording, the client answers them itself.
  if (memory.isRecording) return;
  for (const question of [...memory.questions.values()]) if (question.sessionId === sessionId) question.withdraw(out);
}
