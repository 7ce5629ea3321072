import { createRequire } from 'node:module';

interface Statement {
  run(...values: (string | number)[]): unknown;
  get(): unknown;
}

/** The calls that `node:sqlite` and libsql have in common. */
export interface BareDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

const require = createRequire(import.meta.url);

/**
 * Opens a file with the engine that the log uses, and with the same settings for durability and erasing, but with nothing around it. How
 * often the write-ahead log is moved into the file is SQLite's default.
 */
export function openBare(path: string, engine: string): BareDatabase {
  const database: BareDatabase =
    engine === 'node:sqlite' ? new (require('node:sqlite').DatabaseSync)(path) : new (require('libsql'))(path);
  database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL');
  database.prepare('PRAGMA journal_mode = WAL').get();
  database.exec(
    'CREATE TABLE entries (session INTEGER, seq INTEGER, at INTEGER, text TEXT, PRIMARY KEY (session, seq))',
  );
  return database;
}
