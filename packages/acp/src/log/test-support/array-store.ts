import type { LogEntry } from '../event.ts';
import { folderOf } from '../folder.ts';
import { LogError } from '../log-error.ts';
import { Bells } from '../store/bells.ts';
import type { LogEdit } from '../store/edit.ts';
import { eventOfText, textOfEvent } from '../store/event-text.ts';
import { isListedFor, type ListQuestion } from '../store/listing.ts';
import type { SessionFacts } from '../store/record.ts';
import { SessionChanges } from '../store/session-changes.ts';
import { runNow } from '../store/steps.ts';
import type { Append, Changed, FoldAccess, NewEntry, Store, StoredSession, StoreRows, Work } from '../store/store.ts';

interface Row extends StoredSession {
  readonly entries: readonly NewEntry[];
}

/** What is stored, which several stores may share as processes share a file. */
export class Saved {
  rows: readonly Row[] = [];
  created = 0;
  /** The bells of all stores that share this. */
  readonly bells: Bells[] = [];
}

/** Mistakes that the author of a store may make. */
export interface Faults {
  /** Numbers are those of the places in the array, so that one may come again after a session was deleted. */
  readonly repeatsNumbers?: boolean;
  /** Lists for a principal have all sessions. */
  readonly ignoresPrincipals?: boolean;
  /** Followers are never woken. */
  readonly isSilent?: boolean;
}

/** A small store with transactions that can fail. It leaves the cache of its sessions to the kit: it never clears it. */
export class ArrayStore implements Store {
  readonly changes = new SessionChanges();
  readonly bells = new Bells();
  /** Makes the next commit fail. */
  failsNext = false;
  readonly #saved: Saved;
  readonly #faults: Faults;

  constructor(faults: Faults = {}, saved = new Saved()) {
    this.#faults = faults;
    this.#saved = saved;
    saved.bells.push(this.bells);
  }

  async read<T>(work: Work<T>): Promise<T> {
    return runNow(work(new ArrayRows(this.#saved, this.#faults)));
  }

  async write(work: Work<Changed>): Promise<Changed> {
    const rows = new ArrayRows(this.#saved, this.#faults);
    const changed = runNow(work(rows));
    this.#commit(rows, changed.number);
    return changed;
  }

  async append(append: Append): Promise<number> {
    return (await this.write((rows) => this.changes.append(rows, append.sessionId, [append]))).next;
  }

  async delete(sessionId: string): Promise<void> {
    const rows = new ArrayRows(this.#saved, this.#faults);
    const number = rows.numberOf(sessionId);
    if (number === undefined) return;
    rows.rows = rows.rows.filter(({ facts }) => facts.sessionId !== sessionId);
    this.#commit(rows, number);
  }

  fold(run: (access: FoldAccess) => Promise<Changed>): Promise<unknown> {
    return run({ read: (work) => this.read(work), write: (work) => this.write(work), pause: () => Promise.resolve() });
  }

  report(): void {}

  async close(): Promise<void> {}

  #commit({ rows, created }: ArrayRows, number: number): void {
    if (this.failsNext) {
      this.failsNext = false;
      throw new LogError('unavailable', 'The commit failed.');
    }
    Object.assign(this.#saved, { rows, created });
    if (this.#faults.isSilent !== true) for (const bells of this.#saved.bells) bells.ring([number]);
  }
}

class ArrayRows implements StoreRows {
  rows: readonly Row[];
  created: number;
  readonly #faults: Faults;

  constructor({ rows, created }: Saved, faults: Faults) {
    this.rows = rows;
    this.created = created;
    this.#faults = faults;
  }

  numberOf(sessionId: string): number | undefined {
    return this.lock(sessionId)?.number;
  }

  find(sessionId: string) {
    const row = this.lock(sessionId);
    return row === undefined ? undefined : { ...row, lastAt: row.entries.at(-1)?.at };
  }

  lock(sessionId: string): Row | undefined {
    return this.rows.find(({ facts }) => facts.sessionId === sessionId);
  }

  list({ cwd, principal: asked, after, limit }: ListQuestion) {
    const principal = this.#faults.ignoresPrincipals === true ? undefined : asked;
    return this.rows
      .filter(({ facts }) => (cwd === undefined || folderOf(facts.cwd) === cwd) && isListedFor(principal, facts))
      .map(({ number, facts, entries }) => ({
        number,
        createdAt: facts.createdAt,
        found: { facts, lastAt: entries.at(-1)?.at },
      }))
      .sort((a, b) => b.createdAt - a.createdAt || b.number - a.number)
      .filter(
        ({ createdAt, number }) =>
          after === undefined ||
          createdAt < after.createdAt ||
          (createdAt === after.createdAt && number < after.number),
      )
      .slice(0, limit);
  }

  insert(facts: SessionFacts): number | undefined {
    if (this.lock(facts.sessionId) !== undefined) return undefined;
    this.created += 1;
    const number = this.#faults.repeatsNumbers === true ? this.rows.length : this.created;
    this.rows = [...this.rows, { number, next: 0, facts, version: 0, entries: [] }];
    return number;
  }

  append({ number, next }: StoredSession, entries: readonly NewEntry[], facts: SessionFacts): void {
    this.#change(number, (row) => ({
      ...row,
      facts,
      next: next + entries.length,
      entries: [...row.entries, ...entries],
    }));
  }

  read(number: number, from: number, limit: number): LogEntry[] {
    return this.#entries(number, ({ position }) => position >= from).slice(0, limit);
  }

  at(number: number, positions: readonly number[]): LogEntry[] {
    return this.#entries(number, ({ position }) => positions.includes(position));
  }

  edit(number: number, { put, remove }: LogEdit): void {
    const texts = new Map(put.map(({ position, event }) => [position, textOfEvent(event)]));
    const removed = new Set(remove);
    this.#change(number, (row) => ({
      ...row,
      entries: row.entries
        .filter(({ position }) => !removed.has(position))
        .map((entry) => ({ ...entry, text: texts.get(entry.position) ?? entry.text })),
    }));
  }

  #entries(number: number, isMeant: (entry: NewEntry) => boolean): LogEntry[] {
    const entries = this.rows.find((row) => row.number === number)?.entries ?? [];
    return entries.filter(isMeant).map(({ position, at, text }) => ({ position, at, event: eventOfText(text) }));
  }

  #change(number: number, change: (row: Row) => Row): void {
    this.rows = this.rows.map((row) => (row.number === number ? change(row) : row));
  }
}
