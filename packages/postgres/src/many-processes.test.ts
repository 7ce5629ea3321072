import { setTimeout as delay } from 'node:timers/promises';
import { type LogEntry, LogError, type LogEvent } from '@emend/acp/log';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresLog, type PostgresLogOptions } from './postgres-log.ts';
import { server } from './test-support/running-server.ts';

const chunk = (text: string): LogEvent => ({
  type: 'update',
  update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } },
});

let schemas = 0;
const newSchema = () => `shared_${process.pid}_${++schemas}`;

async function opened(schema: string, options: PostgresLogOptions = {}) {
  const log = await openPostgresLog(server?.url ?? '', { schema, ...options });
  onTestFinished(() => log.close());
  return log;
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server?.url ?? '' });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const quote = pg.escapeIdentifier;

describe.skipIf(server === undefined)('a log on a shared server', () => {
  test('a follower elsewhere sees an append within 100 ms at the median', async () => {
    const schema = newSchema();
    const [writer, reader] = [await opened(schema), await opened(schema)];
    await writer.create({ sessionId: 's', cwd: '/project', at: 0 });
    const seen = new Map<number, number>();
    const abort = new AbortController();
    const following = (async () => {
      for await (const batch of reader.follow('s', 0, abort.signal)) {
        for (const { position } of batch) seen.set(position, performance.now());
        if (seen.size === 40) return;
      }
    })();
    await delay(100);
    const sent: number[] = [];
    for (let position = 0; position < 40; position++) {
      sent.push(performance.now());
      await writer.append('s', [chunk('x')], { expected: position, at: 0 });
      await delay(5);
    }
    await following;
    const waits = sent.map((start, position) => (seen.get(position) ?? Infinity) - start).sort((a, b) => a - b);
    expect(waits[20]).toBeLessThan(100);
  });

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
    const rows = await query(`SELECT event FROM ${quote(schema)}.entries ORDER BY seq`);
    expect(rows.map(({ event }) => JSON.parse(String(event)))).toEqual([
      {
        type: 'update',
        update: { sessionUpdate: 'agent_message', messageId: 'm' },
        erased: { at: 2, bytes: expect.any(Number), entries: 2 },
      },
      cleared,
    ]);
    const vacuums = `SELECT vacuum_count FROM pg_stat_all_tables WHERE schemaname = '${schema}' AND relname = 'entries'`;
    await expect.poll(async () => Number((await query(vacuums))[0]?.['vacuum_count']), { timeout: 20_000 }).toBe(1);
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

  test('tables of a newer version are refused with both versions', async () => {
    const schema = newSchema();
    await opened(schema);
    await query(`UPDATE ${quote(schema)}.version SET version = 99`);
    const refused = openPostgresLog(server?.url ?? '', { schema });
    await expect(refused).rejects.toMatchObject({
      failure: 'newer_version',
      message: expect.stringMatching(/99.*knows 1/),
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
  const reported: string[] = [];
  const report = (error: LogError) => void reported.push(error.failure);
  const start = performance.now();
  // Nothing listens on the port for discarding.
  const refused = openPostgresLog('postgres://nobody@127.0.0.1:9/none', { retryFor: 300, report });
  await expect(refused).rejects.toBeInstanceOf(LogError);
  await expect(refused).rejects.toMatchObject({
    failure: 'unavailable',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(reported.length).toBeGreaterThan(2);
});
