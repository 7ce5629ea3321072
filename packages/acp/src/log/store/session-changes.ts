import type { Subject } from '../../session/subject.ts';
import type { LogEntry, LogEvent } from '../event.ts';
import { sessionExists, unknownSession } from '../log-error.ts';
import type { AppendOptions, NewSession } from '../session-log.ts';
import { changeOf, subjectKey } from '../subject.ts';
import { Continuity } from './continuity.ts';
import { isEmptyEdit } from './edit.ts';
import { erasureOf, erasureRange, firstSight, mayErase } from './erasure.ts';
import { textOfEvent } from './event-text.ts';
import { foldSession } from './fold-session.ts';
import { type KnownSession, KnownSessions, type OpenSession } from './known-sessions.ts';
import { factsAfter, newFacts, type SessionFacts } from './record.ts';
import { answered, type Steps } from './steps.ts';
import type { Append, Changed, FoldAccess, NewEntry, StoredSession, StoreRows } from './store.ts';
import { SubjectIndex } from './subject-index.ts';

/** How many entries are read at once to bring an index up to date. */
const slice = 2_000;
/** How many entries of a subject are read at once. */
const runSlice = 500;

/**
 * The rules for changing sessions, over the rows of any store. Each method is work for one transaction that the store holds.
 *
 * What is remembered between transactions is only a cache. It must be cleared when a transaction was not committed.
 */
export class SessionChanges {
  readonly #known: KnownSessions;
  readonly #continuity = new Continuity();

  /** `most` is how many sessions are remembered; 256 by default. */
  constructor(most?: number) {
    this.#known = new KnownSessions(most);
  }

  /** Creates a session. */
  *create(rows: StoreRows, session: NewSession): Steps<Changed> {
    const number = yield* answered(rows.insert(newFacts(session)));
    if (number === undefined) throw sessionExists(session.sessionId);
    return { number, next: 0, hasErased: false, isNew: true };
  }

