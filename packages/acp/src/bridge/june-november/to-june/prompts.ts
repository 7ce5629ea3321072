import type { ResponseMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { noting, type Outbox } from '../../outbox.ts';
import type { Call, Passed, Refused } from '../../pairing.ts';
import { isFailure } from '../../reading.ts';
import type * as june from '../june.ts';
import { toJune, toNovember } from '../rules.ts';
import { contentBlocksToNovember } from '../to-november/content.ts';
import type { Crossing } from './crossing.ts';
import type { Memory } from './memory.ts';
import { sendAllContent } from './tool-content.ts';
import { answerFromIdle } from './turn-answer.ts';
import type { EndedTurn, ToldState, UntoldState } from './turns.ts';

type Params = june.AgentRequests['session/prompt']['params'];

const cancelled = { result: { stopReason: 'cancelled' } };

/** Returns how a prompt goes to the agent. Its answer waits until the work that it starts has ended. */
export function askPrompt(memory: Memory, params: Params, call: Call, out: Outbox): Passed | Refused {
  const { sessionId } = params;
  // An empty prompt says nothing, and November has none.
  if (params.prompt.length === 0) return { error: { code: -32602, message: 'Invalid params: the prompt is empty' } };
  const prompt = contentBlocksToNovember(params.prompt, 'prompt', noting(toNovember, sessionId, out));
  memory.session(sessionId).turns.prompted(call);
  return {
    method: 'session/prompt',
    params: (prompt as unknown) === params.prompt ? params : { ...params, prompt },
    settle: (response, later) => settlePrompt(memory, sessionId, call, response, later),
  };
}

function settlePrompt(
  memory: Memory,
  sessionId: string,
  call: Call,
  response: ResponseMessage,
  out: Outbox,
): ResponseMessage | undefined {
  const { turns } = memory.session(sessionId);
  const { id, result } = response;
  if (isFailure(response)) {
    const isCancelled = turns.refused(call) && isObject(response.error) && response.error['code'] === -32800;
    return isCancelled ? { jsonrpc: '2.0', id, ...cancelled } : response;
  }
  const { messageId, stopReason } = isObject(result) ? result : {};
  const note = noting(toJune, sessionId, out);
  if (typeof stopReason === 'string' && messageId === undefined) {
    // The agent answers as June does; it will not report the end a second time.
    turns.refused(call);
    note({ kind: 'repair', rule: 'malformed', path: 'result', lost: result, done: 'passed on as the end of the turn' });
    return response;
  }
  const isId = typeof messageId === 'string';
  if (!isId && messageId !== undefined) {
    note({ kind: 'repair', rule: 'malformed', path: 'result.messageId', lost: messageId, done: 'read as absent' });
  }
  const ended = turns.inserted(call, isId ? messageId : undefined);
  if (ended !== undefined) endTurn(ended, memory.crossing(sessionId, out), out);
  return undefined;
}

/** Answers a prompt whose turn is over. */
export function endTurn({ prompt, idle }: EndedTurn<Call>, crossing: Crossing, out: Outbox): void {
  sendAllContent(crossing);
  prompt.answer(answerFromIdle(idle, crossing.note), out);
}

/** Takes a state update: it answers the prompts whose turns it ends, and is not sent. */
export function takeState(crossing: Crossing, update: ToldState, out: Outbox): void {
  const { ended, untold } = crossing.session.turns.told(update);
  noteUntold(crossing, untold);
  for (const turn of ended) endTurn(turn, crossing, out);
}

/** Reports what the client is not told of the state of the agent. */
export function noteUntold({ note }: Crossing, untold: readonly UntoldState[]): void {
  for (const { rule, lost } of untold) note({ kind: 'loss', rule, path: rule, lost, done: 'not sent' });
}
