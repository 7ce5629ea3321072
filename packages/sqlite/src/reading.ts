import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LogError } from '@emend/acp/log';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { failureOf } from './failure.ts';

/** A file that is open for reading only. */
interface OpenedToRead {
  readonly database: Database;
  readonly engine: Engine;
  /** Throws if what was just read may be a mix of before and after a change by another process. */
  readonly verify: () => void;
}

/**
 * Opens a file that may be one, or stand in a folder, that nobody can write.
 *
 * SQLite reads a write-ahead log with the help of a file that it shares with other processes, and makes that if it is not there. Where
 * there is no write-ahead log, nobody has the file open and it is all there is: SQLite then needs nothing beside it.
 */
export function openToRead(path: string, engine: Engine | undefined): OpenedToRead {
  if (path === ':memory:' || path.startsWith('file:')) {
    const opened = openDatabase(path, engine);
    opened.database.exec('PRAGMA query_only = ON');
    return { ...opened, verify: () => {} };
  }
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    const isThere = existsSync(path);
    const message = isThere ? `The session log ${path} may not be read.` : `There is no session log ${path}.`;
    throw new LogError('unavailable', message, { cause });
  }
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (wal === undefined) return openUnchanging(path, engine);
  try {
    return { ...openAs(path, 'mode=ro', engine), verify: () => {} };
  } catch (error) {
    const failure = failureOf(error, path);
    if (failure.failure !== 'read_only') throw failure;
    if (wal.size === 0) return openUnchanging(path, engine);
    const reason = `its newest entries are in ${path}-wal, which cannot be read in a folder that cannot be written`;
    const way = 'Copy both files to a folder of your own and read them there.';
    throw new LogError('read_only', `The session log ${path} cannot be read: ${reason}. ${way}`, { cause: error });
  }
}

/** Opens a file that nobody writes, without locks; whether that has stayed so is seen after each reading. */
function openUnchanging(path: string, engine: Engine | undefined): OpenedToRead {
  const before = stateOf(path);
  return {
    ...openAs(path, 'immutable=1', engine),
    verify() {
      if (stateOf(path) === before) return;
      throw new LogError('locked', `Another process has opened the session log ${path} to write it: open it again.`);
    },
  };
}

function openAs(path: string, query: string, engine: Engine | undefined): { database: Database; engine: Engine } {
  const opened = openDatabase(`${pathToFileURL(resolve(path)).href}?${query}`, engine);
  try {
    // SQLite opens a file when it is first read.
    opened.database.prepare('SELECT count(*) FROM sqlite_master').get();
    return opened;
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

/** Changes with every commit and checkpoint of another process, and when one opens the file. */
function stateOf(path: string): string {
  const states = [path, `${path}-wal`].map((each) => {
    const found = statSync(each, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeNs}`;
  });
  return states.join();
}
