import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** An open SQLite file. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { get(...values: unknown[]): unknown };
  close(): unknown;
}

/** The class by which the SQLite store opens its files in this Node. */
export function sqliteEngine(): { new (path: string): Database; readonly prototype: Database } {
  try {
    return require('node:sqlite').DatabaseSync;
  } catch {
    return require('libsql');
  }
}
