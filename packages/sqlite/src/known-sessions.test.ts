import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './engine.ts';
import { KnownSessions } from './known-sessions.ts';
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
    const known = new KnownSessions(new Rows(database, engine));
    known.get('s').index.next = 2;
    return { other, known };
  }

  test('a commit of another process in another session costs nothing of it', async () => {
    const { other, known } = await prepared();
    const before = known.get('s');
    await other.append('t', [prompt], { expected: 2, at: 0 });
    known.refresh();
    const now = known.get('s');
    expect([now.next, now.index]).toEqual([2, before.index]);
    expect(now.index).toBe(before.index);
    expect(known.get('s')).toBe(now);
  });

  test('a commit in the same session is seen, and a session of the same id is another', async () => {
    const { other, known } = await prepared();
    const before = known.get('s');
    await other.append('s', [prompt], { expected: 2, at: 0 });
    known.refresh();
    expect(known.get('s')).not.toBe(before);
    expect(known.get('s')).toMatchObject({ number: before.number, next: 3 });
    await other.delete('s');
    known.refresh();
    expect(() => known.get('s')).toThrow('There is no session "s".');
    await other.create({ sessionId: 's', cwd: '/project', at: 0 });
    known.refresh();
    expect(known.get('s').number).not.toBe(before.number);
    expect(known.get('s').index.next).toBe(0);
  });
});
