import { hostname } from 'node:os';
import type { SessionLog } from '@emend/acp/log';
import { openStore } from '../demo/session-store.ts';
import { failed, Problem } from '../output/problem.ts';
import { limitedLog } from './limited-log.ts';

/** This server as one of several that share a database. */
export interface ServerNode {
  /** Where the other servers reach it. */
  readonly url: string;
  readonly place?: string;
}

const postgresUrl = /^postgres(?:ql)?:\/\//;

/** Returns whether a store is a database that several servers can share. */
export function isDatabase(store: string): boolean {
  return postgresUrl.test(store);
}

/** Opens what sessions are stored in: a directory, or a database of PostgreSQL. */
export async function openServerStore(
  store: string,
  node: ServerNode | undefined,
  log: (line: string) => void,
): Promise<SessionLog> {
  if (!isDatabase(store)) return openStore(store, 'write');
  const { openPostgresLog } = await import('@emend/postgres').catch((): never => {
    throw new Problem(
      'Sessions in PostgreSQL need the package @emend/postgres beside emend: npm install @emend/postgres',
    );
  });
  const name = `${hostname()}:${process.pid}`;
  // Everything that waits for a database that is away fails again and again.
  const report = limitedLog(log, 'failures of PostgreSQL');
  try {
    return await openPostgresLog(store, {
      ...(node !== undefined && { node: { name, ...node } }),
      report: (error) => report(error.message),
    });
  } catch (error) {
    // The address has a password in it.
    throw new Problem(failed(`The sessions cannot be kept in ${new URL(store).host}`, error));
  }
}
