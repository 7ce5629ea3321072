import type { LogError } from '@emend/acp/log';
import type { Bells, Watch } from '@emend/acp/log/store';
import pg from 'pg';
import { failureOf } from './failure.ts';
import { leave, type Server } from './server.ts';

/** Options of {@link Listener}. */
interface ListenerOptions {
  readonly server: Server;
  readonly channel: string;
  report(error: LogError): void;
  /** Returns the bells to ring. */
  bells(): Bells;
}

const firstPause = 100;
const longestPause = 5_000;
const mostAttempts = 20;
/** How often followers look without a notification, in milliseconds: a notification can be lost with its connection. */
const pollInterval = 1_000;

/** One connection on which the server tells which sessions have changed; open while a session is followed. */
export class Listener implements Watch {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #attempts = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Starts listening. */
  start(): void {
    this.#timers.push(setInterval(() => this.#ringAll(), pollInterval));
    this.#attempts = 0;
    void this.#connect();
  }

  /** Stops listening. */
  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) leave(client);
  }

  #ringAll(): void {
    this.#options.bells().ringAll();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#options.server.config);
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection for notifications ended')));
    client.on('notification', ({ payload = '' }) => this.#options.bells().ring(payload.split(',').map(Number)));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#options.channel)}`);
      this.#attempts = 0;
      // What was written before we listened told nobody.
      this.#ringAll();
    } catch (error) {
      this.#lost(client, error);
    }
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    leave(client);
    this.#options.report(failureOf(error));
    this.#attempts += 1;
    // After that many attempts the polling, whose failure the follower sees, is all there is.
    if (this.#attempts >= mostAttempts) return;
    const pause = Math.min(firstPause * 2 ** (this.#attempts - 1), longestPause);
    this.#timers.push(setTimeout(() => void this.#connect(), pause));
  }
}
