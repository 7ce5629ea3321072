import type { Subject } from '../session/subject.ts';
import type { LogEntry, LogEvent } from './event.ts';
import type { SessionOwnership } from './ownership.ts';

/** A session to be created. */
export interface NewSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  /** Whom the session belongs to: the name that the server gives the client that creates it. */
  readonly principal?: string;
  /** Whole milliseconds since 1970. */
  readonly at: number;
}

/** A session in a listing. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly cwd: string;
  /** The directories of the last load or resume, else of the creation. */
  readonly additionalDirectories: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whom the session belongs to; absent if nobody was known when it was created. */
  readonly principal?: string;
  /** From `session_info_update`. */
  readonly title?: string;
  /** An ISO 8601 time: from `session_info_update`, else the time of the last append. */
  readonly updatedAt: string;
}

/** Options of {@link SessionLog.list}. */
export interface ListOptions {
  /** Only sessions of this working directory. */
  readonly cwd?: string;
  /** Only sessions of this principal, and those that belong to nobody. */
  readonly principal?: string;
  /** The `nextCursor` of the previous page, which must have had the same `cwd` and `principal`. */
  readonly cursor?: string;
  /** The most sessions of a page, between 1 and 200; 50 by default. */
  readonly limit?: number;
}

/** Sessions, newest first; without `nextCursor` there are no more. */
export interface SessionPage {
  readonly sessions: readonly SessionRecord[];
  readonly nextCursor?: string;
}

/** Options of {@link SessionLog.append}. */
export interface AppendOptions {
  /** The position of the first event, which must be where the session ends now. */
  readonly expected: number;
  /** Whole milliseconds since 1970. */
  readonly at: number;
  /** Whether content that these events clear or replace is erased, which is the default, or kept. */
  readonly history?: 'erase' | 'keep';
  /**
   * Any object that stands for the caller. Once an append of a writer has failed, all its later ones are refused, also those called before
   * it could know.
   *
   * Without a writer, an append that was called without waiting may be stored after another writer's, although the one before it was refused.
   */
  readonly writer?: object;
}

/** An append-only record of what happened in sessions, but for two changes that keep its meaning: folding and erasing. */
export interface SessionLog {
  /**
   * Who may append to which session, if several nodes share the log: then only the owner of a session can. Without it, whoever loads a
   * session takes it over.
   */
  readonly ownership?: SessionOwnership;
  /** Creates a session; resolves when it survives a crash. */
  create(session: NewSession): Promise<void>;
  /**
   * Appends events; resolves to the position after them when they survive a crash.
   *
   * Events are stored in the order of calls, so a caller need not wait for each promise: the last one covers all before it.
   */
  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number>;
  /** Yields the entries from a position on, in order and in batches, up to the present end. */
  read(sessionId: string, from?: number): AsyncIterable<readonly LogEntry[]>;
  /** Like {@link SessionLog.read}, but goes on with entries that any process appends, until it is aborted, the session deleted or the log closed. */
  follow(sessionId: string, from: number, signal: AbortSignal): AsyncIterable<readonly LogEntry[]>;
  /** Resolves to a session as a listing shows it and the position after its last entry, or to undefined if there is none. */
  find(sessionId: string): Promise<{ readonly record: SessionRecord; readonly position: number } | undefined>;
  /** Lists sessions, newest first, a page at a time. */
  list(options?: ListOptions): Promise<SessionPage>;
  /** Deletes a session with everything in it; an unknown one is no error. */
  delete(sessionId: string): Promise<void>;
  /** Replaces the updates of ended turns by one per message and tool call; what the session folds to stays the same. */
  compact(sessionId: string): Promise<void>;
  /** Erases what a message, a tool call or a plan held before it was cleared or replaced, if that was kept as history. */
  redact(sessionId: string, subject: Subject, at: number): Promise<void>;
  /** Ends all followers, waits for calls that are under way and frees everything. */
  close(): Promise<void>;
}
