import { LogError, type LogEvent } from '@emend/acp/log';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chunk } from './test-support/log-order.ts';
import { connected, newSchema, opened, server } from './test-support/running-server.ts';
import { Upkeep } from './upkeep.ts';

/** Work whose runs end when the test says so. */
function manualWork() {
  const runs: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => void runs.push({ end, fail }));
  return { runs, work };
}

describe('requests for upkeep', () => {
  test('many are one run at a time, and one more for those that came meanwhile', async () => {
    const { runs, work } = manualWork();
    const upkeep = new Upkeep({ work, report: () => {}, soon: 0 });
    for (let count = 0; count < 10; count++) upkeep.request();
    await expect.poll(() => runs.length).toBe(1);
    for (let count = 0; count < 10; count++) upkeep.request();
    await new Promise(setImmediate);
    expect(runs.length).toBe(1);
    runs[0]?.end();
    await expect.poll(() => runs.length).toBe(2);
    const stopped = upkeep.stop();
    runs[1]?.end();
    await stopped;
    expect(runs.length).toBe(2);
  });

  test('what fails is reported and tried again; at the end it is tried once more', async () => {
    const { runs, work } = manualWork();
    const reported: string[] = [];
    const upkeep = new Upkeep({ work, report: ({ failure }) => void reported.push(failure), soon: 0 });
    upkeep.request();
    await expect.poll(() => runs.length).toBe(1);
    runs[0]?.fail(new LogError('locked', 'A lock.'));
    await expect.poll(() => reported).toEqual(['locked']);
    const stopped = upkeep.stop();
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.fail(new LogError('full', 'No room.'));
    await stopped;
    expect([runs.length, reported]).toEqual([2, ['locked', 'full']]);
  });
});

test.skipIf(server === undefined)(
  'closing does not wait for a table lock that keeps leftovers of a dead process from being erased',
  async () => {
    const schema = newSchema();
    const before = await opened(schema);
    await before.create({ sessionId: 's', cwd: '/project', at: 0 });
    await before.append('s', [chunk('a secret')], { expected: 0, at: 0 });
    await before.close();
    const other = await connected();
    const [sessions, entries] = ['sessions', 'entries'].map((table) => `${pg.escapeIdentifier(schema)}.${table}`);
    await other.query(`UPDATE ${sessions} SET id_key = NULL, facts = ''`);
    await other.query(`BEGIN; LOCK TABLE ${entries} IN SHARE MODE`);
    const reported = new Set<string>();
    const log = await opened(schema, { report: ({ failure }) => void reported.add(failure) });
    // If closing waits after all, the test fails and goes on.
    onTestFinished(async () => void (await other.query('ROLLBACK')));
    await log.close();
    expect([...reported]).toEqual(['locked']);
  },
);

describe.skipIf(server === undefined)('while another session holds the lock of a VACUUM', () => {
  const said = (text: string): LogEvent => ({
    type: 'update',
    update: { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text }] },
  });

  test('erasures, appends, lists and closing go on, and the tables are vacuumed once the lock is free', async () => {
    const schema = newSchema();
    const reported: string[] = [];
    const options = { connections: 1, report: ({ failure }: LogError) => void reported.push(failure) };
    const [log, closing] = [await opened(schema, options), await opened(schema, options)];
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [chunk('a secret')], { expected: 0, at: 0 });
    const other = await connected();
    const entries = `${pg.escapeIdentifier(schema)}.entries`;
    await other.query(`BEGIN; LOCK TABLE ${entries} IN SHARE UPDATE EXCLUSIVE MODE`);

    for (let position = 1; position < 20; position++) {
      await log.append('s', [said(`${position}`)], { expected: position, at: 1 });
    }
    await expect.poll(() => reported).toContain('locked');
    expect(await log.append('s', [said('later')], { expected: 20, at: 1 })).toBe(21);
    expect((await log.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['s']);
    await closing.append('s', [said('last')], { expected: 21, at: 1 });
    reported.length = 0;
    await closing.close();
    expect(reported).toContain('locked');

    await other.query('COMMIT');
    const vacuums = `SELECT vacuum_count FROM pg_stat_all_tables WHERE schemaname = $1 AND relname = 'entries'`;
    await expect
      .poll(async () => Number((await other.query(vacuums, [schema])).rows[0]?.vacuum_count))
      .toBeGreaterThan(0);
  });
});
