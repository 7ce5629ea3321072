import { isEqual } from '../../equal.ts';
import type { ErrorBody } from '../../pairing.ts';

/** A state update for a November client, without its tag. */
export interface MadeState {
  readonly state: string;
  readonly [key: string]: unknown;
}

/** What made the adapter take a prompt as accepted: something that the agent sent, or that it sent nothing for a while. */
type Acceptance = 'sign' | 'grace';

/** Something to do for the prompts of a session, in order. */
export type TurnAction<Prompt> =
  /** Pass a prompt on to the agent. */
  | { readonly do: 'send'; readonly prompt: Prompt }
  /** Answer a prompt with an error: it never was part of the conversation. */
  | { readonly do: 'refuse'; readonly prompt: Prompt; readonly error: ErrorBody }
  /** Answer a prompt with the id of its message; the message itself is sent first, unless the agent has sent it under that id. */
  | {
      readonly do: 'accept';
      readonly prompt: Prompt;
      readonly messageId: string;
      readonly isMade: boolean;
      readonly by: Acceptance;
    }
  | { readonly do: 'state'; readonly update: MadeState };

/** How the agent has answered a prompt. */
export type PromptEnd =
  | { readonly result: { readonly stopReason: string; readonly [key: string]: unknown } }
  | { readonly error: ErrorBody };

interface Turn<Prompt> {
  readonly prompt: Prompt;
  readonly number: number;
  isAccepted: boolean;
  isCancelled: boolean;
}

/** How a session with turns is kept. */
export interface TurnsOptions {
  /** Whether a prompt is accepted at once. */
  readonly acceptsAtOnce: boolean;
  /** Whether every prompt has reached the agent already, so that none is held back. */
  readonly isRecording: boolean;
  /** Whether only the message of a prompt shows that the agent works on it. */
  readonly repeatsPrompts?: boolean;
  /** Returns an id for the message of a prompt. */
  readonly mintId: () => string;
}

/** The error for a prompt that was cancelled before it was part of the conversation. */
export const promptCancelled: ErrorBody = { code: -32800, message: 'Request cancelled' };

/**
 * Makes the turns of a June agent into what a November client expects: a prompt is accepted, then answered, and the end of
 * its turn is a state update. One prompt is with the agent at a time; the others are held back.
 *
 * An agent may also report a state of its own, for work that nobody prompted: that work is not over before the agent says so.
 */
export class Turns<Prompt> {
  readonly #options: TurnsOptions;
  #current: Turn<Prompt> | undefined;
  #held: Prompt[] = [];
  /** How many requests to open the session again are with the agent. */
  #openings = 0;
  #turns = 0;
  /** The state that the client was told last. */
  #told = 'idle';
  /** How many questions of the current turn wait for the person. */
  #questions = 0;
  /** Whether the agent has reported work that no prompt started. */
  #hasOwnWork = false;
  /** The end of a turn that is told when the agent's own work has ended, too. */
  #pendingEnd: Omit<MadeState, 'state'> = {};
  /** The work in the background as the agent has told it last; `undefined` if it never did. */
  #background: readonly unknown[] | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Returns whether a prompt is with the agent, or the agent has work of its own. */
  get isBusy(): boolean {
    return this.#current !== undefined || this.#hasOwnWork;
  }

  /** Returns whether a prompt is with the agent. */
  get hasPrompt(): boolean {
    return this.#current !== undefined;
  }

  /** Returns whether a request to open the session again is with the agent. */
  get isOpening(): boolean {
    return this.#openings > 0;
  }

  /** The prompt that the agent has, if it was accepted already. */
  get accepted(): Prompt | undefined {
    return this.#current?.isAccepted === true ? this.#current.prompt : undefined;
  }

  /** The prompt that the agent has, if it was not accepted yet. */
  get unaccepted(): Prompt | undefined {
    return this.#current?.isAccepted === false ? this.#current.prompt : undefined;
  }

  /** The prompt that the agent has and is still to repeat, if it repeats every prompt. */
  get unrepeated(): Prompt | undefined {
    return this.#options.repeatsPrompts === true ? this.unaccepted : undefined;
  }

