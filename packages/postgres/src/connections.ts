import { setTimeout as delay } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import pg from 'pg';
import { failureOf, isConnectionLoss } from './failure.ts';

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

  /** Runs work on a connection; work that may have been done already must find that out itself. */
  async use<T>(work: (connection: Connection, isRetry: boolean) => Promise<T>): Promise<T> {
    const until = Date.now() + this.#options.retryFor;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once((connection) => work(connection, attempt > 0));
      } catch (error) {
        if (!isConnectionLoss(error) || Date.now() >= until) throw failureOf(error);
        this.#options.report(failureOf(error));
        await delay(Math.min(firstPause * 2 ** attempt, longestPause));
      }
    }
  }

  /** Runs work in a transaction. */
  transact<T>(work: (connection: Connection, isRetry: boolean) => Promise<T>): Promise<T> {
    return this.use(async (connection, isRetry) => {
      await connection.query('BEGIN');
      try {
        const value = await work(connection, isRetry);
        await connection.query('COMMIT');
        return value;
      } catch (error) {
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
