import { join } from 'node:path';
import { sqliteEngine } from './sqlite-engine.ts';
import { after } from './waiting.ts';

/** Holds the write lock of a store for a time, like a program that is stopped in the middle of a transaction. */
export async function holdLock(folder: string, milliseconds: number): Promise<void> {
  const database = new (sqliteEngine())(join(folder, 'sessions.db'));
  try {
    database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
    await after(milliseconds);
    database.exec('ROLLBACK');
  } finally {
    database.close();
  }
}
