import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { LogError } from '@emend/acp/log';
import type { Connections } from './connections.ts';
import { failureOf } from './failure.ts';
import type { Tables } from './schema.ts';

/** One of the nodes that share a log. */
export interface NodeOptions {
  /** The name of this node in errors and in the log. A node that starts again is another one: it gets a suffix that is never used again. */
  readonly name: string;
  /** Where other nodes reach this one. */
  readonly url?: string;
  /** What this node has that sessions may need, such as the name of a disk. */
  readonly labels?: readonly string[];
  /** The label that a node must have to open the sessions that are created here; this node has it. Without it, any node may open them. */
  readonly place?: string;
  /**
   * How long after its last sign of life other nodes may take the sessions of this one, in milliseconds; 15000 by default. It renews its
   * lease after each third of that, and gives its sessions up by itself when it could not for two thirds.
   */
  readonly lease?: number;
}

/** Options of {@link NodeLease}. */
interface LeaseOptions {
  readonly node: NodeOptions;
  /** By which this node knows others. */
  readonly key: string;
  readonly tables: Tables;
  readonly pool: Connections;
  report(error: LogError): void;
  /** Called when this node may no longer act for any session. */
  onLost(): void;
}

/** How long the lease of a node lasts, in milliseconds. */
export const defaultLease = 15_000;
/** How long after its end the row of a node is deleted, which nobody needs any more. */
const keptFor = '1 day';

/**
 * Keeps this node alive in the eyes of the others: a row that says until when, by the clock of the database alone.
 *
 * This process compares only its own monotonic clock: it takes itself for dead when two thirds of the lease have passed since the start of
 * the last renewal that succeeded, long before anybody else may.
 */
export class NodeLease {
  readonly #options: LeaseOptions;
  readonly #milliseconds: number;
  readonly #closing = new AbortController();
  #id = '';
  /** When this node takes itself for dead, by the monotonic clock. */
  #end = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #registering: Promise<void> | undefined;
  /** Whether the lease was no longer there when it was to be renewed. */
  #wasReplaced = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#milliseconds = options.node.lease ?? defaultLease;
  }

  /** The name under which this node holds its lease. */
  get id(): string {
    return this.#id;
  }

  /** Whether this node may act for its sessions. A process that was suspended learns it here before its timers tell. */
  get isHeld(): boolean {
    if (this.#id !== '' && performance.now() >= this.#end)
      this.#lose('could not renew its lease in time: it was suspended, or the database could not be reached');
    return this.#id !== '';
  }

  /** Registers the node; resolves when other nodes can see it. */
  async start(): Promise<void> {
    await this.#register();
    this.#running = this.#keep();
  }

  /** Takes a new lease if this one was lost, without waiting for the time of the next attempt; rejects if that fails. */
  async regain(): Promise<void> {
    if (!this.isHeld) await this.#register();
  }

  /** Gives the lease up, so that others may take the sessions at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    clearTimeout(this.#timer);
    const { pool, tables, key } = this.#options;
    const id = this.#id;
    this.#id = '';
    if (id === '') return;
    await pool
      .use((connection) => connection.query(`DELETE FROM ${tables.nodes} WHERE key = $1`, [key]))
      .catch((error: unknown) => this.#options.report(failureOf(error)));
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    for (let next = performance.now(); ; ) {
      // Counted from the start of each renewal: a slow one must not delay the next.
      next = Math.max(next + this.#milliseconds / 3, performance.now());
      await delay(next - performance.now(), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        if (this.isHeld) await this.#renew();
        else await this.#register();
      } catch (error) {
        this.#options.report(failureOf(error));
      }
    }
  }

  #register(): Promise<void> {
    this.#registering ??= this.#registerAnew().finally(() => {
      this.#registering = undefined;
    });
    return this.#registering;
  }

  async #registerAnew(): Promise<void> {
    const { node, key, pool, tables } = this.#options;
    const { name, url = null, labels = [], place } = node;
    const id = `${name} ${randomBytes(6).toString('hex')}`;
    const all = place === undefined ? labels : [...new Set([...labels, place])];
    const start = performance.now();
    await pool.use(async (connection) => {
      // Two processes cannot listen at one address: whoever was there before is dead, and its sessions need not wait for its lease.
      // If that was this process, its agents may be ending still, and other nodes have to wait.
      const { rows } = await connection.query(
        `DELETE FROM ${tables.nodes} WHERE until < now() - interval '${keptFor}' OR (url = $1 AND key IS DISTINCT FROM $2)
         RETURNING until > now() AS "isAlive"`,
        [url, key],
      );
      if (this.#wasReplaced && rows.some(({ isAlive }) => isAlive === true)) this.#reportRival(url);
      await connection.query(
        `INSERT INTO ${tables.nodes} (node, url, labels, until, key) VALUES ($1, $2, $3, now() + $4 * interval '1 ms', $5)
         ON CONFLICT (node) DO UPDATE SET until = excluded.until`,
        [id, url, all, this.#milliseconds, key],
      );
    });
    this.#id = id;
    this.#holdFrom(start);
  }

  async #renew(): Promise<void> {
    const { pool, tables } = this.#options;
    const id = this.#id;
    const start = performance.now();
    const sql = `UPDATE ${tables.nodes} SET until = now() + $2 * interval '1 ms' WHERE node = $1 AND until > now()`;
    const { rowCount } = await pool.use((connection) => connection.query(sql, [id, this.#milliseconds]));
    // What comes too late does not bring back what was given up.
    if (this.#id !== id) return;
    if (rowCount === 1) return this.#holdFrom(start);
    this.#lose('has no lease in the database any more');
    this.#wasReplaced = true;
    await this.#register().finally(() => {
      this.#wasReplaced = false;
    });
  }

  #reportRival(url: string | null): void {
    const text = `Another server has registered with the address ${url} of this one, which takes its sessions away. Give each server an address of its own.`;
    this.#options.report(new LogError('not_owner', text));
  }

  #holdFrom(start: number): void {
    this.#end = start + (this.#milliseconds * 2) / 3;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.isHeld, Math.max(this.#end - performance.now(), 0) + 1);
  }

  /** `why` says what happened to this server. */
  #lose(why: string): void {
    this.#id = '';
    clearTimeout(this.#timer);
    this.#options.onLost();
    const text = `This server ${why}. It has given up its sessions, and the turns that ran in them have failed.`;
    this.#options.report(new LogError('not_owner', text));
  }
}
