import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Answer, Connection, Prepared } from './connection.ts';
import { ConnectionLoss } from './failure.ts';

/** How a connection distinguishes a slow server from one that is gone. */
export interface Watch {
  /** How long a query may stay without an answer before the server is asked, in milliseconds. */
  readonly patience: number;
  /** Whether a process of the server is there and works, or, while we still send, waits for the rest. */
  isAtWork(processId: number, isSending: boolean): Promise<boolean>;
}

/** PostgreSQL's words for a prepared statement that is not there, or that is there already. */
const unknownNames: ReadonlySet<unknown> = new Set(['26000', '42P05']);

/**
 * A connection that notices when the server is gone without a word, as after a power cut or behind a router that forgot the connection.
 *
 * No time limit could tell that from a query that waits for a lock. So a query without an answer makes us ask the server, on another
 * connection, whether its process is at work; if that cannot be asked or says no, this connection is lost.
 */
export class WatchedConnection implements Connection {
  readonly #client: pg.Client;
  readonly #watch: Watch;
  #processId: number | undefined;
  #prepares = true;

  constructor(client: pg.Client, watch: Watch) {
    this.#client = client;
    this.#watch = watch;
  }

  /** Learns which process of the server serves this connection; a pooler in between would tell us one of its own. */
  async begin(): Promise<void> {
    if (this.#processId !== undefined) return;
    const { rows } = await this.query('SELECT pg_backend_pid() AS id');
    this.#processId = Number(rows[0]?.['id']);
  }

  async query(sql: string | Prepared, values?: readonly unknown[]): Promise<Answer> {
    let [received, isAsking] = [this.#socket.bytesRead, false];
    const check = async () => {
      const isSilent = this.#socket.bytesRead === received;
      received = this.#socket.bytesRead;
      if (!isSilent || isAsking) return;
      isAsking = true;
      const isAtWork = await this.#isAtWork();
      isAsking = false;
      if (!isAtWork && isPending && this.#socket.bytesRead === received) this.#giveUp();
    };
    const timer = setInterval(() => void check(), this.#watch.patience);
    let isPending = true;
    try {
      return await this.#send(sql, values === undefined ? undefined : [...values]);
    } finally {
      isPending = false;
      clearInterval(timer);
    }
  }

  async #send(sql: string | Prepared, values: unknown[] | undefined): Promise<Answer> {
    if (typeof sql === 'string') return this.#client.query(sql, values);
    const { name, text } = sql;
    if (!this.#prepares) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, ...(values === undefined ? {} : { values }) });
    } catch (error) {
      // Behind a pooler the next query may go to another process of the server, which knows other names. Nothing was done then.
      if (!unknownNames.has((error as { code?: unknown }).code)) throw error;
      this.#prepares = false;
      return this.#client.query(text, values);
    }
  }

  get #socket(): Socket {
    return this.#client.connection.stream as Socket;
  }

  async #isAtWork(): Promise<boolean> {
    if (this.#processId === undefined) return false;
    return this.#watch.isAtWork(this.#processId, this.#socket.writableLength > 0);
  }

  #giveUp(): void {
    const { patience } = this.#watch;
    this.#socket.destroy(
      new ConnectionLoss(`The server has not answered for ${patience} ms and does not work on an answer.`),
    );
  }
}
