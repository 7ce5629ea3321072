import { chmodSync, chownSync, closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { LogError } from '@emend/acp/log';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { failureOf } from './failure.ts';

class OwnedError extends LogError {
  readonly isOwned = true;
}

/** Returns whether a log could not be opened since another process owns it. */
export function isOwned(error: unknown): boolean {
  // Not `instanceof OwnedError`: that takes every LogError for one.
  return error instanceof LogError && 'isOwned' in error;
}

/**
 * Makes this process the owner of a session log until the returned function is called. Throws `locked` if another one is. The operating system ends it
 * with the process, however that ends: the lock is that of an open transaction on a file beside the log.
 */
export function own(path: string, engine: Engine | undefined): () => void {
  const file = `${realpathSync(path)}-owner`;
  let database: Database | undefined;
  try {
    makeFile(file, path);
    ({ database } = openDatabase(file, engine));
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const failure = failureOf(error, file);
    if (failure.failure !== 'locked') throw failure;
    throw new OwnedError('locked', `The session log ${path} is owned by another process.`, { cause: error });
  }
  const opened = database;
  return () => opened.close();
}

/**
 * Creates the file with the mode and the owner of the log, as SQLite does with those that it puts beside it: whoever may not read the log could
 * keep it locked, and whoever may write it could not own it.
 */
function makeFile(file: string, path: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // It is there, or opening it fails too.
    return;
  }
  const { mode, uid, gid } = statSync(path);
  chmodSync(file, mode & 0o777);
  if (process.geteuid?.() === 0) chownSync(file, uid, gid);
}
