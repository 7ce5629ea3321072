import { createRequire } from 'node:module';
import { LogError } from '@emend/acp/log';

/** A value that SQLite keeps. */
export type SqliteValue = string | number | null;

/** A prepared statement, as both engines have it. */
export interface Statement {
  run(...values: SqliteValue[]): unknown;
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** An open database, as both engines have it. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** Which SQLite runs: the one in Node, from 22.5 on, or the optional package `libsql`. */
export type Engine = 'node:sqlite' | 'libsql';

/** Rolls a failed transaction back. */
export function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full, or has not begun.
  }
}

const require = createRequire(import.meta.url);

/** Opens a file with the given engine, or with the first one that is installed. */
export function openDatabase(path: string, engine: Engine | undefined): { database: Database; engine: Engine } {
  const nodes = engine === 'libsql' ? undefined : nodeSqlite();
  if (nodes !== undefined) return { database: new nodes.DatabaseSync(path), engine: 'node:sqlite' };
  if (engine === 'node:sqlite') throw missing('This Node has no node:sqlite; it came with Node 22.5.');
  return { database: new (libsql())(path), engine: 'libsql' };
}

type OpenFile = new (path: string) => Database;

function nodeSqlite(): { readonly DatabaseSync: OpenFile } | undefined {
  // Node warns that the module is young; a library has no business on the standard error of a program.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return require('node:sqlite');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = warn;
  }
}

function libsql(): OpenFile {
  try {
    return require('libsql');
  } catch (cause) {
    const way = 'use Node 22.5 or newer, or install the package libsql';
    throw missing(`This Node has no node:sqlite, and libsql is not installed: ${way}.`, cause);
  }
}

function missing(message: string, cause?: unknown): LogError {
  return new LogError('unavailable', message, { cause });
}
