import { createHash } from 'node:crypto';
import type { LogError } from '@emend/acp/log';
import { StoreLog } from '@emend/acp/log/store';
import { Connections } from './connections.ts';
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
  /** Called with lost connections and other failures that no call rejects with. */
  readonly report?: (error: LogError) => void;
}

/** Opens the session log in a database, given by its URL. */
export async function openPostgresLog(url: string, options: PostgresLogOptions = {}): Promise<PostgresLog> {
  const { schema = 'emend', connections = 5, retryFor = 5_000, report = () => {} } = options;
  const server = new Server(url, retryFor);
  const pool = new Connections({ server, connections, retryFor, report });
  const tables = tablesIn(schema);
  try {
    await pool.transact((connection) => migrate(connection, tables));
    const hidden = await pool.use((connection) => new Rows(tables, connection).hidden());
    const channel = `emend_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
    const hasHidden = hidden.length > 0;
    return new PostgresLog(new PostgresStore({ server, pool, tables, channel, retryFor, report, hasHidden }));
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Sessions in a PostgreSQL database, which any number of processes may share. Made by {@link openPostgresLog}. */
export class PostgresLog extends StoreLog {}
