import { setTimeout as delay } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import pg from 'pg';
import type { Answer, Connection } from './connection.ts';
import { ConnectionLoss, failureOf, isConnectionLoss, isTransient } from './failure.ts';
import { type Server, unwaited } from './server.ts';
import { WatchedConnection } from './watched-connection.ts';

/** Options of {@link Connections}. */
interface ConnectionOptions {
  readonly server: Server;
  readonly connections: number;
  /** How long a lost connection is retried before the call fails, in milliseconds. */
  readonly retryFor: number;
  /** How long a query waits for a lock before it fails as `locked`, in milliseconds; by default as long as the server's setting says. */
  readonly lockTimeout?: number;
  report(error: LogError): void;
}

/** How to find out if a transaction whose commit was not answered took effect. */
interface Certainty<T> {
  /**
   * Whether what a transaction has written is there, by its id and what the work gave. The id alone says little: a server that crashes
   * forgets those that it had not written down, and gives them to others. Work without this may be done twice.
   */
  isThere?(connection: Connection, id: string, value: T): Promise<boolean>;
  /** Called when an attempt may have come to nothing. */
  forget?(): void;
}

const firstPause = 25;
const longestPause = 500;

/** A pool of connections that retries work, within bounds, when a connection is lost. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #pool: pg.Pool;
  readonly #known = new Map<pg.Client, WatchedConnection>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { config } = options.server;
    // A time limit of the pool itself would also count the time that calls wait for each other.
    const Client = class extends pg.Client {
      constructor() {
        super(config);
      }
    };
    this.#pool = new pg.Pool({ Client, max: options.connections });
    this.#pool.on('remove', (client) => this.#known.delete(client));
    // An idle connection that is lost is replaced by the next call.
    this.#pool.on('error', (error) => options.report(failureOf(error)));
  }

  /** Runs work on a connection, and again if the connection is lost or the server reports a deadlock; for work that may be done twice. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const used = this.#use(work);
    this.#underWay.add(used);
    const done = () => this.#underWay.delete(used);
    used.then(done, done);
    return used;
  }

  async #use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const until = Date.now() + this.#options.retryFor;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        const isLoss = isConnectionLoss(error);
        if (!(isLoss || isTransient(error)) || Date.now() >= until) throw failureOf(error);
        if (isLoss) this.#options.report(failureOf(error));
        await delay(Math.min(firstPause * 2 ** attempt, longestPause));
      }
    }
  }

  /**
   * Runs work in a transaction. When the answer to a commit was lost, the server is asked what became of it, and the work is done again
   * unless it is certain that it was done.
   */
  transact<T>(work: (connection: Connection) => Promise<T>, certainty: Certainty<T> = {}): Promise<T> {
    const { isThere, forget = () => {} } = certainty;
    let unanswered: { readonly id: string; readonly value: T } | undefined;
    return this.use(async (connection) => {
      if (unanswered !== undefined) {
        const { id, value } = unanswered;
        if ((await isCommitted(connection, id)) && (await isThere?.(connection, id, value))) return value;
        unanswered = undefined;
      }
      try {
        const id = await begin(connection);
        const value = await work(connection);
        unanswered = { id, value };
        await connection.query('COMMIT');
        return value;
      } catch (error) {
        forget();
        await connection.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  }

  async #once<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { lockTimeout } = this.#options;
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    const connection = this.#watched(client);
    try {
      await connection.begin();
      // Not as an option of the connection: a pooler in between may refuse it.
      if (lockTimeout !== undefined) await connection.query(`SET lock_timeout = ${lockTimeout}`);
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) lost ??= error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(lost);
    }
  }

  #watched(client: pg.Client): WatchedConnection {
    const known = this.#known.get(client) ?? new WatchedConnection(client, this.#options.server);
    this.#known.set(client, known);
    return known;
  }

  /** Resolves when the work that was under way has ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    // The pool has said goodbye; a server that is gone does not hear it.
    for (const client of this.#known.keys()) unwaited(client);
  }
}

/**
 * After how many milliseconds without a word the server ends a transaction. A process that was suspended, or whose cable was pulled, would
 * keep others from its sessions for as long as its connection seems to be there.
 */
const abandonedAfter = 5_000;

/** Begins a transaction and gives its id, in one message. */
async function begin(connection: Connection): Promise<string> {
  // Whatever the default of the database is: our work locks a row first and must then see what others have committed by that time.
  const level = 'ISOLATION LEVEL READ COMMITTED';
  const limit = `SET LOCAL idle_in_transaction_session_timeout = ${abandonedAfter}`;
  const results = await connection.query(`BEGIN ${level}; ${limit}; SELECT pg_current_xact_id()::text AS id`);
  return String((results as unknown as readonly Answer[])[2]?.rows[0]?.['id']);
}

/** PostgreSQL's word for an id that it has not given away yet. */
const idOfTheFuture = '22023';

async function isCommitted(connection: Connection, id: string): Promise<boolean> {
  const status = await connection
    .query('SELECT pg_xact_status($1::xid8) AS status', [id])
    .then(({ rows }) => rows[0]?.['status'])
    .catch((error: { code?: string }) => {
      // A server that crashed forgets the ids of what it had not written down: nothing of that was committed.
      if (error.code === idOfTheFuture) return undefined;
      throw error;
    });
  // The server has not noticed yet that nobody is there; it will, or the attempts end.
  if (status === 'in progress') throw new ConnectionLoss('A transaction whose connection was lost is under way.');
  return status === 'committed';
}
