import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import type { SessionLog } from '@emend/acp/log';
import { failed, Problem } from '../output/problem.ts';
import { limitedLog } from './limited-log.ts';
import { withoutRepeats } from './repeated-lines.ts';
import { openServed } from './served-directory.ts';

/** This server as one of several that share a database. */
export interface ServerNode {
  /** Where the other servers reach it. */
  readonly url: string;
  readonly place?: string;
}

const postgresUrl = /^postgres(?:ql)?:\/\//i;
/** What an address begins with; one letter alone is a drive of Windows. */
const scheme = /^[a-z][a-z\d+.-]+:/i;

/** Returns whether a store is a database that several servers can share. */
export function isDatabase(store: string): boolean {
  return postgresUrl.test(store);
}

/** Returns why `--store` cannot have a value, or `undefined` if it can. */
export function placeProblem(store: string): string | undefined {
  if (isDatabase(store)) return undefined;
  const takes = "option '--store <place>' takes a directory";
  const either = `${takes}, or postgres://USER@HOST/DATABASE`;
  if (store === '') return `${either}, and the value given is empty`;
  // What follows may be a user and a password.
  const [begins] = scheme.exec(store) ?? [];
  if (begins !== undefined)
    return `${either}; what begins with '${begins}' is neither; write ./ before a directory with a colon in its name`;
  return isOther(store) ? `${takes}, and ${store} is a file` : undefined;
}

/** Returns whether there is something that is no directory. */
function isOther(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    // It is made, or opening it says why it cannot be.
    return false;
  }
}

/** Opens what sessions are stored in: a directory, or a database of PostgreSQL. */
export async function openServerStore(
  store: string,
  node: ServerNode | undefined,
  log: (line: string) => void,
): Promise<SessionLog> {
  if (!isDatabase(store)) return openServed(store);
  const { openPostgresLog } = await import('@emend/postgres').catch((): never => {
    throw new Problem(
      'Sessions in PostgreSQL need the package @emend/postgres beside emend: npm install @emend/postgres',
    );
  });
  const name = `${hostname()}:${process.pid}`;
  // Everything that waits for a database that is away fails again and again.
  const report = withoutRepeats(limitedLog(log, 'failures of PostgreSQL'));
  try {
    return await openPostgresLog(store, {
      ...(node !== undefined && { node: { name, ...node } }),
      report: (error) => report(error.message),
    });
  } catch (error) {
    // The address may have a password in it; the error names the host.
    throw new Problem(failed('The sessions cannot be kept in the database', error));
  }
}
