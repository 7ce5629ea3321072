import { closeSync, openSync } from 'node:fs';
import {
  type AppendOptions,
  type ListOptions,
  type LogEntry,
  LogError,
  type LogEvent,
  type NewSession,
  type SessionLog,
  type SessionPage,
  type SessionRecord,
  type Subject,
} from '@emend/acp/log';
import {
  closed,
  cursorAfter,
  folderOf,
  follow,
  questionOf,
  recordOf,
  textOfEvent,
  unknownSession,
} from '@emend/acp/log/store';
import { Bells } from './bells.ts';
import { ChangePoll } from './change-poll.ts';
import { type ChangeOptions, CommitQueue } from './commit-queue.ts';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { failureOf } from './failure.ts';
import { foldSession } from './folding.ts';
import { LogTransactions } from './log-transactions.ts';
import { type OpenedToRead, openToRead } from './reading.ts';
import { Reserve } from './reserve.ts';
import { Room } from './room.ts';
import { Rows } from './rows.ts';
import { checkVersion, migrate } from './schema.ts';
import { erasesMore, SessionChanges } from './session-changes.ts';
import { Upkeep } from './upkeep.ts';

/** How a log is opened. */
export interface SqliteLogOptions {
  /**
   * With `read` nothing is changed: every writing call is refused as `read_only`, and a file or folder that cannot be written can be
   * opened; `write` if not given.
   */
  readonly access?: 'read' | 'write';
  /** Which SQLite to use; if not given, the one in Node where there is one, else `libsql`. */
  readonly engine?: Engine;
  /** How long to wait for another process that writes, in milliseconds; 5000 if not given. Other work of this process goes on meanwhile. */
  readonly busyTimeout?: number;
  /** The most bytes that the file may take; more is refused as a full disk is. */
  readonly maxBytes?: number;
  /** Whether the file is checked when it is opened, which takes 2 to 5 ms a megabyte; true if not given. */
  readonly check?: boolean;
  /** Called with failures that no call rejects with: those of the upkeep, and damaged sessions that a listing leaves out. */
  readonly report?: (error: LogError) => void;
}

const always = () => true;
const readBatch = 2000;
/** How long SQLite itself waits for another process, which holds the event loop, in milliseconds; changes are tried again after that. */
const shortWait = 20;
/** The same for work that cannot be tried again in a moment. */
const longestHold = 2000;

/** Opens the session log in a file, which is created if it is not there unless it is to be read only. */
export async function openSqliteLog(path: string, options: SqliteLogOptions = {}): Promise<SqliteLog> {
  // SQLite takes an empty name for a database that is gone when it is closed: nothing would be kept, and nothing said.
  if (path === '')
    throw new LogError('unavailable', 'A session log needs the name of a file, and the one given is empty.');
  try {
    return open(path, options);
  } catch (error) {
    const failure = failureOf(error, path);
    // SQLite puts files beside the store that a full disk has no room for.
    const isFull = failure.failure === 'full' || failure.failure === 'unavailable';
    if (!isFull || options.access === 'read' || !new Reserve(path).release()) throw failure;
    return open(path, options);
  }
}

function open(path: string, options: SqliteLogOptions): SqliteLog {
  const { busyTimeout = 5000 } = options;
  let opened: Database | undefined;
  try {
    if (options.access === 'read') {
      const { database, engine, verify } = openToRead(path, options.engine);
      opened = database;
      waitForOthers(database, busyTimeout);
      if (options.check !== false) checkIntegrity(database, path);
      checkVersion(database, path);
      return new SqliteLog(path, database, engine, { ...options, busyTimeout, verify });
    }
    makeFile(path);
    const { database, engine } = openDatabase(path, options.engine);
    opened = database;
    waitForOthers(database, busyTimeout);
    database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL');
    database.prepare('PRAGMA journal_mode = WAL').get();
    if (options.check !== false) checkIntegrity(database, path);
    migrate(database, path);
    return new SqliteLog(path, database, engine, { ...options, busyTimeout });
  } catch (error) {
    opened?.close();
    throw failureOf(error, path);
  }
}

/**
 * Makes a file that only its owner can read, unless one is there. SQLite gives the files beside it the same mode.
 *
 * One that is there keeps its mode, which somebody may have chosen. What prevents this is told better by SQLite.
 */
function makeFile(path: string): void {
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It is there, or opening it fails too.
  }
}

/** SQLite does not notice by itself that a page was torn or lost, and would read a session with gaps. */
function checkIntegrity(database: Database, path: string): void {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
  if (found !== 'ok') throw new LogError('corrupt', `The session log ${path} is damaged: ${found}`);
}

