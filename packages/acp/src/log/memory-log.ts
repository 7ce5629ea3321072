import type { LogEntry, LogEvent } from './event.ts';
import { folderOf } from './folder.ts';
import { closed, sessionExists, unknownSession } from './log-error.ts';
import type { AppendOptions, ListOptions, NewSession, SessionLog, SessionPage } from './session-log.ts';
import { Compaction } from './store/compaction.ts';
import { Continuity } from './store/continuity.ts';
import type { LogEdit } from './store/edit.ts';
import { erasureOf, erasureRange, firstSight } from './store/erasure.ts';
import { eventOfText, textOfEvent } from './store/event-text.ts';
import { Bell, follow } from './store/follow.ts';
import { cursorAfter, questionOf } from './store/listing.ts';
import { lowerBound } from './store/lower-bound.ts';
import { factsAfter, newFacts, recordOf, type SessionFacts } from './store/record.ts';
import { SubjectIndex } from './store/subject-index.ts';
import { type Subject, subjectKey } from './subject.ts';

interface Kept {
  readonly position: number;
  readonly at: number;
  /** As text, like every other log: what the caller does to an event later does not change the log. */
  readonly text: string;
}

interface MemorySession {
  facts: SessionFacts;
  readonly rank: number;
  entries: Kept[];
  next: number;
  lastAt: number | undefined;
  readonly index: SubjectIndex;
  readonly compaction: Compaction;
  readonly bell: Bell;
}

/** A log that lives as long as the process: for tests, and for agents whose sessions need not outlive them. */
export class MemoryLog implements SessionLog {
  readonly #sessions = new Map<string, MemorySession>();
  readonly #continuity = new Continuity();
  #created = 0;
  #isClosed = false;

  async create(session: NewSession): Promise<void> {
    this.#checkOpen();
    if (this.#sessions.has(session.sessionId)) throw sessionExists(session.sessionId);
    this.#created += 1;
    this.#sessions.set(session.sessionId, {
      facts: newFacts(session),
      rank: this.#created,
      entries: [],
      next: 0,
      lastAt: undefined,
      index: new SubjectIndex(),
      compaction: new Compaction(),
      bell: new Bell(),
    });
  }

  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    const appended = this.#append(sessionId, events, options);
    // Whoever awaits a later append sees the failure there; nobody has to look at each promise.
    appended.catch(() => {});
    return appended;
  }

  async #append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    const session = this.#session(sessionId);
    const { at, history } = options;
    this.#continuity.check(sessionId, options, session.next);
    const texts = events.map(textOfEvent);
    for (const [offset, event] of events.entries()) {
      const position = session.next;
      const isStream = session.index.addToStream(event, position);
      const touch = isStream ? undefined : session.index.add({ position, at, event });
      const settled = SubjectIndex.settled(event, touch);
      const text = settled === event ? texts[offset] : undefined;
      session.entries.push({ position, at, text: text ?? textOfEvent(settled) });
      session.next += 1;
      session.lastAt = at;
      session.facts = factsAfter(session.facts, event);
      if (touch?.supersedes && history !== 'keep') eraseSuperseded(session, touch.key, at);
    }
    session.bell.ring();
    return session.next;
  }

  async *read(sessionId: string, from = 0): AsyncGenerator<readonly LogEntry[], void, undefined> {
    const session = this.#session(sessionId);
    let position = from;
    // The place is looked up for each batch: what was erased while the reader took its time must not be read.
    while (this.#sessions.get(sessionId) === session) {
      this.#checkOpen();
      const start = firstFrom(session.entries, position);
      const batch = session.entries.slice(start, start + batchSize).map(entryOf);
      const last = batch.at(-1);
      if (last === undefined) return;
      position = last.position + 1;
      yield batch;
    }
  }

  async *follow(sessionId: string, from: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    const session = this.#session(sessionId);
    const isThere = () => this.#sessions.get(sessionId) === session;
    const read = (position: number) => (isThere() ? this.read(sessionId, position) : undefined);
    yield* follow({ read, bell: session.bell, isClosed: () => this.#isClosed }, from, signal);
  }

  async find(sessionId: string) {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return undefined;
    return { record: recordOf(session.facts, session.lastAt), position: session.next };
  }

  async list(options: ListOptions = {}): Promise<SessionPage> {
    this.#checkOpen();
    const { cwd, after, limit } = questionOf(options);
    const found = [...this.#sessions.values()]
      .filter(({ facts }) => cwd === undefined || folderOf(facts.cwd) === cwd)
      .sort((a, b) => b.facts.createdAt - a.facts.createdAt || b.rank - a.rank)
      .filter(
        ({ facts: { createdAt }, rank }) =>
          after === undefined || createdAt < after.createdAt || (createdAt === after.createdAt && rank < after.rank),
      );
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const sessions = page.map(({ facts, lastAt }) => recordOf(facts, lastAt));
    if (last === undefined) return { sessions };
    return { sessions, nextCursor: cursorAfter({ createdAt: last.facts.createdAt, rank: last.rank }, cwd) };
  }

  async delete(sessionId: string): Promise<void> {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    session?.bell.ring();
  }

  async compact(sessionId: string): Promise<void> {
    const session = this.#session(sessionId);
    const { entries, compaction } = session;
    apply(session, compaction.take(entries.slice(firstFrom(entries, compaction.next)).map(entryOf)));
  }

  async redact(sessionId: string, subject: Subject, at: number): Promise<void> {
    const session = this.#session(sessionId);
    eraseSuperseded(session, subjectKey(subject), at);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { bell } of this.#sessions.values()) bell.ring();
  }

  #session(sessionId: string): MemorySession {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw unknownSession(sessionId);
    return session;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw closed();
  }
}

const batchSize = 1000;

function entryOf({ position, at, text }: Kept): LogEntry {
  return { position, at, event: eventOfText(text) };
}

/** The index of the first entry at or after a position. */
function firstFrom(entries: readonly Kept[], position: number): number {
  return lowerBound(entries, position, (kept) => kept.position);
}

function eraseSuperseded(session: MemorySession, key: string, at: number): void {
  const place = session.index.placeOf(key);
  if (place === undefined) return;
  const { entries } = session;
  const { from, first, prompt } = erasureRange(place);
  const isMoved = keptAt(entries, first) === undefined;
  const start = isMoved ? Math.min(first, from) : from;
  const early = (prompt === undefined ? [first] : [prompt, first])
    .filter((position) => position < start)
    .flatMap((position) => keptAt(entries, position) ?? []);
  const seen = [...early, ...entries.slice(firstFrom(entries, start))].map(entryOf);
  apply(session, erasureOf(seen, place, at));
  session.index.forget(key, firstSight(seen, place));
}

function keptAt(entries: readonly Kept[], position: number): Kept | undefined {
  const kept = entries[firstFrom(entries, position)];
  return kept?.position === position ? kept : undefined;
}

function apply({ entries }: MemorySession, { put, remove }: LogEdit): void {
  for (const { position, event } of put) {
    const index = firstFrom(entries, position);
    const kept = entries[index];
    if (kept?.position === position) entries[index] = { ...kept, text: textOfEvent(event) };
  }
  if (remove.length === 0) return;
  const gone = new Set(remove);
  // Only what stands behind the first that goes has to move.
  let end = firstFrom(
    entries,
    remove.reduce((least, position) => Math.min(least, position)),
  );
  for (const kept of entries.slice(end)) if (!gone.has(kept.position)) entries[end++] = kept;
  entries.length = end;
}
