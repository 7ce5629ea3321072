import { createHash } from 'node:crypto';
import {
  type AppendOptions,
  type ListOptions,
  type LogEntry,
  LogError,
  type LogEvent,
  type NewSession,
  type SessionLog,
  type SessionPage,
  type Subject,
} from '@emend/acp/log';
import {
  checkTime,
  closed,
  cursorAfter,
  follow,
  newFacts,
  questionOf,
  recordOf,
  sessionExists,
  textOfEvent,
  unknownSession,
} from '@emend/acp/log/store';
import { AppendQueue } from './append-queue.ts';
import type { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { Listener } from './listener.ts';
import { Rows } from './rows.ts';
import { migrate, tablesIn } from './schema.ts';
import { Server } from './server.ts';
import { type Changed, SessionChanges } from './session-changes.ts';
import { Upkeep } from './upkeep.ts';

/** How a log is opened. */
export interface PostgresLogOptions {
  /** The schema with the tables, which is created if it is not there; `emend` if not given. */
  readonly schema?: string;
  /** The most connections for calls; 5 if not given. Following takes one more, and so does the upkeep after an erasure. */
  readonly connections?: number;
  /** For how long a lost connection is tried again before a call fails, in milliseconds; 5000 if not given. */
  readonly retryFor?: number;
  /** Told of lost connections and other failures that no call is there to report. */
  readonly report?: (error: LogError) => void;
}

const readBatch = 2000;
const eraseBatch = 2000;
/** How long upkeep waits for a lock before it fails as `locked`, in milliseconds: closing waits for upkeep. */
const upkeepPatience = 200;

/** Opens the session log in a database, given by its URL. */
export async function openPostgresLog(url: string, options: PostgresLogOptions = {}): Promise<PostgresLog> {
  const { schema = 'emend', connections = 5, retryFor = 5_000, report = () => {} } = options;
  const server = new Server(url, retryFor);
  const pool = new Connections({ server, connections, retryFor, report });
  const rows = new Rows(tablesIn(schema));
  let hasHidden: boolean;
  try {
    await pool.transact((connection) => migrate(connection, tablesIn(schema)));
    hasHidden = (await pool.use((connection) => rows.hidden(connection))).length > 0;
  } catch (error) {
    await pool.close();
    throw error;
  }
  const channel = `emend_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
  // On a connection of its own: whatever it waits for, calls have all of theirs.
  const upkeepPool = new Connections({ server, connections: 1, retryFor, report, lockTimeout: upkeepPatience });
  const listener = new Listener({ server, channel, report });
  return new PostgresLog({ pool, upkeepPool, rows, listener, channel, report, hasHidden });
}

/** What a log is made of. */
interface Parts {
  readonly pool: Connections;
  readonly upkeepPool: Connections;
  readonly rows: Rows;
  readonly listener: Listener;
  readonly channel: string;
  readonly report: (error: LogError) => void;
  /** Whether a process that died has left sessions that it had begun to delete. */
  readonly hasHidden: boolean;
}

/** Sessions in a PostgreSQL database, shared by as many processes as like. Made by {@link openPostgresLog}. */
export class PostgresLog implements SessionLog {
  readonly #pool: Connections;
  readonly #upkeepPool: Connections;
  readonly #upkeep: Upkeep;
  readonly #report: (error: LogError) => void;
  readonly #rows: Rows;
  readonly #listener: Listener;
  readonly #channel: string;
  readonly #changes: SessionChanges;
  readonly #queues = new Map<string, AppendQueue>();
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor({ pool, upkeepPool, rows, listener, channel, report, hasHidden }: Parts) {
    this.#pool = pool;
    this.#upkeepPool = upkeepPool;
    this.#rows = rows;
    this.#listener = listener;
    this.#channel = channel;
    this.#changes = new SessionChanges(rows);
    this.#report = report;
    this.#upkeep = new Upkeep({ work: () => this.#keepUp(), report });
    if (hasHidden) this.#upkeep.request();
  }

  async #keepUp(): Promise<void> {
    const hidden = await this.#upkeepPool.use((connection) => this.#rows.hidden(connection));
    for (const number of hidden) await this.#erase(this.#upkeepPool, number);
    await this.#upkeepPool.use((connection) => this.#rows.vacuum(connection));
  }

  /** Erases a hidden session in parts, so that no call waits for all of it. */
  async #erase(pool: Connections, number: number): Promise<void> {
    while (await pool.use((connection) => this.#rows.eraseSome(connection, number, eraseBatch)));
  }

  async create(session: NewSession): Promise<void> {
    if (this.#closing !== undefined) throw closed();
    try {
      const created = this.#pool.transact((connection) => this.#rows.insertSession(connection, newFacts(session)), {
        isThere: (connection, id) => this.#rows.isSessionOf(connection, id, session.sessionId),
      });
      await this.#tracked(created);
    } catch (error) {
      const isTaken = error instanceof LogError && error.failure === 'session_exists';
      throw isTaken ? sessionExists(session.sessionId) : error;
    }
  }

  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    const appended = this.#append(sessionId, events, options);
    // A caller may wait for the last of many appends only; the failure of an earlier one must not end the program.
    appended.catch(() => this.#changes.continuity.stop(options));
    return appended;
  }

  async #append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    if (this.#closing !== undefined) throw closed();
    checkTime(options.at);
    const queue = this.#queueOf(sessionId);
    const texts = events.map(textOfEvent);
    return new Promise((resolve, reject) => queue.add({ events, texts, options, resolve, reject }));
  }

  #queueOf(sessionId: string): AppendQueue {
    const known = this.#queues.get(sessionId);
    if (known !== undefined) return known;
    const queue = new AppendQueue(sessionId, async (batch) => {
      await this.#transact((connection) => this.#changes.append(connection, sessionId, batch));
    });
    for (const [id, { idle }] of this.#queues) if (idle === undefined) this.#queues.delete(id);
    this.#queues.set(sessionId, queue);
    return queue;
  }

  async *read(sessionId: string, from = 0): AsyncGenerator<readonly LogEntry[], void, undefined> {
    const session = await this.#use((connection) => this.#rows.find(connection, sessionId));
    if (session === undefined) throw unknownSession(sessionId);
    yield* this.#readFrom(session.number, from);
  }

  async *#readFrom(number: number, from: number): AsyncGenerator<readonly LogEntry[], void, undefined> {
    let position = from;
    while (true) {
      const start = position;
      const batch = await this.#use((connection) => this.#rows.read(connection, number, start, readBatch));
      const last = batch.at(-1);
      if (last === undefined) return;
      yield batch;
      if (batch.length < readBatch) return;
      position = last.position + 1;
    }
  }

  async *follow(sessionId: string, from: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    const session = await this.#use((connection) => this.#rows.find(connection, sessionId));
    if (session === undefined) throw unknownSession(sessionId);
    const { number } = session;
    const read = async (position: number) => {
      const now = await this.#use((connection) => this.#rows.find(connection, sessionId));
      return now?.number === number ? this.#readFrom(number, position) : undefined;
    };
    const bell = this.#listener.join(number);
    try {
      yield* follow({ read, bell, isClosed: () => this.#closing !== undefined }, from, signal);
    } catch (error) {
      if (this.#closing !== undefined && error instanceof LogError && error.failure === 'closed') return;
      throw error;
    } finally {
      this.#listener.leave(number);
    }
  }

  async find(sessionId: string) {
    const session = await this.#use((connection) => this.#rows.find(connection, sessionId));
    if (session === undefined) return undefined;
    return { record: recordOf(session.facts, session.lastAt), position: session.next };
  }

  async list(options: ListOptions = {}): Promise<SessionPage> {
    const question = questionOf(options);
    const found = await this.#use((connection) =>
      this.#rows.list(connection, { ...question, limit: question.limit + 1 }),
    );
    const page = found.slice(0, question.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    const sessions = page.flatMap(({ record }) => {
      if (!(record instanceof LogError)) return [record];
      this.#report(record);
      return [];
    });
    if (last === undefined) return { sessions };
    return { sessions, nextCursor: cursorAfter({ createdAt: last.created, rank: last.number }, question.cwd) };
  }

  async delete(sessionId: string): Promise<void> {
    if (this.#closing !== undefined) throw closed();
    await this.#tracked(this.#delete(sessionId));
  }

  async #delete(sessionId: string): Promise<void> {
    let number: number | undefined;
    await this.#transact(async (connection) => {
      // What is done again finds nothing left to hide, but all is still to be erased.
      number = (await this.#rows.hide(connection, sessionId)) ?? number;
      return { number: number ?? -1, next: 0, hasErased: false };
    });
    if (number === undefined) return;
    try {
      await this.#erase(this.#pool, number);
    } finally {
      this.#upkeep.request();
    }
  }

  async compact(sessionId: string): Promise<void> {
    await this.#change((connection) => this.#changes.compact(connection, sessionId));
  }

  async redact(sessionId: string, subject: Subject, at: number): Promise<void> {
    await this.#change((connection) => this.#changes.redact(connection, sessionId, subject, at));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ idle }) => idle));
    this.#listener.close();
    await Promise.allSettled([...this.#underWay]);
    await this.#upkeep.stop();
    await Promise.all([this.#pool.close(), this.#upkeepPool.close()]);
  }

  #use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) return Promise.reject(closed());
    return this.#tracked(this.#pool.use(work));
  }

  #change(work: (connection: Connection) => Promise<Changed>): Promise<void> {
    return this.#closing === undefined ? this.#transact(work) : Promise.reject(closed());
  }

  /** Runs a change and tells everybody who must know of it. */
  async #transact(work: (connection: Connection) => Promise<Changed>): Promise<void> {
    let hasErased = false;
    const transaction = this.#pool.transact(
      async (connection) => {
        const changed = await work(connection);
        // What is done again finds nothing left to erase, but the space is still to be freed.
        hasErased ||= changed.hasErased;
        await this.#rows.notify(connection, this.#channel, changed.number, changed.next);
        return changed;
      },
      {
        // An append is never done twice; all other changes may be.
        isThere: async (connection, id, { number, last }) =>
          last !== undefined && this.#rows.isEntryOf(connection, id, number, last),
        forget: () => this.#changes.clear(),
      },
    );
    const changed = await this.#tracked(transaction);
    this.#listener.ring(changed.number);
    if (hasErased) this.#upkeep.request();
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const done = () => this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }
}