  /** Takes a prompt of the client. */
  prompted(prompt: Prompt): TurnAction<Prompt>[] {
    const { isRecording } = this.#options;
    if (this.#current === undefined && (this.#openings === 0 || isRecording)) return this.#start(prompt);
    this.#held.push(prompt);
    return isRecording ? [{ do: 'send', prompt }] : [];
  }

  /** Takes that the client opens the session again. Prompts wait for that, since a replay cannot be told from their work. */
  opening(): void {
    this.#openings += 1;
  }

  /** Takes that the session was opened again, or could not be. */
  opened(): TurnAction<Prompt>[] {
    // The session may have been deleted meanwhile.
    if (this.#openings > 0) this.#openings -= 1;
    return this.#current === undefined ? this.#next() : [];
  }

  /** Takes a sign of the agent that it works on the prompt that it has; `messageId` if that is the message of the prompt. */
  sign(messageId?: string, by: Acceptance = 'sign'): TurnAction<Prompt>[] {
    const turn = this.#current;
    if (turn === undefined || turn.isAccepted) return [];
    if (messageId === undefined && this.#options.repeatsPrompts) return [];
    return this.#accept(turn, messageId, by);
  }

  #accept(turn: Turn<Prompt>, messageId?: string, by: Acceptance = 'sign'): TurnAction<Prompt>[] {
    turn.isAccepted = true;
    const isMade = messageId === undefined;
    const id = messageId ?? this.#options.mintId();
    return [{ do: 'accept', prompt: turn.prompt, messageId: id, isMade, by }, this.#state({ state: 'running' })];
  }

  /** Takes that the agent has sent no sign of a prompt for as long as it may. */
  graceOver(prompt: Prompt): TurnAction<Prompt>[] {
    return this.unaccepted === prompt ? this.sign(undefined, 'grace') : [];
  }

  /** Takes the answer of the agent to a prompt. */
  answered(prompt: Prompt, end: PromptEnd): TurnAction<Prompt>[] {
    const turn = this.#current;
    if (turn === undefined || turn.prompt !== prompt) return this.#answeredHeld(prompt, end);
    if (!turn.isAccepted) {
      const error = 'error' in end ? end.error : end.result.stopReason === 'cancelled' ? promptCancelled : undefined;
      if (error !== undefined) return [{ do: 'refuse', prompt, error }, ...this.#goIdle(), ...this.#next()];
    }
    const accepted = turn.isAccepted ? [] : this.#accept(turn);
    return [...accepted, ...this.#endWork(endOf(turn, end)), ...this.#next()];
  }

  /** Takes a question of the agent to the person; returns the number of the turn that it belongs to. */
  asked(): { readonly turn: number | undefined; readonly actions: TurnAction<Prompt>[] } {
    const turn = this.#current;
    if (turn === undefined) return { turn: undefined, actions: [] };
    const actions = this.sign();
    this.#questions += 1;
    if (this.#told !== 'requires_action') actions.push(this.#state({ state: 'requires_action' }));
    return { turn: turn.number, actions };
  }

  /** Takes the answer of the person to a question of a turn. */
  replied(turn: number | undefined): TurnAction<Prompt>[] {
    this.withdrew(turn);
    const goesOn = turn !== undefined && turn === this.#current?.number && this.#questions === 0;
    return goesOn && this.#told === 'requires_action' ? [this.#state({ state: 'running' })] : [];
  }

  /** Takes that a question of a turn is no longer asked. */
  withdrew(turn: number | undefined): void {
    if (turn !== undefined && turn === this.#current?.number) this.#questions -= 1;
  }

  /** Takes a cancel of the client: prompts that are held back are refused, and what the agent does is to end. */
  cancelled(): TurnAction<Prompt>[] {
    if (this.#current !== undefined) this.#current.isCancelled = true;
    return this.#refuseHeld();
  }

  /** Takes that the client wants a single prompt back; returns whether the agent has to be told. */
  withdrawn(prompt: Prompt): { readonly tellAgent: boolean; readonly actions: TurnAction<Prompt>[] } {
    if (this.unaccepted === prompt) {
      (this.#current as Turn<Prompt>).isCancelled = true;
      return { tellAgent: true, actions: [] };
    }
    if (!this.#held.includes(prompt)) return { tellAgent: false, actions: [] };
    if (this.#options.isRecording) return { tellAgent: true, actions: [] };
    this.#held = this.#held.filter((one) => one !== prompt);
    return { tellAgent: false, actions: [{ do: 'refuse', prompt, error: promptCancelled }] };
  }

  /** Takes that the session is closed: whatever runs is cut off, and what the agent says of it later does not count. */
  closed(): TurnAction<Prompt>[] {
    const turn = this.#current;
    const refused = this.#refuseHeld();
    this.#current = undefined;
    this.#questions = 0;
    if (turn?.isAccepted === false) refused.unshift({ do: 'refuse', prompt: turn.prompt, error: promptCancelled });
    const wasBusy = this.#told !== 'idle';
    this.#hasOwnWork = false;
    this.#pendingEnd = {};
    return wasBusy ? [...refused, this.#state({ state: 'idle', stopReason: 'cancelled' })] : refused;
  }

  /** Returns the state update that a client gets when it resumes the session. */
  snapshot(): TurnAction<Prompt> {
    const state = this.#current !== undefined && this.#told === 'idle' ? 'running' : this.#told;
    return this.#state({ state });
  }

  /** Takes a state update of an agent that reports its state as November does. */
  told(update: MadeState): TurnAction<Prompt>[] {
    const { background } = update;
    const isNewBackground = Array.isArray(background) && !isEqual(background, this.#background);
    if (Array.isArray(background)) this.#background = background;
    if (update.state === 'idle') return this.#toldIdle(update, isNewBackground);
    if (!this.#isPrompted) this.#hasOwnWork = true;
    // A turn that waits for the person does not go on because work in the background has changed.
    const isAsking = this.#isPrompted && this.#questions > 0 && update.state === 'running';
    const state = isAsking ? this.#told : update.state;
    const isKnown = state === this.#told && !isNewBackground;
    return isKnown ? [] : [this.#state({ ...update, state })];
  }

  #toldIdle(update: MadeState, isNewBackground: boolean): TurnAction<Prompt>[] {
    this.#hasOwnWork = false;
    // The turn of a prompt ends with its answer.
    if (this.#isPrompted) return isNewBackground ? [this.#state({ state: this.#told })] : [];
    const end = this.#pendingEnd;
    this.#pendingEnd = {};
    const hasReason = update['stopReason'] !== undefined && update['stopReason'] !== null;
    return [this.#state(hasReason ? update : { ...update, ...end })];
  }

  /** Whether what the agent does belongs to a prompt: one that it does not repeat at once may be what it works on. */
  get #isPrompted(): boolean {
    return this.#current !== undefined && (this.#current.isAccepted || this.#options.repeatsPrompts !== true);
  }

  #start(prompt: Prompt): TurnAction<Prompt>[] {
    this.#begin(prompt);
    const accepted = this.#options.acceptsAtOnce ? this.sign(undefined, 'grace') : [];
    return [{ do: 'send', prompt }, ...accepted];
  }

  #begin(prompt: Prompt): void {
    this.#turns += 1;
    this.#questions = 0;
    this.#current = { prompt, number: this.#turns, isAccepted: false, isCancelled: false };
  }

  /** Ends the current turn and starts that of the next prompt. */
  #next(): TurnAction<Prompt>[] {
    this.#current = undefined;
    this.#questions = 0;
    if (this.#openings > 0 && !this.#options.isRecording) return [];
    const next = this.#held.shift();
    if (next === undefined) return [];
    if (!this.#options.isRecording) return this.#start(next);
    this.#begin(next);
    return [];
  }

  #endWork(end: Omit<MadeState, 'state'>): TurnAction<Prompt>[] {
    if (!this.#hasOwnWork) return [this.#state({ state: 'idle', ...end })];
    this.#pendingEnd = end;
    return this.#told === 'running' ? [] : [this.#state({ state: 'running' })];
  }

  /** Tells that nothing runs, if the client was told of a prompt that the agent did not take after all. */
  #goIdle(): TurnAction<Prompt>[] {
    return this.#told === 'idle' || this.#hasOwnWork ? [] : [this.#state({ state: 'idle' })];
  }

  /** In a recording, the agent may answer a prompt that another one is still ahead of. */
  #answeredHeld(prompt: Prompt, end: PromptEnd): TurnAction<Prompt>[] {
    if (!this.#held.includes(prompt)) return [];
    this.#held = this.#held.filter((one) => one !== prompt);
    if ('error' in end) return [{ do: 'refuse', prompt, error: end.error }];
    if (end.result.stopReason === 'cancelled') return [{ do: 'refuse', prompt, error: promptCancelled }];
    return [{ do: 'accept', prompt, messageId: this.#options.mintId(), isMade: true, by: 'sign' }];
  }

  #refuseHeld(): TurnAction<Prompt>[] {
    if (this.#options.isRecording) return [];
    const held = this.#held;
    this.#held = [];
    return held.map((prompt) => ({ do: 'refuse', prompt, error: promptCancelled }));
  }

  #state(made: MadeState): TurnAction<Prompt> {
    this.#told = made.state;
    // An agent that reports work in the background does so in every state update.
    const update = this.#background === undefined ? made : { ...made, background: this.#background };
    return { do: 'state', update };
  }
}

/** Returns how the end of a turn is told. */
function endOf<Prompt>(turn: Turn<Prompt>, end: PromptEnd): Omit<MadeState, 'state'> {
  if ('error' in end) {
    const wasCut = turn.isCancelled || end.error.code === -32800;
    return wasCut ? { stopReason: 'cancelled' } : { stopReason: 'error', error: end.error };
  }
  const { state: _, sessionUpdate: __, background: ___, error: ____, ...rest } = end.result;
  return rest;
}
