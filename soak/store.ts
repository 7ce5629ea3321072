import { LogError, type LogEvent, type SessionLog } from '@emend/acp/log';
import { openSqliteLog, type SqliteLog } from '@emend/sqlite';
import { sqliteEngine } from './sqlite-engine.ts';

/** A log on disk that can be kept from growing, as on a full disk. */
export interface FillableLog extends SessionLog {
  /** Makes SQLite fail for lack of space from now on. */
  fill(): Promise<void>;
  /** Gives SQLite space again. */
  makeRoom(): Promise<void>;
  /** How often SQLite has refused to write for lack of space. */
  readonly refusals: number;
}

const forgotten: LogEvent = { type: 'update', update: { sessionUpdate: '_forgotten' } };

/** Removes the free space that deleted sessions have left in the file. */
function giveSpaceBack(path: string): void {
  const database = new (sqliteEngine())(path);
  try {
    // Longer than anybody holds the lock, however busy the machine is.
    database.exec('PRAGMA busy_timeout = 60000; VACUUM');
  } finally {
    database.close();
  }
}

/** Opens the log of a store; what it holds survives the process. */
export async function openStore(folder: string, isForgetful: boolean): Promise<FillableLog> {
  const path = `${folder}/sessions.db`;
  let log: Promise<SqliteLog> = openSqliteLog(path);
  let refusals = 0;
  await log;

  /** Opens the file again; writes in the meantime wait, in order. */
  function reopen(options: { readonly maxBytes?: number }): Promise<unknown> {
    log = log.then(async (old) => {
      await old.close();
      if (options.maxBytes !== undefined) giveSpaceBack(path);
      return openSqliteLog(path, { check: false, ...options });
    });
    return log;
  }

  async function changing<T>(change: (log: SqliteLog) => Promise<T>): Promise<T> {
    try {
      return await change(await log);
    } catch (error) {
      if (error instanceof LogError && error.failure === 'full') refusals += 1;
      throw error;
    }
  }

  return {
    // The smallest limit that SQLite accepts is the current size of the file.
    fill: () => reopen({ maxBytes: 1 }).then(() => {}),
    makeRoom: () => reopen({}).then(() => {}),
    get refusals() {
      return refusals;
    },
    create: (session) => changing((open) => open.create(session)),
    append(sessionId, events, options) {
      // A broken log that acknowledges what it does not store: the run must notice it.
      const kept = isForgetful ? events.map((event) => (event.type === 'update' ? forgotten : event)) : events;
      const appended = changing((open) => open.append(sessionId, kept, options));
      appended.catch(() => {});
      return appended;
    },
    async *read(sessionId, from) {
      yield* (await log).read(sessionId, from);
    },
    async *follow(sessionId, from, signal) {
      yield* (await log).follow(sessionId, from, signal);
    },
    find: async (sessionId) => (await log).find(sessionId),
    list: async (options) => (await log).list(options),
    delete: (sessionId) => changing((open) => open.delete(sessionId)),
    compact: (sessionId) => changing((open) => open.compact(sessionId)),
    redact: (sessionId, subject, at) => changing((open) => open.redact(sessionId, subject, at)),
    close: async () => (await log).close(),
  };
}
