import { statSync } from 'node:fs';
import { LogError, type LogEvent, type SessionLog } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './engine.ts';
import { openSqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });
const title = (text: string): LogEvent => ({
  type: 'update',
  update: { sessionUpdate: 'session_info_update', title: text },
});

/** What became of calls: their values, or why they failed and in which words. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : named(each.reason)));
}

function named(error: unknown): string {
  return error instanceof LogError ? `${error.failure}: ${error.message}` : String(error);
}

async function eventsOf(log: SessionLog, sessionId: string): Promise<unknown[]> {
  return (await entriesOf(log, sessionId)).map(({ event }) => event);
}

/** Lets a row be damaged so that it holds nothing at all. */
const nullable =
  "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'text TEXT NOT NULL', 'text TEXT')";

/** Ways to damage what stands in a column of text. */
const damages: Readonly<Record<string, string>> = {
  'its beginning is zeros': "CAST(X'0000' || substr(text, 3) AS TEXT)",
  'its beginning is a line break': 'char(10) || substr(text, 2)',
  'its beginning is blank': "'        ' || substr(text, 9)",
  'it is one wrong character': "substr(text, 1, 20) || '#' || substr(text, 22)",
  'it is empty': "''",
  'it is a number': '7',
  'it is bytes': "X'20202020'",
  'it is nothing at all': 'NULL',
};

describe.each(engines)('a log by %s', (engine) => {
  /** Two sessions of two entries in a file that is changed from outside before it is opened again. */
  async function damagedLog(sql: string, options: SqliteLogOptions = {}) {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    for (const sessionId of ['bad', 'good']) {
      await log.create({ sessionId, cwd: `/${sessionId}`, at: 1 });
      await log.append(sessionId, [title('first'), prompt('second')], { expected: 0, at: 2 });
    }
    await log.close();
    alter(path, nullable);
    alter(path, sql);
    const again = await openSqliteLog(path, { engine, ...options });
    onTestFinished(() => again.close());
    return { path, log: again };
  }

  function alter(path: string, sql: string): void {
    // By libsql in any case: from Node 24 on, node:sqlite refuses to change the schema in this way.
    const { database }: { database: Database } = openDatabase(path, 'libsql');
    database.exec(sql);
    database.close();
  }

  const entry = 'session = 1 AND seq = 0';
  const facts = 'session = 1 AND seq = -1';
  const damagedEntry = 'corrupt: Entry 0 of session "bad" is damaged.';

  test.each(Object.entries(damages))('[LG22] a damaged entry fails its own session alone: %s', async (_, damage) => {
    const { log } = await damagedLog(`UPDATE entries SET text = ${damage} WHERE ${entry}`);
    const at = { at: 3 };
    expect(
      await outcomes([
        log.create({ sessionId: 'new', cwd: '/', at: 3 }),
        log.append('good', [title('third')], { expected: 2, ...at }),
        // What replaces something has to read what was there.
        log.append('bad', [prompt('lost'), title('lost')], { expected: 2, ...at }),
        log.append('new', [title('only')], { expected: 0, ...at }),
        log.redact('bad', { type: 'session_info' }, 3),
        log.append('good', [prompt('fourth')], { expected: 3, ...at }),
        log.append('none', [prompt('lost')], { expected: 0, ...at }),
        log.append('bad', [prompt('kept')], { expected: 2, ...at }),
      ]),
    ).toEqual([undefined, 3, damagedEntry, 1, damagedEntry, 4, 'unknown_session: There is no session "none".', 3]);
    const bare: LogEvent = { type: 'update', update: { sessionUpdate: 'session_info_update' } };
    const erased = { at: 3, bytes: 7, entries: 1 };
    expect(await eventsOf(log, 'good')).toEqual([
      { ...bare, erased },
      prompt('second'),
      title('third'),
      prompt('fourth'),
    ]);
    expect(await eventsOf(log, 'new')).toEqual([title('only')]);
    expect(await outcomes([eventsOf(log, 'bad')])).toEqual([damagedEntry]);
    expect((await entriesOf(log, 'bad', 1)).map(({ event }) => event)).toEqual([prompt('second'), prompt('kept')]);
    expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['new', 'good', 'bad']);
  });

  test.each(Object.entries(damages))('[LG22] damaged facts fail their own session alone: %s', async (_, damage) => {
    const reports: string[] = [];
    const report = (error: LogError) => void reports.push(named(error));
    const { log } = await damagedLog(`UPDATE entries SET text = ${damage} WHERE ${facts}`, { report });
    const words = 'corrupt: The folder and title of session number 1 are damaged; the listing leaves it out.';
    expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['good']);
    expect(reports).toEqual([words]);
    expect(
      await outcomes([
        log.append('good', [prompt('third')], { expected: 2, at: 3 }),
        log.append('bad', [prompt('lost')], { expected: 2, at: 3 }),
        log.find('bad'),
        log.find('good').then((found) => found?.record.title),
      ]),
    ).toEqual([
      3,
      words.replace('; the listing leaves it out', ''),
      words.replace('; the listing leaves it out', ''),
      'first',
    ]);
    // What cannot be read can still be deleted.
    await log.delete('bad');
    expect(await log.find('bad')).toBe(undefined);
    await log.create({ sessionId: 'bad', cwd: '/', at: 4 });
    expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['bad', 'good']);
  });

  test.each(['9000000000000000000', '-9000000000000000', "'noise'", '1e300'])(
    '[LG22] a damaged time fails its own session alone: %s',
    async (time) => {
      const { log } = await damagedLog(`UPDATE entries SET at = ${time} WHERE session = 1 AND seq = 1`);
      expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['good']);
      expect((await outcomes([log.find('bad')]))[0]).toMatch(/^corrupt: /);
      expect(await outcomes([eventsOf(log, 'bad')])).toEqual(['corrupt: Entry 1 of session "bad" is damaged.']);
    },
  );

  test('[LG22] damaged entries stay when space is given back, and each is still said to be damaged', async () => {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    const names = Object.keys(damages);
    for (const sessionId of names) {
      await log.create({ sessionId, cwd: '/', at: 1 });
      await log.append(sessionId, [prompt('first'), prompt('second')], { expected: 0, at: 2 });
    }
    await log.create({ sessionId: 'large', cwd: '/', at: 3 });
    await log.append('large', [prompt('x'.repeat(9_000_000))], { expected: 0, at: 3 });
    const words = names.map((name) => `corrupt: Entry 0 of session "${name}" is damaged.`);
    alter(path, nullable);
    for (const [index, damage] of Object.values(damages).entries())
      alter(path, `UPDATE entries SET text = ${damage} WHERE session = ${index + 1} AND seq = 0`);
    expect(await outcomes(names.map((name) => eventsOf(log, name)))).toEqual(words);
    await log.delete('large');
    await log.scrubbed();
    await expect.poll(() => statSync(path).size).toBeLessThan(1_000_000);
    expect(await outcomes(names.map((name) => eventsOf(log, name)))).toEqual(words);
  });
});
