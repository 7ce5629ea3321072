import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './engine.ts';
import { Rows } from './rows.ts';
import { openSqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

describe.each(engines)('whom sessions belong to, by %s', (engine) => {
  const open = async (path: string, options: SqliteLogOptions = {}) => {
    const log = await openSqliteLog(path, { engine, ...options });
    onTestFinished(() => log.close());
    return log;
  };

  /** A file as the version before principals left it. */
  async function earlier(): Promise<string> {
    const path = scratchFile();
    const log = await open(path);
    for (const at of [1, 2, 3]) await log.create({ sessionId: `s${at}`, cwd: '/project', at });
    await log.append('s2', [{ type: 'prompt_sent', prompt: [{ type: 'text', text: 'kept' }] }], { expected: 0, at: 9 });
    await log.close();
    const { database } = openDatabase(path, engine);
    database.exec(`DROP INDEX sessions_by_principal; DROP INDEX sessions_by_cwd_and_principal;
      ALTER TABLE sessions DROP COLUMN principal_hash; PRAGMA user_version = 1`);
    database.close();
    return path;
  }

  const idsIn = async (log: Awaited<ReturnType<typeof open>>, principal?: string) =>
    (await log.list(principal === undefined ? {} : { principal })).sessions.map(({ sessionId }) => sessionId);

  test('[LG31] a file of the version before is opened with what it holds, which belongs to nobody', async () => {
    const path = await earlier();
    const log = await open(path);
    await log.create({ sessionId: 'new', cwd: '/project', at: 4, principal: 'ada' });
    expect([await idsIn(log), await idsIn(log, 'ada'), await idsIn(log, 'bob')]).toEqual([
      ['new', 's3', 's2', 's1'],
      ['new', 's3', 's2', 's1'],
      ['s3', 's2', 's1'],
    ]);
    const found = await log.find('s2');
    expect(found).toEqual({
      record: {
        sessionId: 's2',
        cwd: '/project',
        additionalDirectories: [],
        createdAt: 2,
        updatedAt: '1970-01-01T00:00:00.009Z',
      },
      position: 1,
    });
  });

  test('[LG31] a file of the version before is read where it cannot be written, and says more once another process has opened it', async () => {
    const path = await earlier();
    // Another process has it open, or the file could not be read any more once it has changed.
    const { database: other } = openDatabase(path, engine);
    onTestFinished(() => void other.close());
    other.prepare('PRAGMA journal_mode = WAL').get();
    other.exec('UPDATE upkeep SET is_moved = is_moved');
    const reading = await open(path, { access: 'read' });
    expect([await idsIn(reading), await idsIn(reading, 'ada')]).toEqual([
      ['s3', 's2', 's1'],
      ['s3', 's2', 's1'],
    ]);
    const writing = await open(path);
    await writing.create({ sessionId: 'new', cwd: '/project', at: 4, principal: 'ada' });
    expect([await idsIn(reading), await idsIn(reading, 'ada'), await idsIn(reading, 'bob')]).toEqual([
      ['new', 's3', 's2', 's1'],
      ['new', 's3', 's2', 's1'],
      ['s3', 's2', 's1'],
    ]);
  });

  test.each([{}, { cwd: '/project' }])(
    '[LG31] a list for a principal reads no more than its page: %o',
    async (within) => {
      const path = scratchFile();
      await (await open(path)).create({ sessionId: 's', cwd: '/project', at: 1, principal: 'ada' });
      const { database } = openDatabase(path, engine);
      onTestFinished(() => void database.close());
      const asked: string[] = [];
      const prepare = database.prepare.bind(database);
      database.prepare = (sql) => {
        asked.push(sql);
        return prepare(sql);
      };
      const question = { cwd: undefined, principal: 'ada', after: { createdAt: 9, number: 9 }, limit: 2, ...within };
      expect(new Rows(database, engine, path).list(question).length).toBe(1);
      const sql = asked.find((each) => each.includes('UNION ALL')) ?? '';
      const values = sql
        .split('?')
        .slice(1)
        .map(() => 1);
      const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      const index = 'cwd' in within ? 'sessions_by_cwd_and_principal' : 'sessions_by_principal';
      const columns = 'cwd' in within ? 'cwd_hash=? AND principal_hash=?' : 'principal_hash=?';
      const searched = expect.stringContaining(`SEARCH sessions USING INDEX ${index} (${columns} AND `);
      expect(plan.map(({ detail }) => detail).filter((detail) => /sessions/.test(detail))).toEqual([
        searched,
        searched,
      ]);
      // Nothing is sorted before a page of it is taken.
      const isSortedFirst = plan.some(
        ({ detail }, at) => /^SEARCH sessions/.test(detail) && /TEMP B-TREE/.test(plan[at + 1]?.detail ?? ''),
      );
      expect(isSortedFirst).toBe(false);
    },
  );
});
