import { isEqual } from '../../equal.ts';

/** A state update of a November agent, as far as turns are concerned. */
export interface ToldState {
  readonly state: string;
  readonly stopReason?: string | null;
  readonly background?: readonly unknown[] | null;
  readonly [key: string]: unknown;
}

/** A prompt whose turn is over, with the idle update that ended it. */
export interface EndedTurn<Prompt> {
  readonly prompt: Prompt;
  /** `undefined` if the session was closed first. */
  readonly idle: ToldState | undefined;
}

/** Something that the agent said of its state and that a June client cannot be told. */
export type UntoldState =
  | { readonly rule: 'state'; readonly lost: string }
  | { readonly rule: 'background'; readonly lost: readonly unknown[] };

/** What follows from a state update. */
interface Told<Prompt> {
  readonly ended: readonly EndedTurn<Prompt>[];
  readonly untold: readonly UntoldState[];
}

interface OpenPrompt<Prompt> {
  readonly prompt: Prompt;
  /** How many times work had ended when the prompt got its place in the conversation; `undefined` before that. */
  insertedAt: number | undefined;
  isCancelled: boolean;
}

/** Where a message of the person was first seen. */
interface Sight {
  readonly boundary: number;
  /** How many idle updates had come after an idle one by then. */
  readonly repeats: number;
}

const knownStates: ReadonlySet<string> = new Set(['idle', 'running', 'requires_action']);

/** How many messages of the person are remembered while a prompt waits for its place. */
const mostSeen = 1000;

/**
 * Decides when the prompts of a June client are answered by a November agent: an agent answers a prompt when it has its place
 * in the conversation, and reports the end of its work by a state update.
 *
 * It remembers open prompts, the last idle update and, while a prompt waits for its place, where messages of the person were
 * first seen.
 */
export class Turns<Prompt> {
  #state = 'idle';
  /** How many times work has ended. */
  #boundary = 0;
  #lastIdle: ToldState | undefined;
  /** An idle update after an idle one, with a reason: the end of a turn if the agent turns out never to report its start. */
  #repeatedIdle: ToldState | undefined;
  #repeats = 0;
  #reportsBackground = false;
  #background: readonly unknown[] = [];
  #open: OpenPrompt<Prompt>[] = [];
  readonly #seen = new Map<string, Sight>();
  #replays = 0;
  #questions = 0;
  /** Whether a question was open since the agent said that it needs the person. */
  #hasAsked = false;
  #isClosed = false;

  /** Records a prompt that goes to the agent. */
  prompted(prompt: Prompt): void {
    this.#open.push({ prompt, insertedAt: undefined, isCancelled: false });
  }

