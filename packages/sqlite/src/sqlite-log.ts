import { closeSync, openSync } from 'node:fs';
import { LogError } from '@emend/acp/log';
import { StoreLog } from '@emend/acp/log/store';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { failureOf, openingFailure } from './failure.ts';
import { own } from './owner-lock.ts';
import { openToRead } from './reading.ts';
import { Reserve } from './reserve.ts';
import { checkVersion, migrate } from './schema.ts';
import { SqliteStore, waitForOthers } from './sqlite-store.ts';

/** Options of {@link openSqliteLog}. */
export interface SqliteLogOptions {
  /**
   * With `read` nothing is changed: every writing call is refused as `read_only`, and a file or folder that cannot be written can be
   * opened. `write` by default.
   */
  readonly access?: 'read' | 'write';
  /** Which SQLite to use; by default the one in Node if there is one, else `libsql`. */
  readonly engine?: Engine;
  /** How long to wait for another process that writes, in milliseconds; 5000 by default. Other work of this process goes on meanwhile. */
  readonly busyTimeout?: number;
  /** The most bytes of the file; more is refused as `full`, like on a full disk. */
  readonly maxBytes?: number;
  /** Whether the file is checked for damage when it is opened, which takes 2 to 5 ms per megabyte; true by default. */
  readonly check?: boolean;
  /**
   * Whether this process owns the file: opening it is refused as `locked` while another process does. Those that do not say so can
   * open it all the same, to read, or to take sessions over. False by default.
   */
  readonly isOwner?: boolean;
  /** Called with failures that no call rejects with: those of the upkeep, and damaged sessions that a listing leaves out. */
  readonly report?: (error: LogError) => void;
}

const defaultWait = 5000;

/** Opens the session log in a file, which is created if it does not exist, unless `access` is `read`. */
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
  const { busyTimeout = defaultWait } = options;
  let opened: Database | undefined;
  let disown = (): void => {};
  try {
    if (options.access === 'read') {
      const { database, engine, verify } = openToRead(path, options.engine);
      opened = database;
      waitForOthers(database, busyTimeout);
      if (options.check !== false) checkIntegrity(database, path);
      checkVersion(database, path);
      return logOf(path, database, engine, { ...options, verify });
    }
    makeFile(path);
    // First, so that a file that cannot be made is refused in the same words as without an owner.
    const { database, engine } = openDatabase(path, options.engine);
    opened = database;
    if (options.isOwner === true) disown = own(path, options.engine);
    waitForOthers(database, busyTimeout);
    database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL');
    database.prepare('PRAGMA journal_mode = WAL').get();
    if (options.check !== false) checkIntegrity(database, path);
    migrate(database, path);
    checkWritable(database, path);
    waitForOthers(database, busyTimeout);
    return logOf(path, database, engine, { ...options, disown });
  } catch (error) {
    opened?.close();
    disown();
    throw options.access === 'read' ? failureOf(error, path) : openingFailure(error, path);
  }
}

/**
 * Creates the file so that only its owner can read it; SQLite gives the files beside it the same mode.
 *
 * A file that exists keeps its mode, which somebody may have chosen. If it cannot be created, SQLite's error says why.
 */
function makeFile(path: string): void {
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It is there, or opening it fails too.
  }
}

/** Throws if the file may only be read: SQLite opens it all the same, and would refuse the first change. */
function checkWritable(database: Database, path: string): void {
  // A file that another process writes to can be written, and whoever waits would hold the event loop.
  waitForOthers(database, 0);
  try {
    // `BEGIN IMMEDIATE` is no test: where the file may only be read, SQLite begins a transaction that reads.
    database.exec('DELETE FROM sessions WHERE 0');
  } catch (error) {
    if (failureOf(error, path).failure !== 'locked') throw error;
  }
}

/** SQLite does not notice by itself that a page was torn or lost, and would read a session with gaps. */
function checkIntegrity(database: Database, path: string): void {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
  if (found !== 'ok') throw new LogError('corrupt', `The session log ${path} is damaged: ${found}`);
}

function logOf(
  path: string,
  database: Database,
  engine: Engine,
  options: SqliteLogOptions & { readonly verify?: () => void; readonly disown?: () => void },
): SqliteLog {
  const { access = 'write', busyTimeout = defaultWait, maxBytes, report, verify = () => {}, disown } = options;
  const store = new SqliteStore(path, database, engine, { access, busyTimeout, maxBytes, report, verify });
  return new SqliteLog(store, engine, disown);
}

/** Sessions in one SQLite file. Made by {@link openSqliteLog}. */
export class SqliteLog extends StoreLog {
  /** Which SQLite runs. */
  readonly engine: Engine;
  readonly #store: SqliteStore;
  #disown: () => void;

  constructor(store: SqliteStore, engine: Engine, disown: () => void = () => {}) {
    super(store);
    this.#store = store;
    this.engine = engine;
    this.#disown = disown;
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      this.#disown();
      this.#disown = () => {};
    }
  }

  /**
   * Resolves when no byte of what has been erased is in the files any more; within a second unless another process reads. Rejects if the
   * file cannot be written; that is tried again all the same, and reported to {@link SqliteLogOptions.report}.
   */
  scrubbed(): Promise<void> {
    const scrubbed = this.#store.scrubbed();
    scrubbed.catch(() => {});
    return scrubbed;
  }
}
