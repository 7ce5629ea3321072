import type { Dialect } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { type Answer, type PeerLine, resultOf } from '../peer-line.ts';
import { fail, type SeenFrame } from '../verdict.ts';
import { type AgentWords, agentWords } from './agent-words.ts';

/** A turn as it was seen. */
export interface SeenTurn {
  readonly prompt: SeenFrame;
  /** The answer to the prompt. */
  readonly answer: Answer;
  /** The frame that ended the turn: the answer, or the state update. */
  readonly end: SeenFrame;
  readonly stopReason: unknown;
  /** The updates of the session from the prompt to the end of the turn. */
  readonly updates: readonly SeenFrame[];
}

/** A connection to an agent that has completed its handshake, and the words to talk to it in its dialect. */
export class AgentLine {
  readonly line: PeerLine;
  readonly dialect: Dialect;
  readonly words: AgentWords;
  /** The result with which the agent answered `initialize`. */
  readonly initialized: JsonObject;
  readonly #cwd: string;

  constructor(line: PeerLine, dialect: Dialect, initialized: JsonObject, cwd: string) {
    this.line = line;
    this.dialect = dialect;
    this.words = agentWords[dialect];
    this.initialized = initialized;
    this.#cwd = cwd;
  }

  /** Makes a session and returns its id. */
  async newSession(): Promise<string> {
    const answer = await this.line.request('session/new', { cwd: this.#cwd, mcpServers: [] });
    const { sessionId } = resultOf(answer, 'session/new');
    if (typeof sessionId !== 'string') fail('the answer to session/new names no session', answer.frame);
    return sessionId;
  }

  /** Sends a prompt; the turn resolves when it has ended. */
  startTurn(sessionId: string, text: string): { readonly id: number; readonly turn: Promise<SeenTurn> } {
    const from = this.line.frames.length;
    const asked = this.line.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    return { id: asked.id, turn: this.#turn(sessionId, from, asked.sent, asked.answer) };
  }

  /** Sends a prompt and waits for the end of its turn. */
  turn(sessionId: string, text: string): Promise<SeenTurn> {
    return this.startTurn(sessionId, text).turn;
  }

  /** Cancels what runs in a session. */
  cancel(sessionId: string): SeenFrame {
    return this.line.notify('session/cancel', { sessionId });
  }

  /** The updates of a session among the frames from a place on. */
  updatesOf(sessionId: string, from = 0): SeenFrame[] {
    return this.line.frames.slice(from).filter((frame) => updateOf(frame)?.sessionId === sessionId);
  }

  async #turn(sessionId: string, from: number, prompt: SeenFrame, answering: Promise<Answer>): Promise<SeenTurn> {
    const ending = this.words.endsByState ? this.#idleAfterWork(sessionId, from) : undefined;
    // A prompt that is refused has no end to wait for.
    ending?.catch(() => {});
    const answer = await answering;
    const isTaken = answer.error === undefined;
    const end = ending !== undefined && isTaken ? await ending : answer.frame;
    const stopReason =
      ending === undefined || !isTaken
        ? isObject(answer.result) && answer.result['stopReason']
        : updateOf(end)?.update['stopReason'];
    const updates = this.updatesOf(sessionId, from).filter((frame) => this.#isBefore(frame, end));
    return { prompt, answer, end, stopReason, updates };
  }

  /** Waits for the state update that ends the work of a session. */
  #idleAfterWork(sessionId: string, from: number): Promise<SeenFrame> {
    let wasBusy = this.updatesOf(sessionId, from).some((frame) => isState(frame) && !isIdle(frame));
    return this.line.next((frame) => {
      if (updateOf(frame)?.sessionId !== sessionId || !isState(frame)) return false;
      if (isIdle(frame) && wasBusy) return true;
      wasBusy ||= !isIdle(frame);
      return false;
    }, 'the end of the turn (an idle state)');
  }

  #isBefore(frame: SeenFrame, end: SeenFrame): boolean {
    return this.line.evidence.placeOf(frame) <= this.line.evidence.placeOf(end);
  }
}

/** Returns the session and the update of a `session/update`. */
export function updateOf({
  message,
}: SeenFrame): { readonly sessionId: unknown; readonly update: JsonObject } | undefined {
  if (!isObject(message) || message['method'] !== 'session/update' || !isObject(message['params'])) return undefined;
  const { sessionId, update } = message['params'];
  return isObject(update) ? { sessionId, update } : undefined;
}

function isState(frame: SeenFrame): boolean {
  return updateOf(frame)?.update['sessionUpdate'] === 'state_update';
}

function isIdle(frame: SeenFrame): boolean {
  return updateOf(frame)?.update['state'] === 'idle';
}
