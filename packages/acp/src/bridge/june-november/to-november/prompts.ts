import type { ResponseMessage } from '../../../jsonrpc/message.ts';
import { addDelayed, noting, type Outbox, outbox } from '../../outbox.ts';
import type { Call, ErrorBody, Refused } from '../../pairing.ts';
import { isFailure, readLeniently } from '../../reading.ts';
import * as june from '../june.ts';
import type * as november from '../november.ts';
import { toJune, toNovember } from '../rules.ts';
import { contentBlocksToJune } from '../to-june/content.ts';
import type { Memory } from './memory.ts';
import type { Prompt } from './session.ts';
import { type PromptEnd, promptCancelled, type TurnAction } from './turns.ts';
import { crossUpdate } from './updates.ts';

type Params = november.AgentRequests['session/prompt']['params'];
type Accepted = Extract<TurnAction<Prompt>, { readonly do: 'accept' }>;

/** Takes a prompt: it goes to the agent now, or when the agent has answered those before it. */
export function askPrompt(memory: Memory, params: Params, call: Call, out: Outbox): Refused | undefined {
  const { sessionId } = params;
  const { turns, closing } = memory.session(sessionId);
  if (closing.length > 0) return { error: promptCancelled };
  const content = contentBlocksToJune(params.prompt, 'prompt', noting(toJune, sessionId, out));
  const sent = (content as unknown) === params.prompt ? params : { ...params, prompt: content };
  const prompt: Prompt = { call, params, sent };
  memory.prompts.set(call.id, { sessionId, prompt });
  act(memory, sessionId, turns.prompted(prompt), out);
  return undefined;
}

/** Does what the turns of a session ask for. */
export function act(memory: Memory, sessionId: string, actions: readonly TurnAction<Prompt>[], out: Outbox): void {
  for (const action of actions) {
    switch (action.do) {
      case 'send':
        send(memory, sessionId, action.prompt, out);
        break;
      case 'refuse':
        memory.prompts.delete(action.prompt.call.id);
        action.prompt.call.answer({ error: action.error }, out);
        break;
      case 'accept':
        accept(memory, sessionId, action, out);
        break;
      case 'state':
        memory.crossing(sessionId, out).send({ sessionUpdate: 'state_update', ...action.update });
        break;
    }
  }
}

function send(memory: Memory, sessionId: string, prompt: Prompt, out: Outbox): void {
  const settle = (response: ResponseMessage, later: Outbox) => settlePrompt(memory, sessionId, prompt, response, later);
  prompt.call.pass({ method: 'session/prompt', params: prompt.sent, settle }, out);
  if (memory.graceTime <= 0 || memory.isRecording) return;
  addDelayed(out, {
    after: memory.graceTime,
    run() {
      const later = outbox();
      act(memory, sessionId, memory.session(sessionId).turns.graceOver(prompt), later);
      return later;
    },
  });
}

/** Sends what was held back of a message of the person that turns out to be empty. */
function sendHeld(memory: Memory, sessionId: string, out: Outbox): void {
  const crossing = memory.crossing(sessionId, out);
  for (const update of crossing.session.echoes.release()) crossUpdate(crossing, update);
}

function accept(memory: Memory, sessionId: string, { prompt, messageId, isMade, by }: Accepted, out: Outbox): void {
  const { session, note, send: sendUpdate } = memory.crossing(sessionId, out);
  if (isMade) {
    const echo = { sessionUpdate: 'user_message', messageId, content: prompt.params.prompt };
    sendHeld(memory, sessionId, out);
    session.values.messages.user.set(messageId, undefined);
    session.echoes.made(messageId, prompt.sent.prompt);
    note({
      kind: 'repair',
      rule: 'message-id',
      messageId,
      path: 'messageId',
      lost: 'no id',
      done: `made up ${messageId}`,
    });
    note({ kind: 'repair', rule: 'prompt-echo', messageId, lost: 'the prompt as a message', done: 'repeated' });
    sendUpdate(echo);
  }
  if (by === 'grace') {
    const done = `taken as accepted after ${memory.graceTime} ms`;
    note({ kind: 'repair', rule: 'acceptance', messageId, lost: 'when the agent takes the prompt', done });
  }
  memory.prompts.delete(prompt.call.id);
  prompt.call.answer({ result: { messageId } }, out);
}

function settlePrompt(
  memory: Memory,
  sessionId: string,
  prompt: Prompt,
  response: ResponseMessage,
  out: Outbox,
): undefined {
  const { session, note } = memory.crossing(sessionId, out);
  const end = endOf(response, sessionId, out);
  const isLate = session.turns.accepted === prompt;
  if ('error' in end && isLate) {
    note({
      kind: 'repair',
      rule: 'late-error',
      path: 'error',
      lost: end.error,
      done: 'reported as the end of the turn',
    });
  }
  sendHeld(memory, sessionId, out);
  session.echoes.turnEnded();
  act(memory, sessionId, session.turns.answered(prompt, end), out);
  finishClosing(memory, sessionId, out);
}

const malformed: ErrorBody = { code: -32603, message: 'The answer to session/prompt is malformed' };

function endOf(response: ResponseMessage, sessionId: string, out: Outbox): PromptEnd {
  if (isFailure(response)) return { error: errorOf(response.error) };
  const note = noting(toNovember, sessionId, out);
  const read = readLeniently(june.methods['session/prompt'].result, response.result, note);
  if (read.ok) return { result: read.value as { readonly stopReason: string } };
  note({ kind: 'loss', rule: 'malformed', path: 'result', lost: response.result, done: 'read as an error' });
  return { error: malformed };
}

/** Returns an error with everything that November requires of one. */
function errorOf(error: unknown): ErrorBody {
  const { code, message } = (error ?? {}) as Partial<ErrorBody>;
  if (Number.isInteger(code) && typeof message === 'string') return error as ErrorBody;
  return {
    code: -32603,
    message: typeof message === 'string' ? message : 'The agent reported a failure without details',
  };
}

/** Answers requests to close a session whose agent cannot close it, when its turn is over. */
export function finishClosing(memory: Memory, sessionId: string, out: Outbox): void {
  const session = memory.session(sessionId);
  const { closing, turns } = session;
  if (closing.length === 0 || turns.hasPrompt) return;
  act(memory, sessionId, turns.closed(), out);
  memory.close(sessionId);
  memory.session(sessionId).isClosed = true;
  for (const call of closing) call.answer({ result: {} }, out);
}
