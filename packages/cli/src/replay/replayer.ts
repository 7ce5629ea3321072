import { present } from '@emend/acp/protocol';
import { noteUpdate, promptNote } from './prompt-note.ts';
import { RequestQueue } from './request-queue.ts';
import type { RecordedMessage, Step } from './script.ts';
import { cancelledTurn, endsTurn, failedTurn, isAcceptance, isAnswerTo, isUserMessage, sessionOf } from './turn-end.ts';

/** Callbacks of a replay. */
export interface ReplayStage {
  send(message: unknown): void;
  print(text: string): void;
  /** Waits for a time of the recording, in milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** The turn of the recording that is being played. */
interface PlayedTurn {
  /** The recorded id of its prompt. */
  readonly prompt: unknown;
  readonly sessionId: unknown;
  /** True once its prompt was accepted, so that a state update ends it instead of an answer. */
  isAccepted: boolean;
  /** True if it was cancelled and a state update will end it. */
  willBeIdle: boolean;
}

/** How closely the client has to follow the recording; `strict` refuses a prompt that differs from the recorded one. */
export type Following = 'loose' | 'strict';

const noAnswer = -32603;
const wrongParams = -32602;

/** Plays the agent of a recording: waits for the client's messages and sends what the agent sent. */
export class Replayer {
  readonly #steps: readonly Step[];
  readonly #stage: ReplayStage;
  /** Pending requests of the client, oldest first. */
  readonly #requests = new RequestQueue();
  /** The last step that requests each method. */
  readonly #lastOf = new Map<string, number>();
  readonly #following: Following;
  readonly #answers = new Set<unknown>();
  /** The id in this run of each recorded request. */
  readonly #ids = new Map<unknown, unknown>();
  /** The methods of unanswered requests, by the recorded id. */
  readonly #open = new Map<unknown, string>();
  readonly #skipped = new Set<unknown>();
  #at = 0;
  #clock = 0;
  #turn: PlayedTurn | undefined;
  #isCancelled = false;
  #playing: Promise<void> | undefined;
  #isAsked = false;
  #notes = 0;
  #refusedPrompts = 0;
  #onCancel: () => void = () => {};

  constructor(steps: readonly Step[], stage: ReplayStage, following: Following = 'loose') {
    this.#steps = steps;
    this.#stage = stage;
    this.#following = following;
    for (const [index, step] of steps.entries()) if (step.type === 'request') this.#lastOf.set(step.method, index);
  }

  /** Number of prompts refused because they differ from the recorded ones. */
  get refusedPrompts(): number {
    return this.#refusedPrompts;
  }

  /** Handles a message of the client. */
  take(message: RecordedMessage): void {
    const { id, method, params } = message;
    if (method === 'session/cancel') this.#cancel();
    else if (method !== undefined && id !== undefined) this.#requests.add({ id, method, params });
    else if (method === undefined && id !== undefined) this.#answers.add(id);
    void this.play();
  }

  /** Plays as far as possible; resolves when the next step needs the client. */
  play(): Promise<void> {
    this.#isAsked = true;
    this.#playing ??= this.#playOn();
    return this.#playing;
  }

  async #playOn(): Promise<void> {
    // Messages that arrive during the last step must not be missed.
    while (this.#isAsked) {
      this.#isAsked = false;
      while (await this.#step()) {}
    }
    this.#playing = undefined;
  }

  /** Plays the next step; returns false if it needs the client. */
  async #step(): Promise<boolean> {
    const step = this.#steps[this.#at];
    if (step === undefined) {
      this.#answerOpen();
      return this.#refuseNext();
    }
    if (step.type === 'request') return this.#meet(step);
    // An answer with another outcome than the recorded one cannot change what was recorded.
    if (step.type === 'answer') {
      if (!this.#answers.delete(step.id)) {
        if (!this.#isCancelled) return false;
        this.#withdraw(step.id);
      }
      return this.#advance(step);
    }
    if (step.type !== 'cancel') {
      if (!this.#isCancelled) {
        await Promise.race([this.#stage.wait(step.at - this.#clock), this.#cutShort()]);
      }
      if (step.type === 'print') this.#stage.print(step.text);
      else this.#say(step.message);
    }
    return this.#advance(step);
  }

  #advance(step: Step): boolean {
    this.#clock = step.at;
    this.#at++;
    return true;
  }

  /** Resolves when the turn is cancelled. */
  #cutShort(): Promise<void> {
    return new Promise((resolve) => {
      this.#onCancel = resolve;
    });
  }