  /** Records a message of the person; one that comes in a replay does not count. */
  saw(messageId: string): void {
    if (this.#replays > 0 || this.#seen.has(messageId) || !this.#isAnyWaiting()) return;
    this.#seen.set(messageId, { boundary: this.#boundary, repeats: this.#repeats });
    if (this.#seen.size > mostSeen) this.#seen.delete(this.#seen.keys().next().value as string);
  }

  /** Records that a prompt has its place in the conversation; returns its end if its work has already ended. */
  inserted(prompt: Prompt, messageId: string | undefined): EndedTurn<Prompt> | undefined {
    const open = this.#open.find((one) => one.prompt === prompt);
    if (open === undefined) return undefined;
    const sight = messageId === undefined ? undefined : this.#seen.get(messageId);
    open.insertedAt = sight?.boundary ?? this.#boundary;
    if (!this.#isAnyWaiting()) this.#seen.clear();
    if (this.#isClosed) return this.#end(open, undefined);
    if (open.insertedAt < this.#boundary) return this.#end(open, this.#lastIdle);
    const isEnded = sight !== undefined && sight.repeats < this.#repeats && this.#repeatedIdle !== undefined;
    return isEnded && this.#state === 'idle' ? this.#end(open, this.#repeatedIdle) : undefined;
  }

  /** Records that the agent does not take a prompt; returns whether the client has cancelled it meanwhile. */
  refused(prompt: Prompt): boolean {
    const open = this.#open.find((one) => one.prompt === prompt);
    if (open !== undefined) this.#remove(open);
    return open?.isCancelled ?? false;
  }

  /** Records that the client has cancelled everything that it has asked for so far. */
  cancelled(): void {
    for (const open of this.#open) open.isCancelled = true;
  }

  /** Returns whether a prompt is open that the client has cancelled. */
  hasCancelled(): boolean {
    return this.#open.some(({ isCancelled }) => isCancelled);
  }

  /** Records a question to the person, which the client shows. */
  asked(): void {
    this.#questions += 1;
    this.#hasAsked = true;
  }

  /** Records that a question is answered or taken back. */
  answered(): void {
    this.#questions -= 1;
  }

  /** Records the start of a replay. */
  replayStarted(): void {
    this.#isClosed = false;
    this.#replays += 1;
  }

  /** Records the end of a replay. */
  replayEnded(): void {
    this.#replays -= 1;
  }

  /** Records that the session is open again. */
  opened(): void {
    this.#isClosed = false;
  }

  /** Records that the session is closed, after which the agent says nothing more of it; returns the prompts that this ends. */
  closed(): readonly EndedTurn<Prompt>[] {
    this.#isClosed = true;
    this.#state = 'idle';
    const ended = this.#open.filter(({ insertedAt }) => insertedAt !== undefined);
    return ended.map((open) => this.#end(open, undefined));
  }

  /** Records a state update; returns the turns that it ends, the oldest first, and what the client is not told. */
  told(update: ToldState): Told<Prompt> {
    const untold = [...this.#toldBackground(update), ...this.#leave(update.state)];
    const before = this.#state;
    this.#state = update.state;
    if (update.state !== 'idle') {
      this.#repeatedIdle = undefined;
      return { ended: [], untold: [...untold, ...this.#enter(before, update.state)] };
    }
    if (before === 'idle' && !this.#endsUnreported(update)) return { ended: [], untold };
    this.#boundary += 1;
    this.#lastIdle = update;
    this.#repeatedIdle = undefined;
    const ended = this.#open.filter(({ insertedAt }) => insertedAt !== undefined);
    return { ended: ended.map((open) => this.#end(open, update)), untold };
  }

  /** Returns what the client was not told when nothing more will come. */
  finished(): readonly UntoldState[] {
    return this.#leave('idle');
  }

  /** Returns whether an idle update after an idle one ends a turn, because the agent never reports the start of its work. */
  #endsUnreported(idle: ToldState): boolean {
    const hasReason = idle.stopReason !== undefined && idle.stopReason !== null;
    if (!hasReason || this.#reportsBackground) return false;
    this.#repeats += 1;
    this.#repeatedIdle = idle;
    return this.#open.some(({ insertedAt }) => insertedAt !== undefined);
  }

  #toldBackground({ background }: ToldState): readonly UntoldState[] {
    if (background === undefined || background === null) return [];
    this.#reportsBackground = true;
    if (isEqual(background, this.#background)) return [];
    this.#background = background;
    return background.length === 0 ? [] : [{ rule: 'background', lost: background }];
  }

  /** Returns what a June client was not told of a state when the agent leaves it. */
  #leave(next: string): readonly UntoldState[] {
    const isUntold = this.#state === 'requires_action' && next !== 'requires_action' && !this.#hasAsked;
    return isUntold ? [{ rule: 'state', lost: 'requires_action' }] : [];
  }

  #enter(before: string, state: string): readonly UntoldState[] {
    if (state === 'requires_action' && before !== state) this.#hasAsked = this.#questions > 0;
    const isUnknown = !knownStates.has(state) && state !== before;
    const isUnasked = before === 'idle' && this.#open.length === 0;
    return isUnknown || isUnasked ? [{ rule: 'state', lost: state }] : [];
  }

  #isAnyWaiting(): boolean {
    return this.#open.some(({ insertedAt }) => insertedAt === undefined);
  }

  #end(open: OpenPrompt<Prompt>, idle: ToldState | undefined): EndedTurn<Prompt> {
    this.#remove(open);
    return { prompt: open.prompt, idle };
  }

  #remove(open: OpenPrompt<Prompt>): void {
    this.#open = this.#open.filter((one) => one !== open);
    if (!this.#isAnyWaiting()) this.#seen.clear();
  }
}
