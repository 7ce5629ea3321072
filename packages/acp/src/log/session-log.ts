import type { LogEntry, LogEvent } from './event.ts';
import type { Subject } from './subject.ts';

/** A session to be created. */
export interface NewSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  /** Whole milliseconds since 1970. */
  readonly at: number;
}

/** What a listing tells of a session. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly cwd: string;
  /** Those of the last load or resume, else of the creation. */
  readonly additionalDirectories: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** From `session_info_update`. */
  readonly title?: string;
  /** An ISO 8601 time: from `session_info_update`, else the time of the last append. */
  readonly updatedAt: string;
}

/** Which sessions to list. */
export interface ListOptions {
  /** Only sessions of this working directory. */
  readonly cwd?: string;
  /** `nextCursor` of the page before, with the same `cwd`. */
  readonly cursor?: string;
  /** The most sessions of a page; between 1 and 200, 50 if not given. */
  readonly limit?: number;
}

/** Sessions, newest first; without `nextCursor` there are no more (C12). */
export interface SessionPage {
  readonly sessions: readonly SessionRecord[];
  readonly nextCursor?: string;
}

/** Where and when events are appended. */
export interface AppendOptions {
  /** The position of the first of them: where the session ends now. */
  readonly expected: number;
  /** Whole milliseconds since 1970. */
  readonly at: number;
  /** Whether content that these events clear or replace is erased, which it is if not said, or kept. */
  readonly history?: 'erase' | 'keep';
  /**
   * Who appends, any object: once an append of a writer is refused, all its later ones are, also those called before it could know.
   *
   * Without one, an append that nobody waited for may be stored behind another writer's although the one before it was refused.
   */
  readonly writer?: object;
}

/** An append-only record of what happened in sessions, with two exceptions that keep its meaning: folding and erasing. */
export interface SessionLog {
  /** Creates a session; once this resolves, the session survives a crash. */
  create(session: NewSession): Promise<void>;
  /**
   * Appends events and resolves, once they survive a crash, to the position after them.
   *
   * The order of calls is the order of events, so a caller may go on without waiting and await only the last promise.
   */
  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number>;
  /** The entries from a position on, in order, in batches; the iteration ends at the present end. */
  read(sessionId: string, from?: number): AsyncIterable<readonly LogEntry[]>;
  /** As {@link SessionLog.read}, but goes on as entries are appended, by whichever process, until aborted or deleted. */
  follow(sessionId: string, from: number, signal: AbortSignal): AsyncIterable<readonly LogEntry[]>;
  /** What a listing would tell of a session, and the position after its last entry. */
  find(sessionId: string): Promise<{ readonly record: SessionRecord; readonly position: number } | undefined>;
  /** Sessions, newest first, a page at a time. */
  list(options?: ListOptions): Promise<SessionPage>;
  /** Erases a session with everything in it; an unknown one is no error (A20). */
  delete(sessionId: string): Promise<void>;
  /** Folds the updates of ended turns to one a message and one a tool call; the folded state stays the same. */
  compact(sessionId: string): Promise<void>;
  /** Erases what a message, a tool call or a plan held before it was cleared or replaced, where that was kept as history. */
  redact(sessionId: string, subject: Subject, at: number): Promise<void>;
  /** Ends all following, waits for what is under way and frees everything. */
  close(): Promise<void>;
}
