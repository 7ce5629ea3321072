import type { Dialect } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { type Answer, type PeerLine, resultOf } from '../peer-line.ts';
import { fail, Judgement, type SeenFrame, skip } from '../verdict.ts';
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

/** What a prompt says: a text, or blocks of content. */
export type Prompt = string | readonly JsonObject[];

/** A turn that has begun. */
export interface StartedTurn {
  /** The id of the prompt's request. */
  readonly id: number;
  /** How many frames there were before it. */
  readonly from: number;
  readonly answer: Promise<Answer>;
  /** Resolves when the turn has ended. */
  readonly turn: Promise<SeenTurn>;
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
  startTurn(sessionId: string, prompt: Prompt): StartedTurn {
    const from = this.line.frames.length;
    const blocks = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
    const asked = this.line.ask('session/prompt', { sessionId, prompt: blocks });
    const turn = this.#turn(sessionId, from, asked.sent, asked.answer);
    // A wait that a check has given up must not end the program.
    turn.catch(() => {});
    return { id: asked.id, from, answer: asked.answer, turn };
  }

  /** Sends a prompt and waits for the end of its turn. */
  turn(sessionId: string, prompt: Prompt): Promise<SeenTurn> {
    return this.startTurn(sessionId, prompt).turn;
  }

  /** Waits until a turn shows itself by an update. */
  async sign(sessionId: string, from: number): Promise<void> {
    if (this.updatesOf(sessionId, from).some(isWork)) return;
    await this.line.next(
      (frame) => updateOf(frame)?.sessionId === sessionId && isWork(frame),
      'an update of the turn that has begun',
    );
  }

  /** Waits until the agent has worked off everything that it has got. */
  async settled(): Promise<void> {
    try {
      await this.line.fence();
    } catch (error) {
      if (!(error instanceof Judgement) || this.line.isOver) throw error;
      skip('needs errors.unknown-method, which fails: a request that the agent does not know is not answered');
    }
  }

  /** Sends what must neither end nor block the agent, and waits until the agent has shown that it goes on. */
  async survives(send: () => void): Promise<void> {
    await this.settled();
    send();
    await this.line.fence();
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
    const ending = this.words.endsByState ? this.#idleAfterWork(sessionId, from, answering) : undefined;
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

  /** Waits for the state update that ends the work of a session: after work was told, or after the prompt was answered. */
  #idleAfterWork(sessionId: string, from: number, answering: Promise<Answer>): Promise<SeenFrame> {
    let hasBegun = this.updatesOf(sessionId, from).some((frame) => isState(frame) && !isIdle(frame));
    answering.then(
      () => {
        hasBegun = true;
      },
      () => {},
    );
    return this.line.next((frame) => {
      if (updateOf(frame)?.sessionId !== sessionId || !isState(frame)) return false;
      if (isIdle(frame) && hasBegun) return true;
      hasBegun ||= !isIdle(frame);
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

/** Returns whether an update shows that the agent works: not what a session says of itself, nor an echo of the prompt. */
function isWork(frame: SeenFrame): boolean {
  return (
    /^(agent_|tool_call|plan|state_update)/.test(String(updateOf(frame)?.update['sessionUpdate'])) && !isIdle(frame)
  );
}

/** Returns whether an update tells the state of a session. */
export function isState(frame: SeenFrame): boolean {
  return updateOf(frame)?.update['sessionUpdate'] === 'state_update';
}

/** Returns whether an update tells that nothing runs in a session. */
export function isIdle(frame: SeenFrame): boolean {
  return updateOf(frame)?.update['state'] === 'idle';
}
