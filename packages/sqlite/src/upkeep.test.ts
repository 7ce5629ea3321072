import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './engine.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });

describe.each(engines)('a log by %s', (engine) => {
  test('space is given back once half of the file is blank, and the rest stays', async () => {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    for (const sessionId of ['large', 'small']) await log.create({ sessionId, cwd: '/project', at: 0 });
    for (let position = 0; position < 100; position++) {
      await log.append('large', [prompt('words '.repeat(20_000))], { expected: position, at: 0 });
      await log.append('small', [prompt(`${position}`)], { expected: position, at: 0 });
    }
    await log.delete('large');
    await log.scrubbed();
    // What was erased does not wait until its space is given back.
    expect(readFileSync(path).includes('words words')).toBe(false);
    expect(statSync(path).size).toBeGreaterThan(5_000_000);
    await expect.poll(() => statSync(path).size).toBeLessThan(200_000);
    expect(readFileSync(path).includes('words words')).toBe(false);
    expect((await entriesOf(log, 'small')).map(({ event }) => event)).toEqual(
      Array.from({ length: 100 }, (_, position) => prompt(`${position}`)),
    );
    expect(await log.append('small', [prompt('on')], { expected: 100, at: 0 })).toBe(101);
  });

  test('who waits for erased bytes to be gone is told at the end that they are not', async () => {
    const path = scratchFile();
    const reported: string[] = [];
    const log = await openSqliteLog(path, { engine, report: ({ failure }) => void reported.push(failure) });
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [prompt('the secret')], { expected: 0, at: 0 });
    await log.scrubbed();
    const { database: reader } = openDatabase(path, engine);
    onTestFinished(() => void reader.close());
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM entries').get();
    await log.delete('s');
    const scrubbed = log.scrubbed();
    scrubbed.catch(() => {});
    await log.close();
    await expect(scrubbed).rejects.toMatchObject({ failure: 'locked' });
    expect(reported).toContain('locked');
  });

  test('a file left between taking rows away and rewriting loses its blank rows and is rewritten when it is opened', async () => {
    const path = scratchFile();
    const before = await openSqliteLog(path, { engine });
    await before.create({ sessionId: 's', cwd: '/project', at: 0 });
    await before.append('s', [prompt('gone')], { expected: 0, at: 0 });
    await before.delete('s');
    await before.scrubbed();
    await before.close();
    const { database } = openDatabase(path, engine);
    expect(database.prepare('SELECT count(*) AS rows FROM entries').get()).toMatchObject({ rows: 2 });
    database.exec('UPDATE upkeep SET is_moved = 1');
    database.close();
    const log = await openSqliteLog(path, { engine });
    await log.scrubbed();
    await log.close();
    const again = openDatabase(path, engine);
    onTestFinished(() => void again.database.close());
    expect(again.database.prepare('SELECT count(*) AS rows FROM entries').get()).toMatchObject({ rows: 0 });
    expect(again.database.prepare('SELECT * FROM upkeep').get()).toMatchObject({ dead_bytes: 0, is_moved: 0 });
  });

  test('what another process has left in the write-ahead log is out of it before much is appended', async () => {
    const path = scratchFile();
    await (await openSqliteLog(path, { engine })).close();
    const { database } = openDatabase(path, engine);
    onTestFinished(() => void database.close());
    database.exec('UPDATE upkeep SET dead_bytes = dead_bytes + 1');
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await sleep(10);
    expect(statSync(`${path}-wal`).size).toBe(0);
  });
});
