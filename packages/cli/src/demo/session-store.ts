import { join, resolve } from 'node:path';
import type { SessionLog } from '@emend/acp/log';
import { failed, Problem } from '../output/problem.ts';
import { makeFolder } from './make-folder.ts';

/** The file that stores the sessions of the demo agent. */
export const storeFile = 'sessions.sqlite';

// Several agents may share the store on a busy machine, and one that waits is better than one that refuses.
const busyTimeout = 30_000;

/**
 * Opens the sessions that are stored in a directory. The code of the store is loaded only when one is asked for. With `own` nobody else who says so
 * can open it, and `owned` returns what is thrown if somebody has.
 */
export async function openStore(
  directory: string,
  access: 'read' | 'write' | 'own',
  owned?: () => Problem,
): Promise<SessionLog> {
  try {
    if (access !== 'read') makeFolder(resolve(directory));
    const { isOwned, openSqliteLog } = await import('@emend/sqlite');
    const path = join(directory, storeFile);
    const options = access === 'own' ? { isOwner: true } : { access };
    return await openSqliteLog(path, { ...options, busyTimeout }).catch((error: unknown) => {
      throw owned !== undefined && isOwned(error) ? owned() : error;
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    const doing = access === 'read' ? 'read from' : 'kept in';
    throw new Problem(failed(`The sessions cannot be ${doing} ${directory}`, error));
  }
}
