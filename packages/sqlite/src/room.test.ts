import { rmSync, statSync } from 'node:fs';
import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, type Engine, openDatabase } from './engine.ts';
import { openSqliteLog, type SqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const kilobyte = 1024;

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A log with one session, whose write-ahead log nobody empties from now on but SQLite itself. */
async function settled(path: string, engine: Engine): Promise<SqliteLog> {
  const log = await openSqliteLog(path, { engine });
  onTestFinished(() => log.close());
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  await log.scrubbed();
  return log;
}

/** Another connection, as another process would have it. */
function connected(path: string, engine: Engine): Database {
  const { database } = openDatabase(path, engine);
  onTestFinished(() => void database.close());
  return database;
}

describe.each(engines)('a log by %s', (engine) => {
  test('the reserve covers the store after every commit, also if each adds little', async () => {
    const path = scratchFile();
    const log = await settled(path, engine);
    const pageCount = connected(path, engine).prepare('PRAGMA page_count');
    const uncovered: number[] = [];
    for (let at = 0; at < 1_000; at++) {
      await log.append('s', [prompt('€'.repeat((at * 7) % 900))], { expected: at, at });
      const { page_count: pages } = pageCount.get() as { page_count: number };
      if (sizeOf(`${path}-reserve`) < (pages * 4 + 64) * kilobyte) uncovered.push(at);
    }
    expect(sizeOf(path)).toBeGreaterThan(1_000 * kilobyte);
    expect(uncovered).toEqual([]);
  });

  test('a reserve that another process has given up is held again from the next commit on', async () => {
    const path = scratchFile();
    const log = await settled(path, engine);
    await log.append('s', [prompt('words '.repeat(5_000))], { expected: 0, at: 0 });
    await log.append('s', [prompt('few')], { expected: 1, at: 0 });
    rmSync(`${path}-reserve`);
    connected(path, engine).exec('UPDATE upkeep SET dead_bytes = dead_bytes + 1');
    await log.append('s', [prompt('few')], { expected: 2, at: 0 });
    expect(sizeOf(`${path}-reserve`)).toBeGreaterThan(64 * kilobyte);
  });

  test('the write-ahead log is used again from its start before it is large', async () => {
    const path = scratchFile();
    const log = await settled(path, engine);
    for (let at = 0; at < 500; at++) await log.append('s', [prompt('few')], { expected: at, at });
    expect(sizeOf(`${path}-wal`)).toBeGreaterThan(0);
    expect(sizeOf(`${path}-wal`)).toBeLessThan(1_200 * kilobyte);
  });
});
