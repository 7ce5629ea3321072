import type { Dialect } from '../protocol/dialects.ts';
import { updatesOfOtherDialects } from '../protocol/june/signs.ts';
import { isWritableMessage } from '../protocol/reading/nesting.ts';
import type { SessionEvent } from '../session/event.ts';
import type { SessionLimits } from '../session/limits.ts';
import { readUpdate } from '../session/read-update.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { isSessionDialect } from '../session/session-readers.ts';
import { newSessionState, type SessionState } from '../session/state.ts';
import { Vector } from '../session/structures/vector.ts';
import { Traffic } from '../session/traffic.ts';
import type { InputLine } from './input-line.ts';
import { LineTranslation, type TranslatedLine } from './line-translation.ts';
import { nextProvenance, noProvenance, type Provenance } from './provenance/provenance.ts';
import { tooDeep } from './too-deep.ts';
import type { Fault } from './v1-faults.ts';

/** Gets what happens while lines are folded. */
export interface FoldingReceiver {
  /** Called for a line, or a part of one, that could not be folded. */
  skipped?(line: number, reason: string): void;
  /** Called after each event; `before` is `undefined` if the session is new. */
  folded?(sessionId: string, before: SessionState | undefined, after: SessionState, event: SessionEvent): void;
}

/** Options of a {@link Folding}. */
export interface FoldingOptions extends FoldingReceiver {
  /** How many sessions are folded; the events of others are dropped. Default: no limit. */
  readonly sessions?: number;
  /** Whether to keep which line set what. Default: false. */
  readonly hasProvenance?: boolean;
  /** Limits of each session. Default: none, as a file is finite. */
  readonly limits?: Partial<SessionLimits>;
}

/** The sessions after a line, and what is needed to fold on from there. It never changes. */
export interface FoldingCheckpoint {
  /** The states, by the number of the session. */
  readonly states: Vector<SessionState>;
  /** Which line set what, by the number of the session; empty unless that was asked for. */
  readonly provenances: Vector<Provenance>;
  /** How many requests were open, which is what a checkpoint costs beyond what it shares. */
  readonly openRequests: number;
  /** @internal */
  readonly numbers: Map<string, number>;
  /** @internal */
  readonly traffic: Traffic;
}

/** The state of a session while it is folded. */
interface Slot {
  readonly number: number;
  state: SessionState;
  provenance: Provenance;
  isKept: boolean;
}

/**
 * Folds the messages of any number of sessions; `at` of a diagnostic is the line.
 *
 * Sessions are numbered in the order of their first events, and a fold that goes on from a checkpoint gives the same numbers as
 * the first one did, as long as it reads the same lines.
 */
export class Folding {
  readonly #options: FoldingOptions;
  readonly #empty: SessionState;
  readonly #traffic: Traffic;
  /** The numbers of all sessions, shared by all folds of one recording. */
  readonly #numbers: Map<string, number>;
  #states: Vector<SessionState>;
  #provenances: Vector<Provenance>;
  readonly #slots: Map<string, Slot> = new Map();
  /** The slots that differ from the states. */
  #changed: Slot[] = [];
  /** The session of the last line, which is usually that of the next. */
  #sessionId: string | undefined;
  #slot: Slot | undefined;
  /** Repairs of the line being read, to be reported with its update. */
  #repaired: Fault | undefined;
  #translation: LineTranslation | undefined;
  /** Whether the line being read was translated. */
  #isTranslated = false;

  /** Starts anew, or from a checkpoint. */
  constructor(options: FoldingOptions = {}, from?: FoldingCheckpoint) {
    this.#options = options;
    this.#empty = newSessionState({ diagnostics: Number.POSITIVE_INFINITY, ...options.limits });
    this.#numbers = from?.numbers ?? new Map();
    this.#states = from?.states ?? Vector.empty();
    this.#provenances = from?.provenances ?? Vector.empty();
    const receiver = {
      event: (sessionId: string, event: SessionEvent) =>
        this.#apply(sessionId, this.#withRepairs(sessionId, this.#asItIs(event))),
      problem: (reason: string, at: number | undefined) => this.#options.skipped?.(at ?? 0, reason),
    };
    this.#traffic = from?.traffic.copy(receiver) ?? new Traffic(receiver);
  }

  /** Sets the dialect of the lines that come. Lines of a dialect without sessions of its own are translated. */
  set dialect(dialect: Dialect) {
    if (isSessionDialect(dialect)) this.#traffic.dialect = dialect;
    else this.#translation ??= new LineTranslation(dialect);
  }

  /** Returns the sessions so far with their ids, in the order of their first messages. */
  get sessions(): ReadonlyMap<string, SessionState> {
    return this.sessionsOf(this.states);
  }

  /** Returns the sessions of states that this fold had earlier, in the same order. */
  sessionsOf(states: Vector<SessionState>): ReadonlyMap<string, SessionState> {
    const sessions = new Map<string, SessionState>();
    for (const [id, number] of this.#numbers) {
      const state = states.at(number);
      if (state !== undefined) sessions.set(id, state);
    }
    return sessions;
  }

  /** The states so far, by the number of the session. */
  get states(): Vector<SessionState> {
    const { hasProvenance = false } = this.#options;
    for (const slot of this.#changed) {
      this.#states = this.#states.with(slot.number, slot.state);
      if (hasProvenance) this.#provenances = this.#provenances.with(slot.number, slot.provenance);
      slot.isKept = true;
    }
    this.#changed = [];
    this.#slot = undefined;
    this.#sessionId = undefined;
    return this.#states;
  }

