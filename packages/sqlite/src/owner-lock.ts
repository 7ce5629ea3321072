import { realpathSync } from 'node:fs';
import { LogError } from '@emend/acp/log';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { failureOf } from './failure.ts';

class OwnedError extends LogError {}

/** Returns whether a log could not be opened since another process owns it. */
export function isOwned(error: unknown): boolean {
  return error instanceof OwnedError;
}

/**
 * Makes this process the owner of a session log until the returned function is called. Throws `locked` if another one is. The operating system ends it
 * with the process, however that ends: the lock is that of an open transaction on a file beside the log.
 */
export function own(path: string, engine: Engine | undefined): () => void {
  let database: Database | undefined;
  try {
    ({ database } = openDatabase(`${realpathSync(path)}-owner`, engine));
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const failure = failureOf(error, path);
    if (failure.failure !== 'locked') throw failure;
    throw new OwnedError('locked', `The session log ${path} is owned by another process.`, { cause: error });
  }
  const opened = database;
  return () => opened.close();
}
