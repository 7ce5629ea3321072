import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LogError } from '@emend/acp/log';
import {
  type Append,
  AppendQueues,
  Bells,
  type Changed,
  type FoldAccess,
  runAsync,
  SessionChanges,
  type Store,
  type Work,
} from '@emend/acp/log/store';
import type { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { GroupAppends, type Uncertain } from './group-appends.ts';
import { Listener } from './listener.ts';
import type { NodeOwnership } from './node-ownership.ts';
import { RememberedSessions } from './remembered-sessions.ts';
import type { RememberedSession } from './row-reader.ts';
import { Rows } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Server } from './server.ts';
import { Upkeep } from './upkeep.ts';

/** Options of an open store. */
interface StoreOptions {
  readonly server: Server;
  readonly pool: Connections;
  readonly tables: Tables;
  /** The channel on which processes tell each other which sessions have changed. */
  readonly channel: string;
  /** How long a lost connection is tried again, in milliseconds. */
  readonly retryFor: number;
  readonly report: (error: LogError) => void;
  /** Who owns which session, if nodes share the log. */
  readonly ownership: NodeOwnership | undefined;
  /** Whether a process that died has left sessions that it had begun to delete. */
  readonly hasHidden: boolean;
}

/** How many entries of a deleted session are erased at once. */
const eraseBatch = 2000;
/** How many sessions are remembered with what they hold, so that appends to them need no look at it. */
const mostIndexed = 2_048;
/** How long upkeep waits for a lock before it fails as `locked`, in milliseconds: closing waits for upkeep. */
const upkeepPatience = 200;

/** The sessions in the tables of one PostgreSQL schema. */
export class PostgresStore implements Store {
  readonly changes = new SessionChanges(mostIndexed);
  readonly bells: Bells;
  readonly #options: StoreOptions;
  readonly #upkeepPool: Connections;
  readonly #upkeep: Upkeep;
  readonly #listener: Listener;
  readonly #sessions = new RememberedSessions();
  readonly #appendPool: Connections;
  readonly #appends: AppendQueues;

  constructor(options: StoreOptions) {
    const { server, channel, retryFor, report } = options;
    this.#options = options;
    // On a connection of its own: whatever it waits for, calls have all of theirs.
    this.#upkeepPool = new Connections({ server, connections: 1, retryFor, report, lockTimeout: upkeepPatience });
    this.#upkeep = new Upkeep({ work: () => this.#keepUp(), report });
    this.#listener = new Listener({ server, channel, report, bells: () => this.bells });
    this.bells = new Bells(this.#listener);
    this.#appendPool = new Connections({ server, connections: 1, retryFor, report });
    const group = new GroupAppends({
      tables: options.tables,
      channel,
      pool: this.#appendPool,
      changes: this.changes,
      sessions: this.#sessions,
      ownership: options.ownership,
      alone: (sessionId, appends, uncertain) => this.#alone(sessionId, appends, uncertain),
      onStored: (changed) => this.#onChanged(changed.number, changed.hasErased),
    });
    this.#appends = new AppendQueues((sessionId, batch) => group.add(sessionId, batch));
    if (options.hasHidden) this.#upkeep.request();
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#options.pool.use((connection) => runAsync(work(this.#rowsOn(connection))));
  }

  write(work: Work<Changed>): Promise<Changed> {
    return this.#transact((rows) => runAsync(work(rows)));
  }

  append(append: Append): Promise<number> {
    return this.#appends.add(append);
  }

  fold(run: (access: FoldAccess) => Promise<Changed>): Promise<Changed> {
    return this.#transact((rows) => {
      const inTransaction = <T>(work: Work<T>) => runAsync(work(rows));
      return run({ read: inTransaction, write: inTransaction, pause: turnOfLoop });
    });
  }

  async delete(sessionId: string): Promise<void> {
    let number: number | undefined;
    await this.#transact(async (rows) => {
      // What is done again finds nothing left to hide, but all is still to be erased.
      number = (await rows.hide(sessionId)) ?? number;
      return { number: number ?? -1, next: 0, hasErased: false };
    });
    this.#sessions.forget(sessionId);
    this.#options.ownership?.deleted(sessionId);
    if (number === undefined) return;
    this.changes.forget(number);
    try {
      await this.#erase(this.#options.pool, number);
    } finally {
      this.#upkeep.request();
    }
  }

  report(error: LogError): void {
    this.#options.report(error);
  }

  async close(): Promise<void> {
    await this.#appends.idle();
    this.#listener.stop();
    await this.#options.ownership?.close();
    await this.#options.pool.idle();
    await this.#upkeep.stop();
    await Promise.all([this.#options.pool, this.#appendPool, this.#upkeepPool].map((pool) => pool.close()));
  }

  #rowsOn(connection: Connection): Rows {
    return new Rows(this.#options.tables, connection);
  }

  /** Stores appends to one session in a transaction of their own, unless they turn out to be stored. */
  #alone(sessionId: string, appends: readonly Append[], uncertain?: Uncertain): Promise<Changed> {
    return this.#transact(async (rows, connection) => {
      // Whoever may be storing them has locked the session: what it did is seen after that.
      const isStored = uncertain !== undefined && (await rows.lock(sessionId)) && (await rows.isOfBatch(uncertain));
      if (!isStored) {
        await this.#options.ownership?.check(connection, sessionId);
        return runAsync(this.changes.append(rows, sessionId, appends));
      }
      const { session, entries } = uncertain.growth;
      return { number: session.number, next: session.next + entries.length, hasErased: false };
    });
  }

  /** Runs a change and tells everybody who must know of it. */
  async #transact(work: (rows: Rows, connection: Connection) => Promise<Changed>): Promise<Changed> {
    let hasErased = false;
    const unlock: (() => void)[] = [];
    const { ownership, tables } = this.#options;
    let appended: RememberedSession | undefined;
    let created: Rows['created'];
    try {
      const changed = await this.#options.pool.transact(
        async (connection) => {
          const locking = (sessionId: string) => void unlock.push(this.#sessions.lock(sessionId));
          const creator = ownership === undefined ? undefined : () => ownership.creator();
          const rows = new Rows(tables, connection, { locking, creator });
          const made = await work(rows, connection);
          created = rows.created;
          appended = rows.appended;
          // What is done again finds nothing left to erase, but the space is still to be freed.
          hasErased ||= made.hasErased;
          await rows.notify(this.#options.channel, made);
          return made;
        },
        {
          // A session is never created twice, and an event never appended twice; all other changes may be made twice.
          isThere: (connection, id, made) => this.#rowsOn(connection).isWritten(id, made),
          forget: () => this.changes.clear(),
        },
      );
      if (appended !== undefined) this.#sessions.set(appended);
      if (created !== undefined && changed.isNew === true) ownership?.created(created.sessionId, created.node);
      this.#onChanged(changed.number, hasErased);
      return changed;
    } finally {
      for (const unlocked of unlock) unlocked();
    }
  }

  #onChanged(number: number, hasErased: boolean): void {
    this.bells.ring([number]);
    if (hasErased) this.#upkeep.request();
  }

  async #keepUp(): Promise<void> {
    const pool = this.#upkeepPool;
    const hidden = await pool.use((connection) => this.#rowsOn(connection).hidden());
    for (const number of hidden) await this.#erase(pool, number);
    await pool.use((connection) => this.#rowsOn(connection).vacuum());
  }

  /** Erases a hidden session in parts, so that no call waits for all of it. */
  async #erase(pool: Connections, number: number): Promise<void> {
    while (await pool.use((connection) => this.#rowsOn(connection).eraseSome(number, eraseBatch)));
  }
}
