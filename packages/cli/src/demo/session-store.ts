import { join, resolve } from 'node:path';
import type { SessionLog } from '@emend/acp/log';
import { failed, Problem } from '../output/problem.ts';
import { makeFolder } from './make-folder.ts';

/** The file that stores the sessions of the demo agent. */
export const storeFile = 'sessions.sqlite';

// Several agents may share the store on a busy machine, and one that waits is better than one that refuses.
const busyTimeout = 30_000;

/** Opens the store of the demo agent in a directory. The code of the store is loaded only when one is asked for. */
export async function openStore(directory: string, access: 'read' | 'write'): Promise<SessionLog> {
  try {
    if (access === 'write') makeFolder(resolve(directory));
    const { openSqliteLog } = await import('@emend/sqlite');
    return await openSqliteLog(join(directory, storeFile), { access, busyTimeout });
  } catch (error) {
    const doing = access === 'read' ? 'read from' : 'kept in';
    throw new Problem(failed(`The sessions cannot be ${doing} ${directory}`, error));
  }
}