  /** Folds a session. */
  fold(sessionId: string, access: FoldAccess): Promise<Changed> {
    return foldSession(access, (rows) => this.#open(rows, sessionId));
  }

  /** Locks a session; throws if there is none. */
  *#open(rows: StoreRows, sessionId: string): Steps<OpenSession> {
    const session = yield* answered(rows.lock(sessionId));
    if (session === undefined) throw unknownSession(sessionId);
    return { session, known: this.#known.of(session) };
  }

  /** Returns whether {@link SessionChanges.append} would read so much of a session that it is to be read before, in slices. */
  isFarBehind({ sessionId, events, options }: Append): boolean {
    const next = this.#known.indexOf(sessionId)?.next ?? 0;
    return options.expected - next > slice && events.some(mayErase);
  }

  /** Reads a session in slices, so that the next append has little left to read. */
  async prepare(sessionId: string, { read, pause }: Pick<FoldAccess, 'read' | 'pause'>): Promise<void> {
    while (await read((rows) => this.#readSlice(rows, sessionId))) await pause();
  }

  /** Reads the next slice of a session, and returns whether there is more. */
  *#readSlice(rows: StoreRows, sessionId: string): Steps<boolean> {
    const session = yield* answered(rows.find(sessionId));
    if (session === undefined) return false;
    const { index } = this.#known.of(session);
    if (index.next < session.next) yield* addSlice(rows, session, index);
    return index.next < session.next;
  }

  /** Stores appends of one writer to one session, each of which continues the one before, and erases what they supersede. */
  *append(rows: StoreRows, sessionId: string, appends: readonly Append[]): Steps<Changed> {
    // Streams are stored by calls of this: no generator is made for an answer that is there already.
    const locked = rows.lock(sessionId);
    const session = locked instanceof Promise ? ((yield locked) as StoredSession | undefined) : locked;
    if (session === undefined) throw unknownSession(sessionId);
    const known = this.#known.of(session);
    const { number, next: start, facts: before } = session;
    if (appends[0] !== undefined) this.#continuity.check(sessionId, appends[0].options, start);
    const { index } = known;
    // An index that is behind stays behind until something may have to be erased.
    const isBehind = index.next !== start && appends.some(({ events }) => events.some(mayErase));
    if (isBehind) yield* catchUp(rows, session, index);
    const { entries, facts, superseded } = taken(appends, session, index);
    const stored = rows.append(session, entries, facts);
    if (stored instanceof Promise) yield stored;
    let hasErased = facts !== before;
    if (superseded !== undefined) {
      for (const [key, at] of superseded) {
        if (yield* erase(rows, number, { known, key, at })) hasErased = true;
      }
    }
    return { number, next: start + entries.length, hasErased, last: entries[entries.length - 1] };
  }

  /**
   * Returns what is to be stored for appends that continue a session and clear or replace nothing in it; changes nothing. Returns undefined
   * for all others: {@link SessionChanges.append} decides about those, in a transaction.
   *
   * A store that remembers where sessions end can store many such appends with one statement, if it makes sure that each session still
   * ends there. It calls {@link SessionChanges.stored} for each that was stored, unless the session is being changed by other work.
   */
  plain(session: StoredSession, appends: readonly Append[]): PlainAppend | undefined {
    const first = appends[0]?.options;
    if (first === undefined || !this.#continuity.allows(first, session.next)) return undefined;
    if (appends.some(({ events }) => events.some(mayErase)) && this.#maySupersede(session, appends)) return undefined;
    return taken(appends, session);
  }

  /** Whether appends may clear or replace something, or so little is remembered of their session that nobody knows. */
  #maySupersede(session: StoredSession, appends: readonly Append[]): boolean {
    if (appends.every(({ options }) => options.history === 'keep')) {
      // A clear without an id is stored with the id of what it clears.
      return appends.some(({ events }) => events.some((event) => changeOf(event)?.type === 'clear'));
    }
    const { index } = this.#known.of(session);
    if (index.next !== session.next) return true;
    const before = new Map<string, Set<string>>();
    return appends.some(({ events }) => events.some((event) => index.maySupersede(event, before)));
  }

  /** Learns from appends that were stored as {@link SessionChanges.plain} returned them; `session` is as it was before. */
  stored(session: StoredSession, appends: readonly Append[]): void {
    const { index } = this.#known.of(session);
    let position = session.next;
    if (index.next !== position) return;
    for (const { events, options } of appends) {
      for (const event of events) {
        if (!index.addToStream(event, position)) index.add({ position, at: options.at, event });
        position += 1;
      }
    }
  }

  /** Erases what a subject held before it was cleared or replaced. */
  *redact(rows: StoreRows, sessionId: string, subject: Subject, at: number): Steps<Changed> {
    const { session, known } = yield* this.#open(rows, sessionId);
    const { number, next } = session;
    yield* catchUp(rows, session, known.index);
    return { number, next, hasErased: yield* erase(rows, number, { known, key: subjectKey(subject), at }) };
  }

  /** Refuses all later appends of a writer, since one of its appends has failed. */
  stop(options: AppendOptions): void {
    this.#continuity.stop(options);
  }

  /** Frees what is remembered of a session that was deleted. */
  forget(number: number): void {
    this.#known.forget(number);
  }

  /** Forgets the session of the last change, which was rolled back alone. */
  forgetLast(): void {
    this.#known.forgetLast();
  }

  /** Forgets all sessions: a transaction was not committed. */
  clear(): void {
    this.#known.clear();
  }
}

/** The entries to store for some appends, and the facts of the session after them. */
export interface PlainAppend {
  readonly entries: readonly NewEntry[];
  /** The same object as before if the appends do not change the facts. */
  readonly facts: SessionFacts;
}

/** The same with the subjects of which something is replaced. */
interface Taken extends PlainAppend {
  /** When something of each subject was cleared or replaced, by the key of the subject. */
  readonly superseded: Map<string, number> | undefined;
}

/** Takes appends into the index of their session, if one is given, and returns what is to be stored. */
function taken(appends: readonly Append[], { next: start, facts: before }: StoredSession, index?: SubjectIndex): Taken {
  const entries: NewEntry[] = [];
  let superseded: Map<string, number> | undefined;
  let facts = before;
  for (const { events, texts, options } of appends) {
    const { at, history } = options;
    for (let offset = 0; offset < events.length; offset++) {
      const event = events[offset] as LogEvent;
      const position = start + entries.length;
      let text = texts[offset] as string;
      if (index?.next === position && !index.addToStream(event, position)) {
        const touch = index.add({ position, at, event });
        const settled = SubjectIndex.settled(event, touch);
        if (settled !== event) text = textOfEvent(settled);
        if (touch?.supersedes && history !== 'keep') {
          superseded ??= new Map();
          superseded.set(touch.key, at);
        }
      }
      entries.push({ position, at, text });
      facts = factsAfter(facts, event);
    }
  }
  return { entries, facts, superseded };
}

function* catchUp(rows: StoreRows, session: StoredSession, index: SubjectIndex): Steps<void> {
  while (index.next < session.next) yield* addSlice(rows, session, index);
}

function* addSlice(rows: StoreRows, { number, next }: StoredSession, index: SubjectIndex): Steps<void> {
  const from = index.next;
  const entries = yield* answered(rows.read(number, from, slice));
  // Other work may have added them meanwhile.
  if (index.next !== from) return;
  for (const entry of entries) index.add(entry);
  if (entries.length < slice && index.next < next) index.next = next;
}

/** What is erased: everything that a subject no longer holds. */
interface Erasing {
  readonly known: KnownSession;
  readonly key: string;
  readonly at: number;
}

/** Returns whether something was erased. */
function* erase(rows: StoreRows, number: number, { known, key, at }: Erasing): Steps<boolean> {
  const place = known.index.placeOf(key);
  if (place === undefined) return false;
  const { first, prompt, from: firstHeld } = erasureRange(place);
  const early = yield* answered(rows.at(number, prompt === undefined ? [first] : [prompt, first]));
  const isMoved = !early.some(({ position }) => position === first);
  const start = isMoved ? Math.min(first, firstHeld) : firstHeld;
  const seen = early.filter(({ position }) => position < start);
  for (const { from, to } of place.positions.from(start)) yield* readRun(rows, number, { from, to }, seen);
  const edit = erasureOf(seen, place, at);
  known.index.forget(key, firstSight(seen, place));
  const removed = new Set(edit.remove);
  const kept = seen.map(({ position }) => position).filter((position) => position >= start && !removed.has(position));
  place.positions.keep(start, kept);
  if (isEmptyEdit(edit)) return false;
  known.edits += 1;
  yield* answered(rows.edit(number, edit));
  return true;
}

/** Adds the entries of a run of positions, of which folding may have removed some, to those that were found. */
function* readRun(
  rows: StoreRows,
  number: number,
  { from, to }: { readonly from: number; readonly to: number },
  found: LogEntry[],
): Steps<void> {
  for (let next = from; next <= to; ) {
    const limit = Math.min(to - next + 1, runSlice);
    const entries = yield* answered(rows.read(number, next, limit));
    for (const entry of entries) if (entry.position <= to) found.push(entry);
    if (entries.length < limit) return;
    next = (entries.at(-1)?.position ?? to) + 1;
  }
}
