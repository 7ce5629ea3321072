import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEvent } from '@emend/acp/log';
import { openSqliteLog, type SqliteLog } from '@emend/sqlite';

/** A token of a message, as an agent streams it. */
export const chunk = (message: number, token: number): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: `msg_${message}`,
    content: { type: 'text', text: `${(message * 61 + token) % 10_000}`.padEnd(5) },
  },
});

/** Runs work on a path where no file is yet. */
export async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  try {
    return await work(join(folder, 'sessions.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs work on a log with one session, in a fresh file. */
export function withLog<T>(work: (log: SqliteLog) => Promise<T>): Promise<T> {
  return inFolder(async (path) => {
    const opened = await openSqliteLog(path);
    await opened.create({ sessionId: 's', cwd: '/project', at: 0 });
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  });
}

/** A log for as long as this process runs, and the folder that holds nothing but its files. */
export async function lastingLog(): Promise<{ readonly opened: SqliteLog; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const opened = await openSqliteLog(join(folder, 'sessions.db'));
  await opened.create({ sessionId: 's', cwd: '/project', at: 0 });
  return { opened, folder };
}