  /** Which line set what, by the number of the session; empty unless that was asked for. */
  get provenances(): Vector<Provenance> {
    return this.states.length === 0 ? Vector.empty() : this.#provenances;
  }

  /** Returns the number of a session; `undefined` if it was never seen, or is over the limit. */
  numberOf(sessionId: string): number | undefined {
    return this.#numbers.get(sessionId);
  }

  /** Returns whether the events of a session are dropped, since there were as many sessions as are folded before it. */
  isDropped(sessionId: string): boolean {
    return this.#numbers.size >= (this.#options.sessions ?? Number.POSITIVE_INFINITY) && !this.#numbers.has(sessionId);
  }

  /** Returns what is needed to fold on from here. The translation of v1 cannot be copied: such lines are to be translated before. */
  checkpoint(): FoldingCheckpoint {
    const traffic = this.#traffic.copy({ event() {}, problem() {} });
    const { states, provenances } = this;
    return { states, provenances, numbers: this.#numbers, traffic, openRequests: this.openRequests };
  }

  /** How many requests are open. */
  get openRequests(): number {
    return this.#traffic.openRequests;
  }

  /** Reads the next line; skips entries of a recording that are not messages. */
  read(line: InputLine): void {
    const translated = this.#translation?.translate(line);
    if (translated === undefined) this.#read(line);
    else this.readTranslated(line.line, translated);
  }

  /** Reads what a line was translated to; its faults become diagnostics, as those of a line that needs no translation do. */
  readTranslated(line: number, { lines, faults }: TranslatedLine): void {
    for (const fault of faults) {
      const { sessionId, issues, repairs } = fault;
      if (sessionId === undefined) this.#options.skipped?.(line, 'expected a message to name its session');
      else if (issues.length > 0) this.#apply(sessionId, { type: 'malformed', issues, at: line });
      else if (repairs.length > 0) this.#repaired = fault;
    }
    this.#isTranslated = true;
    for (const one of lines) this.#read(one);
    this.#isTranslated = false;
    const untold = this.#repaired;
    this.#repaired = undefined;
    if (untold?.sessionId !== undefined)
      this.#apply(untold.sessionId, { type: 'malformed', issues: untold.repairs, at: line });
  }

  /** Reads what the translation held back until the end of the stream. */
  end(): void {
    for (const line of this.#translation?.end() ?? []) this.#read(line);
  }

  #read(line: InputLine): void {
    if (line.kind === 'message' && !isWritableMessage(line.message)) {
      // `JSON.parse` reads any depth, but such a state could not be written.
      this.#options.skipped?.(line.line, tooDeep);
    } else if (line.kind === 'message') {
      const sender = line.entry?.from;
      this.#traffic.read(line.message, sender === 'stderr' ? undefined : sender, line.line);
    } else if (line.kind === 'problem') {
      this.#options.skipped?.(line.line, `expected ${line.expected}, found ${line.found}`);
    }
  }

  #apply(sessionId: string, event: SessionEvent): void {
    let slot = this.#slot;
    if (slot === undefined || sessionId !== this.#sessionId) {
      slot = this.#slotOf(sessionId);
      if (slot === undefined) return;
      this.#slot = slot;
      this.#sessionId = sessionId;
    }
    const before = slot.state;
    slot.state = applyEvent(before, event);
    if (this.#options.hasProvenance === true)
      slot.provenance = nextProvenance(slot.provenance, before, slot.state, event.at ?? 0);
    this.#options.folded?.(sessionId, before === this.#empty ? undefined : before, slot.state, event);
  }

  /** Returns the slot of a session, which will change. */
  #slotOf(sessionId: string): Slot | undefined {
    let slot = this.#slots.get(sessionId);
    if (slot === undefined) {
      const number = this.#numberOf(sessionId);
      if (number === undefined) return undefined;
      const state = this.#states.at(number) ?? this.#empty;
      slot = { number, state, provenance: this.#provenances.at(number) ?? noProvenance, isKept: true };
      this.#slots.set(sessionId, slot);
    }
    if (slot.isKept) this.#changed.push(slot);
    slot.isKept = false;
    return slot;
  }

  #numberOf(sessionId: string): number | undefined {
    const known = this.#numbers.get(sessionId);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    if (number >= (this.#options.sessions ?? Number.POSITIVE_INFINITY)) return undefined;
    this.#numbers.set(sessionId, number);
    return number;
  }

  /** Some updates of v1 are the same in November and unknown to June, so that a translation passes them on as they are. */
  #asItIs(event: SessionEvent): SessionEvent {
    const isSame =
      this.#isTranslated && event.type === 'update' && updatesOfOtherDialects.has(event.update.sessionUpdate);
    return isSame ? readUpdate(event.update, event.at, 'lenient', 'november') : event;
  }

  #withRepairs(sessionId: string, event: SessionEvent): SessionEvent {
    if (event.type !== 'update' || this.#repaired?.sessionId !== sessionId) return event;
    const { repairs } = this.#repaired;
    this.#repaired = undefined;
    return { ...event, repairs: [...repairs, ...(event.repairs ?? [])] };
  }
}
