import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LogEntry, LogEvent, Subject } from '@emend/acp/log';
import {
  Compaction,
  Continuity,
  changeOf,
  erasureOf,
  erasureRange,
  factsAfter,
  firstSight,
  isEmptyEdit,
  type LogEdit,
  partsOf,
  SubjectIndex,
  subjectKey,
  textOfEvent,
  unknownSession,
} from '@emend/acp/log/store';
import type { Waiting } from './append-queue.ts';
import type { Connection } from './connection.ts';
import type { NewRow, Rows, SessionRow } from './rows.ts';

interface Known {
  readonly index: SubjectIndex;
  readonly compaction: Compaction;
}

const most = 256;
/** The most entries that are read or edited at once. */
const slice = 1_000;

/** What a change did, for those who must know of it. */
export interface Changed {
  readonly number: number;
  readonly next: number;
  readonly hasErased: boolean;
  /** The last event that was appended. */
  readonly last?: NewRow | undefined;
}

/** The changes that a session can go through, each within a transaction that somebody else holds. */
export class SessionChanges {
  readonly #rows: Rows;
  readonly #known = new Map<number, Known>();
  readonly continuity = new Continuity();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Forgets what is remembered of sessions, after a transaction that was not committed. */
  clear(): void {
    this.#known.clear();
  }

  async append(connection: Connection, sessionId: string, batch: readonly Waiting[]): Promise<Changed> {
    const session = await this.#lock(connection, sessionId);
    const expected = session.next;
    if (batch[0] !== undefined) this.continuity.check(sessionId, batch[0].options, expected);
    const { index } = this.#knownOf(session.number);
    const isErasing = batch.some(({ events }) => events.some(mayErase));
    if (isErasing) await this.#catchUp(connection, session, index);
    const rows: NewRow[] = [];
    const superseded = new Map<string, number>();
    let facts = session.facts;
    for (const { events, texts, options } of batch) {
      for (const [offset, event] of events.entries()) {
        const position = expected + rows.length;
        const touch = index.next === position ? index.add({ position, at: options.at, event }) : undefined;
        const settled = SubjectIndex.settled(event, touch);
        rows.push({
          position,
          at: options.at,
          text: settled === event ? (texts[offset] as string) : textOfEvent(settled),
        });
        facts = factsAfter(facts, event);
        if (touch?.supersedes && options.history !== 'keep') superseded.set(touch.key, options.at);
      }
    }
    await this.#rows.append(connection, session, rows, facts);
    let hasErased = facts !== session.facts;
    for (const [key, at] of superseded) {
      if (await this.#erase(connection, session.number, index, key, at)) hasErased = true;
    }
    return { number: session.number, next: expected + rows.length, hasErased, last: rows.at(-1) };
  }

  async redact(connection: Connection, sessionId: string, subject: Subject, at: number): Promise<Changed> {
    const session = await this.#lock(connection, sessionId);
    const { index } = this.#knownOf(session.number);
    await this.#catchUp(connection, session, index);
    const hasErased = await this.#erase(connection, session.number, index, subjectKey(subject), at);
    return { number: session.number, next: session.next, hasErased };
  }

  async compact(connection: Connection, sessionId: string): Promise<Changed> {
    const session = await this.#lock(connection, sessionId);
    const { compaction } = this.#knownOf(session.number);
    const { number, next } = session;
    const entries: LogEntry[] = [];
    // In slices, and with a turn of the event loop between them, since a turn can be long.
    for (let from = compaction.next; from < next; ) {
      const batch = await this.#rows.read(connection, number, from, slice);
      for (const entry of batch) entries.push(entry);
      from = (batch.at(-1)?.position ?? next) + 1;
    }
    const edit = await this.#edit(compaction, entries);
    const parts = partsOf(edit, { put: slice, remove: slice });
    for (const part of parts) await this.#rows.edit(connection, number, part);
    return { number, next, hasErased: !isEmptyEdit(edit) };
  }

  async #edit(compaction: Compaction, entries: readonly LogEntry[]): Promise<LogEdit> {
    const steps = compaction.steps(entries);
    while (true) {
      const { done, value } = steps.next();
      if (done === true) return value;
      await turnOfLoop();
    }
  }

  async #lock(connection: Connection, sessionId: string): Promise<SessionRow> {
    const session = await this.#rows.lock(connection, sessionId);
    if (session === undefined) throw unknownSession(sessionId);
    return session;
  }

  #knownOf(number: number): Known {
    const known = this.#known.get(number) ?? { index: new SubjectIndex(), compaction: new Compaction() };
    this.#known.delete(number);
    this.#known.set(number, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  async #catchUp(connection: Connection, { number, next }: SessionRow, index: SubjectIndex): Promise<void> {
    if (index.next >= next) return;
    for (const entry of await this.#rows.read(connection, number, index.next)) index.add(entry);
    index.next = next;
  }

  async #erase(connection: Connection, number: number, index: SubjectIndex, key: string, at: number): Promise<boolean> {
    const place = index.placeOf(key);
    if (place === undefined) return false;
    const { first, prompt, from } = erasureRange(place);
    const early = await this.#rows.at(connection, number, prompt === undefined ? [first] : [prompt, first]);
    const isMoved = !early.some(({ position }) => position === first);
    const start = isMoved ? Math.min(first, from) : from;
    const later = await this.#rows.read(connection, number, start);
    const seen = [...early.filter(({ position }) => position < start), ...later];
    const edit = erasureOf(seen, place, at);
    await this.#rows.edit(connection, number, edit);
    index.forget(key, firstSight(seen, place));
    return !isEmptyEdit(edit);
  }
}

/** Whether an event may clear or replace something. */
function mayErase(event: LogEvent): boolean {
  if (event.type === 'permission_answered') return true;
  const change = changeOf(event);
  return change !== undefined && change.type !== 'chunk';
}
