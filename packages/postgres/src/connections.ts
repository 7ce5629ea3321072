import { setTimeout as delay } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import pg from 'pg';
import { ConnectionLoss, failureOf, isConnectionLoss } from './failure.ts';

/** One connection, taken for the length of a piece of work. */
export type Connection = pg.ClientBase;

/** How connections are made and how long lost ones are sought again. */
export interface ConnectionOptions {
  readonly url: string;
  readonly connections: number;
  /** For how long a lost connection is tried again before the call fails, in milliseconds. */
  readonly retryFor: number;
  report(error: LogError): void;
}

/** What is known of a transaction whose end is not. */
export interface Certainty<T> {
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

/** A pool whose work is tried again, within bounds, when the connection is lost. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #pool: pg.Pool;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({ connectionString: options.url, max: options.connections });
    // An idle connection that is lost is replaced by the next call.
    this.#pool.on('error', (error) => options.report(failureOf(error)));
  }

  /** Runs work on a connection, again if that is lost; for work that may be done twice. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const until = Date.now() + this.#options.retryFor;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (!isConnectionLoss(error) || Date.now() >= until) throw failureOf(error);
        this.#options.report(failureOf(error));
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
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (isConnectionLoss(error)) lost ??= error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(lost);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Begins a transaction and gives its id, in one message. */
async function begin(connection: Connection): Promise<string> {
  const results = await connection.query('BEGIN; SELECT pg_current_xact_id()::text AS id');
  return (results as unknown as readonly pg.QueryResult<{ id: string }>[])[1]?.rows[0]?.id ?? '';
}

/** PostgreSQL's word for an id that it has not given away yet. */
const idOfTheFuture = '22023';

async function isCommitted(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await connection
    .query('SELECT pg_xact_status($1::xid8) AS status', [id])
    .catch((error: { code?: string }) => {
      // A server that crashed forgets the ids of what it had not written down: nothing of that was committed.
      if (error.code === idOfTheFuture) return { rows: [] };
      throw error;
    });
  // The server has not noticed yet that nobody is there; it will, or the attempts end.
  if (rows[0]?.status === 'in progress')
    throw new ConnectionLoss('A transaction whose connection was lost is under way.');
  return rows[0]?.status === 'committed';
}
