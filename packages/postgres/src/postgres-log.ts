import { createHash } from 'node:crypto';
import type { LogError, SessionOwnership } from '@emend/acp/log';
import { StoreLog } from '@emend/acp/log/store';
import { Connections } from './connections.ts';
import { openingFailure } from './failure.ts';
import { defaultLease, type NodeOptions } from './node-lease.ts';
import { NodeOwnership } from './node-ownership.ts';
import { PostgresStore } from './postgres-store.ts';
import { Rows } from './rows.ts';
import { migrate, tablesIn } from './schema.ts';
import { Server } from './server.ts';

/** Options of {@link openPostgresLog}. */
export interface PostgresLogOptions {
  /** The schema with the tables, which is created if it does not exist; `emend` by default. */
  readonly schema?: string;
  /** The most connections for calls; 5 by default. Appending takes one more, and so do following and the upkeep after an erasure. */
  readonly connections?: number;
  /** How long a lost connection is tried again before a call fails, in milliseconds; 5000 by default. */
  readonly retryFor?: number;
  /**
   * This node, if the sessions are shared by nodes that run the agents of different ones. Then only the owner of a session can append to
   * it, and another node becomes the owner only when that one is dead or gave the session back. Give it to all processes that append.
   */
  readonly node?: NodeOptions;
  /** Called with lost connections and other failures that no call rejects with. */
  readonly report?: (error: LogError) => void;
}

/** Opens the session log in a database, given by its URL. */
export async function openPostgresLog(url: string, options: PostgresLogOptions = {}): Promise<PostgresLog> {
  const { schema = 'emend', connections = 5, retryFor = 5_000, report = () => {} } = options;
  const server = new Server(url, retryFor);
  const pool = new Connections({ server, connections, retryFor, report });
  const tables = tablesIn(schema);
  const { node } = options;
  // Tried again for half of the time until the next renewal.
  const renewFor = (node?.lease ?? defaultLease) / 6;
  const leasePool = new Connections({ server, connections: 1, retryFor: renewFor, report });
  const ownership = node === undefined ? undefined : new NodeOwnership({ node, tables, pool, leasePool, report });
  try {
    await pool.transact((connection) => migrate(connection, tables));
    const hidden = await pool.use((connection) => new Rows(tables, connection).hidden());
    await ownership?.start();
    const channel = `emend_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
    const hasHidden = hidden.length > 0;
    const store = new PostgresStore({ server, pool, tables, channel, retryFor, report, hasHidden, ownership });
    return new PostgresLog(store, ownership);
  } catch (error) {
    await Promise.all([pool.close(), leasePool.close()]);
    throw openingFailure(error, server.address);
  }
}

/** Sessions in a PostgreSQL database, which any number of processes may share. Made by {@link openPostgresLog}. */
export class PostgresLog extends StoreLog {
  /** Which node owns which session; only if this log was opened for a node. */
  readonly ownership?: SessionOwnership;

  constructor(store: PostgresStore, ownership: NodeOwnership | undefined) {
    super(store);
    if (ownership !== undefined) this.ownership = ownership;
  }
}
