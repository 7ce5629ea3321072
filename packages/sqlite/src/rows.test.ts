import type { LogEvent } from '@emend/acp/log';
import { runNow, SessionChanges } from '@emend/acp/log/store';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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
    return { other, database, rows, before: rows.lock('s') };
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

  test('a commit of another process in another session costs nothing of what is known of this one', async () => {
    const { other, database, rows } = await prepared();
    const changes = new SessionChanges();
    const read = vi.spyOn(rows, 'read');
    const patch = (toolCallId: string, expected: number) => {
      const event: LogEvent = { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId, title: 'a' } };
      const append = { sessionId: 's', events: [event], texts: [JSON.stringify(event)], options: { expected, at: 0 } };
      database.exec('BEGIN IMMEDIATE');
      rows.refresh();
      runNow(changes.append(rows, 's', [append]));
      rows.finish();
      database.exec('COMMIT');
    };
    patch('one', 2);
    expect(read).toHaveBeenCalledTimes(1);
    await other.append('t', [prompt], { expected: 2, at: 0 });
    patch('two', 3);
    expect(read).toHaveBeenCalledTimes(1);
    await other.append('s', [prompt], { expected: 4, at: 0 });
    patch('three', 5);
    expect(read).toHaveBeenCalledTimes(2);
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
