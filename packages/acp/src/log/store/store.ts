import type { LogEntry, LogEvent } from '../event.ts';
import type { LogError } from '../log-error.ts';
import type { AppendOptions } from '../session-log.ts';
import type { Bells } from './bells.ts';
import type { LogEdit } from './edit.ts';
import type { ListQuestion } from './listing.ts';
import type { SessionFacts } from './record.ts';
import type { SessionChanges } from './session-changes.ts';
import type { Answer, Steps } from './steps.ts';

/** A session as a store holds it. */
export interface StoredSession {
  /** The store's own number of the session; a number is never used again, also not after the session was deleted. */
  readonly number: number;
  /** The position after the last entry. */
  readonly next: number;
  readonly facts: SessionFacts;
  /** Changes when another process may have erased entries; constant in a store that locks its sessions or has no other process. */
  readonly version: number;
}

/** A session on a page of the listing, or the error if what is stored of it is damaged. */
export interface ListedSession {
  readonly number: number;
  readonly createdAt: number;
  readonly found: { readonly facts: SessionFacts; readonly lastAt: number | undefined } | LogError;
}

/** An entry to be stored. */
export interface NewEntry {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The event as JSON, which must be stored character by character. */
  readonly text: string;
}

/** What a store reads and writes, as one transaction or one reading call sees it. */
export interface StoreRows {
  /** Returns the number of a session, or undefined if there is none. */
  numberOf(sessionId: string): Answer<number | undefined>;
  /** Returns a session with the time of its last entry, which is undefined if it has none. */
  find(sessionId: string): Answer<(StoredSession & { readonly lastAt: number | undefined }) | undefined>;
  /** Returns at most `limit` sessions, newest first: by time of creation, then by number, both descending. */
  list(question: ListQuestion): Answer<readonly ListedSession[]>;
  /** Returns at most `limit` entries from a position on, in order. */
  read(number: number, from: number, limit: number): Answer<readonly LogEntry[]>;
  /** Returns those of these entries that are there, in order. */
  at(number: number, positions: readonly number[]): Answer<readonly LogEntry[]>;
  /** Stores a new session and returns its number, or undefined if its id is taken. */
  insert(facts: SessionFacts): Answer<number | undefined>;
  /** Returns a session that nobody else can change until the transaction ends, or undefined if there is none. */
  lock(sessionId: string): Answer<StoredSession | undefined>;
  /** Stores entries at the end of a locked session, and its facts if they are other than `session.facts`. */
  append(session: StoredSession, entries: readonly NewEntry[], facts: SessionFacts): Answer<void>;
  /** Replaces and removes entries of a locked session, so that nothing of what they held can be read again. */
  edit(number: number, edit: LogEdit): Answer<void>;
}

/** Work on the rows of a store. */
export type Work<T> = (rows: StoreRows) => Steps<T>;

/** The result of a change. */
export interface Changed {
  readonly number: number;
  /** The position after the last entry. */
  readonly next: number;
  /** Whether bytes were erased that the store may have to scrub or whose space it can give back. */
  readonly hasErased: boolean;
  /** The last entry that was appended, as it was first stored. */
  readonly last?: NewEntry | undefined;
  /** True if the session was created. */
  readonly isNew?: boolean;
}

/** One call of `append`. */
export interface Append {
  readonly sessionId: string;
  readonly events: readonly LogEvent[];
  /** The events as JSON. */
  readonly texts: readonly string[];
  readonly options: AppendOptions;
}

/** How a fold reads and writes. */
export interface FoldAccess {
  read<T>(work: Work<T>): Promise<T>;
  write(work: Work<Changed>): Promise<Changed>;
  /** Resolves after other work had its turn on the event loop. */
  pause(): Promise<unknown>;
}

/** What the author of a store supplies; `StoreLog` makes a session log of it. Every promise rejects with a `LogError`. */
export interface Store {
  /** The rules for changing sessions, with a cache: call `changes.clear()` when a transaction was not committed, before the next one runs. */
  readonly changes: SessionChanges;
  /** Wakes followers; the store rings when a session has changed, also if another process changed it. */
  readonly bells: Bells;
  /** Runs work that only reads. */
  read<T>(work: Work<T>): Promise<T>;
  /**
   * Runs a change in a transaction and resolves when it survives a crash. Calls take effect in their order. If the change throws or cannot
   * be committed, nothing of it stays; it may be run again.
   *
   * An `erasing` change makes room and must succeed on a full disk if that is possible at all.
   */
  write(work: Work<Changed>, purpose?: 'erasing'): Promise<Changed>;
  /** Runs `changes.append` for this append as {@link Store.write} does, alone or together with others that continue it; resolves to the position after it. */
  append(append: Append): Promise<number>;
  /** Deletes a session: once this resolves, no call finds it, also after a crash. What it held may be erased in slices after that. */
  delete(sessionId: string): Promise<void>;
  /**
   * Runs a fold. A store that notices by {@link StoredSession.version} if others erase meanwhile gives it many transactions, so that nobody
   * waits for long; any other store gives it one.
   */
  fold(run: (access: FoldAccess) => Promise<Changed>): Promise<unknown>;
  /** Reports a failure that no call rejects with. Must not throw. */
  report(error: LogError): void;
  /** Waits for what is under way and frees everything. */
  close(): Promise<void>;
}