interface OpenOptions extends SqliteLogOptions, Partial<Pick<OpenedToRead, 'verify'>> {
  readonly busyTimeout: number;
}

/** Sessions in one SQLite file. Made by {@link openSqliteLog}. */
export class SqliteLog implements SessionLog {
  /** Which SQLite runs. */
  readonly engine: Engine;
  readonly #path: string;
  readonly #access: 'read' | 'write';
  readonly #verify: () => void;
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #changes: SessionChanges;
  readonly #queue: CommitQueue;
  readonly #upkeep: Upkeep;
  readonly #report: (error: LogError) => void;
  readonly #bells = new Bells();
  readonly #folds = new Map<string, Promise<void>>();
  readonly #poll: ChangePoll;
  #isClosed = false;
  #closing: Promise<void> | undefined;

  constructor(path: string, database: Database, engine: Engine, options: OpenOptions) {
    this.#path = path;
    this.#access = options.access ?? 'write';
    this.#verify = options.verify ?? (() => {});
    this.#database = database;
    this.engine = engine;
    this.#rows = new Rows(database, engine);
    this.#changes = new SessionChanges(this.#rows);
    this.#poll = new ChangePoll(
      () => {
        this.#verify();
        return this.#rows.dataVersion();
      },
      () => this.#bells.ringAll(),
    );
    const { busyTimeout, report } = options;
    this.#report = (error) => {
      try {
        report?.(error);
      } catch {
        // A listener that fails must not end the process from a timer, nor leave undone what it was told of.
      }
    };
    const named = (error: unknown) => failureOf(error, path);
    const room = new Room(database, { path, maxBytes: options.maxBytes });
    if (this.#access === 'write') room.limit();
    this.#upkeep = new Upkeep(database, {
      room,
      patiently(work) {
        waitForOthers(database, Math.min(busyTimeout, longestHold));
        try {
          return work();
        } finally {
          waitForOthers(database, shortWait);
        }
      },
      report: this.#report,
      failureOf: named,
      eraseDeleted: () => this.#eraseDeleted(),
    });
    const parts = { database, rows: this.#rows, changes: this.#changes, room, failureOf: named };
    const onFull = () => this.#upkeep.noteFull();
    const transactions = new LogTransactions({ ...parts, onCommit: () => this.#onCommit(), onFull });
    this.#queue = new CommitQueue(transactions, busyTimeout);
    waitForOthers(database, shortWait);
    // What a process that died had erased may still be in the write-ahead log.
    if (this.#access === 'write') this.#upkeep.request();
  }

  create(session: NewSession): Promise<void> {
    return this.#change(() => this.#changes.create(session));
  }

  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    const texts: string[] = [];
    let weight = 0;
    for (const event of events) {
      const text = textOfEvent(event);
      texts.push(text);
      weight += text.length;
    }
    const change = () => this.#changes.append(sessionId, events, texts, options);
    const appended = this.#change(change, { weight, erases: () => erasesMore(events, weight, options) });
    appended.catch(() => this.#changes.continuity.stop(options));
    return appended;
  }

  async *read(sessionId: string, from = 0): AsyncGenerator<readonly LogEntry[], void, undefined> {
    const number = this.#try(() => this.#rows.findSession(sessionId));
    if (number === undefined) throw unknownSession(sessionId);
    let position = from;
    // What is left of a session that was deleted while the reader took its time must not be read.
    while (this.#try(() => this.#rows.findSession(sessionId)) === number) {
      const batch = this.#try(() => this.#rows.read(number, position, readBatch));
      const last = batch.at(-1);
      if (last === undefined) return;
      yield batch;
      if (batch.length < readBatch) return;
      position = last.position + 1;
    }
  }

  async *follow(sessionId: string, from: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    const number = this.#try(() => this.#rows.findSession(sessionId));
    if (number === undefined) throw unknownSession(sessionId);
    const isThere = () => this.#try(() => this.#rows.findSession(sessionId)) === number;
    const read = (position: number) => (isThere() ? this.read(sessionId, position) : undefined);
    const bell = this.#bells.join(number);
    this.#poll.join();
    try {
      yield* follow({ read, bell, isClosed: () => this.#isClosed }, from, signal);
    } finally {
      this.#poll.leave();
      this.#bells.leave(number);
    }
  }

  async find(sessionId: string) {
    return this.#try(() => {
      const number = this.#rows.findSession(sessionId);
      if (number === undefined) return undefined;
      const { next, at } = this.#rows.endOf(number);
      return { record: recordOf(this.#rows.factsOf(number), at), position: next };
    });
  }

  async list(options: ListOptions = {}): Promise<SessionPage> {
    return this.#try(() => {
      const question = questionOf(options);
      const found = this.#rows.listSessions({ ...question, limit: question.limit + 1 });
      const page = found.slice(0, question.limit);
      const last = found.length > page.length ? page.at(-1) : undefined;
      const sessions = page.flatMap(({ number }) => this.#listed(number, question.cwd) ?? []);
      if (last === undefined) return { sessions };
      return { sessions, nextCursor: cursorAfter({ createdAt: last.created, rank: last.number }, question.cwd) };
    });
  }

  /** What the listing tells of a session; one that is damaged must not keep others from being listed. */
  #listed(number: number, cwd: string | undefined): SessionRecord | undefined {
    try {
      const facts = this.#rows.factsOf(number);
      const isOfFolder = cwd === undefined || folderOf(facts.cwd) === cwd;
      return isOfFolder ? recordOf(facts, this.#rows.endOf(number).at) : undefined;
    } catch (error) {
      const { failure, message } = failureOf(error, this.#path);
      if (failure !== 'corrupt') throw error;
      this.#report(
        new LogError(failure, `${message.replace(/\.$/, '')}; the listing leaves it out.`, { cause: error }),
      );
      return undefined;
    }
  }

  delete(sessionId: string): Promise<void> {
    return this.#change(() => this.#changes.delete(sessionId), { erases: always });
  }

  compact(sessionId: string): Promise<void> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return rejected(refusal);
    const change = <T>(run: () => T) => this.#queue.add(run);
    const fold = async () => {
      try {
        await foldSession(sessionId, { rows: this.#rows, changes: this.#changes, change });
      } catch (error) {
        throw failureOf(error, this.#path);
      }
    };
    // One fold of a session follows the other, whatever became of that.
    const folded = (this.#folds.get(sessionId) ?? Promise.resolve()).then(fold, fold);
    const forget = () => this.#folds.get(sessionId) === folded && this.#folds.delete(sessionId);
    this.#folds.set(sessionId, folded);
    folded.then(forget, forget);
    return folded;
  }

  redact(sessionId: string, subject: Subject, at: number): Promise<void> {
    return this.#change(() => this.#changes.redact(sessionId, subject, at), { erases: always });
  }

  /**
   * Resolves when no byte of what has been erased is in the files any more; within a second unless another process reads. Rejects if the
   * file cannot be written; that is tried again all the same, and {@link SqliteLogOptions.report} is told.
   */
  scrubbed(): Promise<void> {
    return this.#access === 'read' ? rejected(this.#refusal() ?? closed()) : this.#upkeep.done();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#bells.ringAll();
    await Promise.allSettled(this.#folds.values());
    await this.#queue.idle();
    this.#poll.stop();
    try {
      if (this.#access === 'write') await this.#upkeep.stop();
    } finally {
      this.#database.close();
    }
  }

  /** Erases a slice of what deleted sessions have left, if anything; says whether there is more. */
  async #eraseDeleted(): Promise<boolean> {
    if (this.#rows.hiddenSession() === undefined) return false;
    return this.#queue.add(() => this.#changes.eraseDeleted(), { erases: always });
  }

  #change<T>(run: () => T, options?: ChangeOptions): Promise<T> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return rejected(refusal);
    return this.#queue.add(run, options);
  }

  /** Why nothing can be changed, if so. */
  #refusal(): LogError | undefined {
    if (this.#isClosed) return closed();
    if (this.#access === 'write') return undefined;
    return new LogError('read_only', `The session log ${this.#path} was opened to be read only.`);
  }

  /** Runs something that only reads. */
  #try<T>(run: () => T): T {
    if (this.#isClosed) throw closed();
    try {
      const found = run();
      this.#verify();
      return found;
    } catch (error) {
      this.#verify();
      throw failureOf(error, this.#path);
    }
  }

  #onCommit(): void {
    if (this.#changes.hasErased) this.#upkeep.request();
    this.#changes.hasErased = false;
    this.#bells.ring(this.#changes.touched);
    this.#changes.touched.clear();
  }
}

function waitForOthers(database: Database, milliseconds: number): void {
  database.exec(`PRAGMA busy_timeout = ${Math.trunc(milliseconds)}`);
}

function rejected(error: LogError): Promise<never> {
  const failed = Promise.reject(error);
  failed.catch(() => {});
  return failed;
}
