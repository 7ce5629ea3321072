import type { LogError } from '@emend/acp/log';
import { Bell } from '@emend/acp/log/store';
import pg from 'pg';
import { failureOf } from './failure.ts';
import { leave, type Server } from './server.ts';

/** How a listener connects. */
export interface ListenerOptions {
  readonly server: Server;
  readonly channel: string;
  report(error: LogError): void;
}

const firstPause = 100;
const longestPause = 5_000;
const mostAttempts = 20;
/** How often followers look without having been told, in milliseconds: a notification can be lost with its connection. */
const pollInterval = 1_000;

/** One connection on which the server tells which sessions have grown; open while somebody follows. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #bells = new Map<number, { readonly bell: Bell; followers: number }>();
  #client: pg.Client | undefined;
  #attempts = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** The bell of a session; every call needs a {@link Listener.leave}. */
  join(number: number): Bell {
    const known = this.#bells.get(number);
    if (known !== undefined) {
      known.followers += 1;
      return known.bell;
    }
    const bell = new Bell();
    this.#bells.set(number, { bell, followers: 1 });
    if (this.#bells.size === 1) this.#start();
    return bell;
  }

  leave(number: number): void {
    const known = this.#bells.get(number);
    if (known === undefined) return;
    known.followers -= 1;
    if (known.followers > 0) return;
    this.#bells.delete(number);
    if (this.#bells.size === 0) this.#stop();
  }

  /** Wakes the followers of a session without waiting for the server. */
  ring(number: number): void {
    this.#bells.get(number)?.bell.ring();
  }

  close(): void {
    this.#ringAll();
    this.#bells.clear();
    this.#stop();
  }

  #ringAll(): void {
    for (const { bell } of this.#bells.values()) bell.ring();
  }

  #start(): void {
    this.#timers.push(setInterval(() => this.#ringAll(), pollInterval));
    this.#attempts = 0;
    void this.#connect();
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) leave(client);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#options.server.config);
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection for notifications ended')));
    client.on('notification', ({ payload = '' }) => this.ring(Number(payload.split(' ')[0])));
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
