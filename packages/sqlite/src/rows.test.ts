import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './engine.ts';
import { Rows } from './rows.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const prompt: LogEvent = { type: 'prompt_sent', prompt: [] };

describe.each(engines)('what is known of sessions, by %s', (engine) => {
  async function prepared() {
    const path = scratchFile();
    const other = await openSqliteLog(path, { engine });
    onTestFinished(() => other.close());
    for (const sessionId of ['s', 't']) {
      await other.create({ sessionId, cwd: '/project', at: 0 });
      await other.append(sessionId, [prompt, prompt], { expected: 0, at: 0 });
    }
    const { database } = openDatabase(path, engine);
    onTestFinished(() => void database.close());
    const rows = new Rows(database, engine, path);
    return { other, rows, before: rows.lock('s') };
  }

  test('a session is read once as long as no other process commits', async () => {
    const { other, rows, before } = await prepared();
    expect(rows.lock('s')).toBe(before);
    await other.append('t', [prompt], { expected: 2, at: 0 });
    rows.refresh();
    const now = rows.lock('s');
    expect(now).not.toBe(before);
    expect(now).toEqual({ ...before, version: now?.version });
    expect(rows.lock('s')).toBe(now);
  });

  test('a commit in the same session is seen, and a session of the same id is another', async () => {
    const { other, rows, before } = await prepared();
    await other.append('s', [prompt], { expected: 2, at: 0 });
    rows.refresh();
    expect(rows.lock('s')).toMatchObject({ number: before?.number, next: 3 });
    await other.delete('s');
    rows.refresh();
    expect(rows.lock('s')).toBe(undefined);
    await other.create({ sessionId: 's', cwd: '/project', at: 0 });
    rows.refresh();
    expect(rows.lock('s')?.number).not.toBe(before?.number);
    expect(rows.lock('s')?.next).toBe(0);
  });
});
