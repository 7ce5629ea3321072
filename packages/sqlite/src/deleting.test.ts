import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './engine.ts';
import { openSqliteLog, type SqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });
const entries = 5_000;

describe.each(engines)('a log by %s', (engine) => {
  async function largeSession(): Promise<{ readonly path: string; readonly log: SqliteLog }> {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await log.create({ sessionId: 'large', cwd: '/project', at: 0 });
    const events = Array.from({ length: entries }, () => prompt('the words'));
    // What is long is counted by its length.
    events.splice(2_500, 3, ...Array<LogEvent>(3).fill(prompt('the words'.repeat(300_000))));
    await log.append('large', events, { expected: 0, at: 0 });
    await log.scrubbed();
    return { path, log };
  }

  function foreign(path: string): Database {
    const { database } = openDatabase(path, engine);
    onTestFinished(() => void database.close());
    return database;
  }

  function bytesOf(path: string): Buffer {
    const folder = dirname(path);
    return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))));
  }

  test('[LG9] a large session is gone at once and erased in slices, between which other processes write', async () => {
    const { path, log } = await largeSession();
    const other = foreign(path);
    other.exec('PRAGMA busy_timeout = 0');
    const left: { rows: number; bytes: number }[] = [];
    const look = () => {
      other.exec('BEGIN IMMEDIATE; UPDATE upkeep SET is_moved = 0; COMMIT');
      const sql = "SELECT count(*) AS rows, total(length(text)) AS bytes FROM entries WHERE text LIKE '%the words%'";
      left.push(other.prepare(sql).get() as { rows: number; bytes: number });
    };
    look();
    const reading = log.read('large')[Symbol.asyncIterator]();
    expect((await reading.next()).value).toHaveLength(2_000);
    await log.delete('large');
    expect(await reading.next()).toEqual({ done: true, value: undefined });
    expect([await log.find('large'), await log.list()]).toEqual([undefined, { sessions: [] }]);
    await log.create({ sessionId: 'large', cwd: '/project', at: 1 });
    const scrubbed = log.scrubbed();
    for (let isDone = false; !isDone; ) {
      look();
      isDone = await Promise.race([scrubbed.then(() => true), turnOfLoop(false)]);
    }
    look();
    const most = { rows: 0, bytes: 0 };
    for (const [index, { rows, bytes }] of left.entries()) {
      const before = left[index - 1] ?? { rows, bytes };
      most.rows = Math.max(most.rows, before.rows - rows);
      most.bytes = Math.max(most.bytes, before.bytes - bytes);
    }
    expect([left[0]?.rows, left.at(-1)?.rows, bytesOf(path).includes('the words')]).toEqual([entries, 0, false]);
    // A slice is a thousand rows, or one that is long; between two looks there may be several of them, but never all.
    expect(most.rows).toBeLessThanOrEqual(3_000);
    expect(most.bytes).toBeLessThan(8_000_000);
    expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['large']);
  });

  test('[LG9] a deletion that a crash cuts off is finished when the file is next opened', async () => {
    const { path, log } = await largeSession();
    await log.delete('large');
    const copy = scratchFile();
    for (const end of ['', '-wal']) copyFileSync(path + end, copy + end);
    const rest = "SELECT count(*) > 3000 AS isThere FROM entries WHERE text LIKE '%the words%'";
    expect(foreign(copy).prepare(rest).get()).toMatchObject({ isThere: 1 });
    const again = await openSqliteLog(copy, { engine });
    expect([await again.find('large'), await again.list()]).toEqual([undefined, { sessions: [] }]);
    await again.scrubbed();
    expect(bytesOf(copy).includes('the words')).toBe(false);
    expect(foreign(copy).prepare('SELECT count(*) AS sessions FROM sessions').get()).toMatchObject({ sessions: 0 });
    await again.close();
    // An orderly end does not leave it to the next opening.
    await log.close();
    expect(bytesOf(path).includes('the words')).toBe(false);
  });
});
