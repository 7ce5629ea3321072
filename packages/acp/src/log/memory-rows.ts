import type { LogEntry } from './event.ts';
import { folderOf } from './folder.ts';
import type { LogEdit } from './store/edit.ts';
import { eventOfText, textOfEvent } from './store/event-text.ts';
import { isListedFor, type ListQuestion } from './store/listing.ts';
import { lowerBound } from './store/lower-bound.ts';
import type { SessionFacts } from './store/record.ts';
import type { ListedSession, NewEntry, StoreRows } from './store/store.ts';

interface MemorySession {
  readonly number: number;
  readonly version: number;
  facts: SessionFacts;
  next: number;
  lastAt: number | undefined;
  /** As text, like in every other log: what the caller does to an event later does not change the log. */
  readonly entries: NewEntry[];
}

/** Sessions in maps and arrays. */
export class MemoryRows implements StoreRows {
  readonly #sessions = new Map<string, MemorySession>();
  readonly #entries = new Map<number, NewEntry[]>();
  #created = 0;

  numberOf(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.number;
  }

  find(sessionId: string): MemorySession | undefined {
    return this.#sessions.get(sessionId);
  }

  lock(sessionId: string): MemorySession | undefined {
    return this.#sessions.get(sessionId);
  }

  insert(facts: SessionFacts): number | undefined {
    if (this.#sessions.has(facts.sessionId)) return undefined;
    this.#created += 1;
    const entries: NewEntry[] = [];
    const session = { number: this.#created, version: 0, facts, next: 0, lastAt: undefined, entries };
    this.#sessions.set(facts.sessionId, session);
    this.#entries.set(this.#created, entries);
    return this.#created;
  }

  list({ cwd, principal, after, limit }: ListQuestion): ListedSession[] {
    return [...this.#sessions.values()]
      .filter(({ facts }) => (cwd === undefined || folderOf(facts.cwd) === cwd) && isListedFor(principal, facts))
      .map((session) => ({ number: session.number, createdAt: session.facts.createdAt, found: session }))
      .sort((a, b) => b.createdAt - a.createdAt || b.number - a.number)
      .filter(
        ({ createdAt, number }) =>
          after === undefined ||
          createdAt < after.createdAt ||
          (createdAt === after.createdAt && number < after.number),
      )
      .slice(0, limit);
  }

  append({ facts: { sessionId } }: { facts: SessionFacts }, entries: readonly NewEntry[], facts: SessionFacts): void {
    const session = this.#sessions.get(sessionId);
    const last = entries.at(-1);
    if (session === undefined || last === undefined) return;
    for (const entry of entries) session.entries.push(entry);
    session.next = last.position + 1;
    session.lastAt = last.at;
    session.facts = facts;
  }

  read(number: number, from: number, limit: number): LogEntry[] {
    const entries = this.#entriesOf(number);
    const start = firstFrom(entries, from);
    return entries.slice(start, start + limit).map(entryOf);
  }

  at(number: number, positions: readonly number[]): LogEntry[] {
    return positions.flatMap((position) =>
      this.read(number, position, 1).filter((entry) => entry.position === position),
    );
  }

  edit(number: number, { put, remove }: LogEdit): void {
    const entries = this.#entriesOf(number);
    for (const { position, event } of put) {
      const index = firstFrom(entries, position);
      const entry = entries[index];
      if (entry?.position === position) entries[index] = { ...entry, text: textOfEvent(event) };
    }
    if (remove.length === 0) return;
    const removed = new Set(remove);
    // Only what stands behind the first that goes has to move.
    let end = firstFrom(
      entries,
      remove.reduce((least, position) => Math.min(least, position)),
    );
    for (const entry of entries.slice(end)) if (!removed.has(entry.position)) entries[end++] = entry;
    entries.length = end;
  }

  /** Deletes a session; returns its number if there was one. */
  delete(sessionId: string): number | undefined {
    const number = this.numberOf(sessionId);
    this.#sessions.delete(sessionId);
    if (number !== undefined) this.#entries.delete(number);
    return number;
  }

  #entriesOf(number: number): NewEntry[] {
    return this.#entries.get(number) ?? [];
  }
}

function entryOf({ position, at, text }: NewEntry): LogEntry {
  return { position, at, event: eventOfText(text) };
}

/** The index of the first entry at or after a position. */
function firstFrom(entries: readonly NewEntry[], position: number): number {
  return lowerBound(entries, position, (entry) => entry.position);
}
