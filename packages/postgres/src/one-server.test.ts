import { type LogEntry, LogError, type LogEvent } from '@emend/acp/log';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresLog } from './postgres-log.ts';
import { chunk } from './test-support/log-order.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';

const quote = pg.escapeIdentifier;

async function entriesOf(log: Awaited<ReturnType<typeof opened>>): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of log.read('s')) entries.push(...batch);
  return entries;
}

describe.skipIf(server === undefined)('a log on a shared server', () => {
  test('what is erased is in no row, and the table is vacuumed', async () => {
    const schema = newSchema();
    const log = await opened(schema);
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [chunk('the sec'), chunk('ret')], { expected: 0, at: 1 });
    const cleared: LogEvent = {
      type: 'update',
      update: { sessionUpdate: 'agent_message', messageId: 'm', content: null },
    };
    await log.append('s', [cleared], { expected: 2, at: 2 });
    const client = await connected();
    const { rows } = await client.query(`SELECT event FROM ${quote(schema)}.entries ORDER BY seq`);
    expect(rows.map(({ event }) => JSON.parse(String(event)))).toEqual([
      {
        type: 'update',
        update: { sessionUpdate: 'agent_message', messageId: 'm' },
        erased: { at: 2, bytes: expect.any(Number), entries: 2 },
      },
      cleared,
    ]);
    const vacuums = `SELECT vacuum_count FROM pg_stat_all_tables WHERE schemaname = '${schema}' AND relname = 'entries'`;
    await expect.poll(async () => Number((await client.query(vacuums)).rows[0]?.vacuum_count)).toBe(1);
  });

  test.runIf(server?.restart !== undefined)(
    'a server that goes away and comes back loses and doubles nothing',
    async () => {
      const schema = newSchema();
      const reported: string[] = [];
      const report = (error: LogError) => void reported.push(error.failure);
      const log = await opened(schema, { report, retryFor: 30_000 });
      const other = await opened(schema, { report, retryFor: 30_000 });
      await log.create({ sessionId: 's', cwd: '/project', at: 0 });
      const seen: LogEntry[] = [];
      const following = (async () => {
        for await (const batch of other.follow('s', 0, new AbortController().signal)) {
          seen.push(...batch);
          if (seen.length >= 300) return;
        }
      })();
      let restarting: Promise<void> | undefined;
      for (let position = 0; position < 300; position++) {
        if (position === 100 || position === 200) restarting = server?.restart?.();
        const appended = log.append('s', [chunk(`${position}`)], { expected: position, at: position });
        if (position % 3 === 0) await appended;
      }
      await restarting;
      await following;
      expect(seen.map(({ position, event }) => [position, event])).toEqual(
        Array.from({ length: 300 }, (_, position) => [position, chunk(`${position}`)]),
      );
      expect(new Set(reported)).toEqual(new Set(['unavailable']));
    },
  );

  test('a commit whose answer was lost is not made twice', async () => {
    const schema = newSchema();
    const route = await openRoute(serverUrl);
    const reported: string[] = [];
    const log = await opened(schema, { report: (error) => void reported.push(error.failure) }, route.url);
    route.lose('answer');
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    route.lose('answer');
    expect(await log.append('s', [chunk('once')], { expected: 0, at: 1 })).toBe(1);
    const clear: LogEvent = { type: 'update', update: { sessionUpdate: 'agent_message_clear' } };
    route.lose('answer');
    expect(await log.append('s', [clear], { expected: 1, at: 2 })).toBe(2);
    expect((await entriesOf(log)).map(({ event }) => event)).toEqual([
      {
        type: 'update',
        update: { sessionUpdate: 'agent_message', messageId: 'm' },
        erased: { at: 2, bytes: JSON.stringify({ type: 'text', text: 'once' }).length, entries: 1 },
      },
      { type: 'update', update: { sessionUpdate: 'agent_message_clear', messageId: 'm' } },
    ]);
    expect(reported).toEqual(['unavailable', 'unavailable', 'unavailable']);
  });

  test('a commit that was lost is made again, with what it erases', async () => {
    const schema = newSchema();
    const route = await openRoute(serverUrl);
    const log = await opened(schema, {}, route.url);
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [chunk('the secret')], { expected: 0, at: 1 });
    const replaced: LogEvent = {
      type: 'update',
      update: { sessionUpdate: 'agent_message', messageId: 'm', content: [] },
    };
    route.lose('commit');
    expect(await log.append('s', [replaced], { expected: 1, at: 2 })).toBe(2);
    expect(JSON.stringify(await entriesOf(log))).not.toContain('secret');
  });

  describe.runIf(server?.restart !== undefined)(
    'a commit that was lost with the server, and its number with it',
    () => {
      /** A log whose next commit never arrives: the server crashes, and gives the same numbers to others. */
      async function crashing() {
        const schema = newSchema();
        const route = await openRoute(serverUrl);
        const [log, other] = [await opened(schema, { retryFor: 30_000 }, route.url), await opened(schema)];
        await log.create({ sessionId: 's', cwd: '/project', at: 0 });
        const replaced: LogEvent = {
          type: 'update',
          update: { sessionUpdate: 'agent_message', messageId: 'm', content: [] },
        };
        await log.append('s', [chunk('the secret'), replaced], { expected: 0, at: 1, history: 'keep' });
        route.lose('commit', async () => {
          await server?.restart?.();
          for (const sessionId of 'abcdefgh') await other.create({ sessionId, cwd: '/project', at: 0 });
        });
        return log;
      }

      test('an append is made again', async () => {
        const log = await crashing();
        expect(await log.append('s', [chunk('one')], { expected: 2, at: 2 })).toBe(3);
        expect((await entriesOf(log)).slice(2).map(({ event }) => event)).toEqual([chunk('one')]);
      });

      test('a redaction is made again', async () => {
        const log = await crashing();
        expect(JSON.stringify(await entriesOf(log))).toContain('secret');
        await log.redact('s', { type: 'agent', messageId: 'm' }, 2);
        expect(JSON.stringify(await entriesOf(log))).not.toContain('secret');
      });

      test('a session is created again', async () => {
        const log = await crashing();
        await log.create({ sessionId: 't', cwd: '/project', at: 0 });
        expect(await log.find('t')).toMatchObject({ position: 0 });
      });

      test('a session is deleted again', async () => {
        const log = await crashing();
        await log.delete('s');
        expect(await log.find('s')).toBe(undefined);
      });
    },
  );

  test.runIf(server?.restart !== undefined)('a server that may not be written for a while harms nothing', async () => {
    const log = await opened(newSchema(), { connections: 1, retryFor: 30_000 });
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await server?.restart?.('standby');
    const refused = log.append('s', [chunk('one')], { expected: 0, at: 1 });
    await expect(refused).rejects.toMatchObject({ failure: 'read_only' });
    expect(await log.find('s')).toMatchObject({ position: 0 });
    await (await connected()).query('SELECT pg_promote()');
    expect(await log.append('s', [chunk('one')], { expected: 0, at: 1 })).toBe(1);
    expect((await entriesOf(log)).map(({ event }) => event)).toEqual([chunk('one')]);
  });

  test('a commit that was lost does not take what somebody else has written meanwhile for its own', async () => {
    const schema = newSchema();
    const route = await openRoute(serverUrl);
    const [log, other] = [await opened(schema, {}, route.url), await opened(schema)];
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    const theirs = new Promise<number>((resolve) => {
      route.lose('commit', () => {
        // The same words at the same position, before the other can ask what became of its own.
        const appended = other.append('s', [chunk('same')], { expected: 0, at: 1 });
        resolve(appended);
        return appended;
      });
    });
    const refused = log.append('s', [chunk('same')], { expected: 0, at: 1 });
    expect(await theirs).toBe(1);
    await expect(refused).rejects.toMatchObject({ failure: 'conflict', position: 1 });
  });

  test.each(['repeatable read', 'serializable'])(
    'under %s as the default of the database, of two that append one wins and the other meets a conflict',
    async (level) => {
      const schema = newSchema();
      const url = new URL(serverUrl);
      url.searchParams.set('options', `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`);
      const logs = [await opened(schema, {}, url.href), await opened(schema, {}, url.href)];
      await logs[0]?.create({ sessionId: 's', cwd: '/project', at: 0 });
      for (let expected = 0; expected < 20; expected++) {
        const appended = logs.map((log) => log.append('s', [chunk('x')], { expected, at: 1 }));
        const outcomes = await Promise.all(
          appended.map((each) => each.catch(({ failure, position }) => [failure, position])),
        );
        const next = expected + 1;
        expect(outcomes).toEqual(expect.arrayContaining([next, ['conflict', next]]));
      }
    },
  );

  test('an append that the server undoes to end a deadlock is made again', async () => {
    const schema = newSchema();
    const log = await opened(schema);
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    const [other, looking] = [await connected(), await connected()];
    // It never looks for deadlocks itself, so the append is the one to be undone.
    await other.query("SET deadlock_timeout = '1h'");
    await other.query(`BEGIN; LOCK TABLE ${quote(schema)}.entries IN SHARE MODE`);
    const appended = log.append('s', [chunk('one')], { expected: 0, at: 1 });
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'WITH given%'";
    await expect.poll(async () => (await looking.query(waiting)).rows.length).toBe(1);
    await other.query(`SELECT 1 FROM ${quote(schema)}.sessions FOR UPDATE`);
    await other.query('COMMIT');
    expect(await appended).toBe(1);
    expect((await entriesOf(log)).map(({ event }) => event)).toEqual([chunk('one')]);
  });

  test('tables of a newer version are refused with both versions', async () => {
    const schema = newSchema();
    await opened(schema);
    await (await connected()).query(`UPDATE ${quote(schema)}.version SET version = 99`);
    const refused = openPostgresLog(serverUrl, { schema });
    await expect(refused).rejects.toMatchObject({
      failure: 'newer_version',
      message: expect.stringMatching(/99.*knows 5/),
    });
  });

  test('processes that start together make the tables once', async () => {
    const schema = newSchema();
    const logs = await Promise.all(Array.from({ length: 6 }, () => opened(schema)));
    await logs[0]?.create({ sessionId: 's', cwd: '/project', at: 0 });
    await expect(logs[5]?.create({ sessionId: 's', cwd: '/project', at: 0 })).rejects.toMatchObject({
      failure: 'session_exists',
    });
  });
});

test('a server that is not there is tried again within bounds, reported and then said', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const reported: string[] = [];
  const report = (error: LogError) => {
    reported.push(error.failure);
    if (reported.length === 3) vi.setSystemTime(60_000);
  };
  // Nothing listens on the port for discarding.
  const refused = openPostgresLog('postgres://nobody@127.0.0.1:9/none', { retryFor: 60_000, report });
  await expect(refused).rejects.toBeInstanceOf(LogError);
  await expect(refused).rejects.toMatchObject({
    failure: 'unavailable',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  expect(reported).toEqual(['unavailable', 'unavailable', 'unavailable']);
});