  /** Matches the client's next request with the recording; steps that the client leaves out are skipped. */
  #meet(step: Extract<Step, { type: 'request' }>): boolean {
    const request = this.#requests.first;
    if (this.#isCancelled && request?.method !== step.method) {
      // What else was asked for during the turn must not keep it from ending.
      this.#skipped.add(step.id);
      return this.#advance(step);
    }
    if (request === undefined) return false;
    if (request.method !== step.method) {
      if ((this.#lastOf.get(request.method) ?? -1) <= this.#at) return this.#refuseNext();
      this.#skipped.add(step.id);
      return this.#advance(step);
    }
    const note = step.method === 'session/prompt' ? promptNote(step.params, request.params) : undefined;
    this.#requests.take();
    if (note !== undefined && this.#following === 'strict') {
      // The recording does not advance, so that the right prompt can still come.
      this.#refusedPrompts++;
      this.#refuse(request.id, note, wrongParams);
      return true;
    }
    this.#ids.set(step.id, request.id);
    this.#open.set(step.id, step.method);
    if (step.method === 'session/prompt') {
      this.#turn = { prompt: step.id, sessionId: sessionOf(step.params), isAccepted: false, willBeIdle: false };
      this.#isCancelled = false;
    }
    if (note !== undefined) {
      this.#stage.print(`emend: ${note}`);
      this.#stage.send(noteUpdate(note, ++this.#notes, request.params));
    }
    return this.#advance(step);
  }

  #refuseNext(): boolean {
    const request = this.#requests.take();
    if (request === undefined) return false;
    this.#refuse(request.id, `The recording has no answer to ${request.method}.`);
    return true;
  }

  #refuse(id: unknown, message: string, code = noAnswer): void {
    this.#stage.print(`emend: ${message}`);
    this.#stage.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /** Answers the requests that a recording which was cut off leaves open, and ends its turn. */
  #answerOpen(): void {
    const turn = this.#turn;
    const isCancelled = this.#isCancelled;
    for (const [recorded, method] of this.#open) {
      if (isCancelled && recorded === turn?.prompt) this.#answer({ id: recorded as string, jsonrpc: '2.0' });
      else this.#refuse(this.#ids.get(recorded), `The recording ends before the answer to ${method}.`);
    }
    this.#open.clear();
    this.#endTurn();
    if (turn?.isAccepted !== true) return;
    if (isCancelled) this.#stage.send(cancelledTurn(turn.sessionId));
    else {
      const message = 'The recording ends before the end of the turn.';
      this.#stage.print(`emend: ${message}`);
      this.#stage.send(failedTurn(turn.sessionId, { code: noAnswer, message }));
    }
  }

  #say(message: RecordedMessage): void {
    const isResponse = message.method === undefined && message.id !== undefined;
    if (isResponse) {
      if (!this.#skipped.has(message.id)) this.#answer(message);
      return;
    }
    const turn = this.#turn;
    if (turn?.isAccepted === true && endsTurn(message, turn.sessionId)) {
      this.#stage.send(this.#isCancelled ? cancelledTurn(turn.sessionId, message) : message);
      this.#endTurn();
      return;
    }
    // After a cancel the turn is silent until its end. The answer to a prompt may still name the user's message.
    if (!this.#isCancelled || (turn?.willBeIdle === true && isUserMessage(message))) this.#stage.send(message);
  }

  #answer(message: RecordedMessage): void {
    this.#open.delete(message.id);
    const turn = this.#turn?.prompt === message.id ? this.#turn : undefined;
    const { id: _, result, ...rest } = message;
    let answer = result;
    if (turn !== undefined && isAcceptance(message)) turn.isAccepted = true;
    else if (turn !== undefined) {
      if (this.#isCancelled) answer = { stopReason: 'cancelled' };
      this.#endTurn();
    }
    this.#stage.send({ ...present({ ...rest, result: answer }), id: this.#ids.get(message.id) ?? message.id });
  }

  #endTurn(): void {
    this.#turn = undefined;
    this.#isCancelled = false;
  }

  #cancel(): void {
    const turn = this.#turn;
    if (turn === undefined || this.#isCancelled) return;
    let { isAccepted } = turn;
    for (let at = this.#at; at < this.#steps.length; at++) {
      const step = this.#steps[at];
      if (step?.type === 'cancel') return;
      if (step?.type !== 'say') continue;
      if (isAccepted ? endsTurn(step.message, turn.sessionId) : isAnswerTo(turn.prompt, step.message)) {
        if (isAccepted || !isAcceptance(step.message)) break;
        isAccepted = true;
      }
    }
    turn.willBeIdle = isAccepted;
    this.#isCancelled = true;
    this.#onCancel();
  }

  /** Withdraws a question of the agent, as an agent of the November draft does when its turn is cancelled. */
  #withdraw(requestId: unknown): void {
    if (this.#turn?.willBeIdle !== true) return;
    this.#stage.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
  }
}
