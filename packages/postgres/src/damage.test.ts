import type { LogEntry, LogError, LogEvent, SessionLog } from '@emend/acp/log';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { chunk } from './test-support/log-order.ts';
import { connected, newSchema, opened, server } from './test-support/running-server.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });
const ended: LogEvent = { type: 'turn_ended', stopReason: 'end_turn' };

async function entriesOf(log: SessionLog, sessionId: string, from = 0): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of log.read(sessionId, from)) entries.push(...batch);
  return entries;
}

/** A log with sessions of these ids, each with a turn, and a way to do things behind its back. */
async function newLog(...ids: string[]) {
  const schema = newSchema();
  const reported: LogError[] = [];
  const options = { connections: 1, report: (error: LogError) => void reported.push(error) };
  const log = await opened(schema, options);
  for (const [index, sessionId] of ids.entries()) {
    await log.create({ sessionId, cwd: '/project', at: index });
    await log.append(sessionId, [prompt('a'), chunk('b'), chunk('c'), ended], { expected: 0, at: 1 });
  }
  const client = await connected();
  const name = pg.escapeIdentifier(schema);
  const sql = async (text: string) => (await client.query(text.replaceAll('$', `${name}.`))).rows;
  return { log, reported, sql, again: () => opened(schema, options) };
}

const listed = async (log: SessionLog) => (await log.list()).sessions.map(({ sessionId }) => sessionId);
const corrupt = (message: string) => expect.objectContaining({ failure: 'corrupt', message });

describe.skipIf(server === undefined)('a damaged row', () => {
  test.each(['{"sessionId"', '{}', 'null', '', '{"sessionId":"b","cwd":1,"additionalDirectories":[],"createdAt":1}'])(
    'of a session is reported, and the list has all others: %s',
    async (facts) => {
      const { log, reported, sql } = await newLog('a', 'b', 'c');
      const damaged = (await log.list({ limit: 2 })).nextCursor;
      await sql(`UPDATE $sessions SET facts = '${facts}' WHERE number = 2`);
      expect(await listed(log)).toEqual(['c', 'a']);
      const message = 'The row of session number 2 is damaged.';
      expect(reported).toEqual([corrupt(message.replace('.', '; the listing leaves it out.'))]);
      const { sessions, nextCursor } = await log.list({ limit: 2 });
      expect([sessions.map(({ sessionId }) => sessionId), nextCursor]).toEqual([['c'], damaged]);
      await expect(log.find('b')).rejects.toEqual(corrupt(message));
      await expect(log.append('b', [prompt('d')], { expected: 4, at: 2 })).rejects.toEqual(corrupt(message));
      expect(await log.append('a', [prompt('d')], { expected: 4, at: 2 })).toBe(5);
      await log.delete('b');
      expect(await sql('SELECT session FROM $entries WHERE session = 2')).toEqual([]);
    },
  );

  test('of an entry is kept and said by every read, and other sessions go on', async () => {
    const { log, sql } = await newLog('a', 'b');
    await sql(`UPDATE $entries SET event = '{"type":"upd' WHERE session = 1 AND seq = 1`);
    const rows = await sql('SELECT seq, event FROM $entries WHERE session = 1 ORDER BY seq');
    const replaced: LogEvent = {
      type: 'update',
      update: { sessionUpdate: 'agent_message', messageId: 'm', content: [] },
    };
    const damaged = corrupt('Entry 1 of a session is damaged.');
    const calls = [
      log.append('a', [replaced], { expected: 4, at: 2 }),
      log.append('b', [replaced], { expected: 4, at: 2 }),
      log.compact('a'),
      log.redact('a', { type: 'agent', messageId: 'm' }, 2),
    ];
    const refused = { status: 'rejected', reason: damaged };
    expect(await Promise.allSettled(calls)).toEqual([refused, { status: 'fulfilled', value: 5 }, refused, refused]);
    await log.compact('b');
    expect(await sql('SELECT seq, event FROM $entries WHERE session = 1 ORDER BY seq')).toEqual(rows);
    await expect(entriesOf(log, 'a')).rejects.toEqual(damaged);
    expect((await entriesOf(log, 'a', 2)).map(({ event }) => event)).toEqual([chunk('c'), ended]);
  });
});

describe.skipIf(server === undefined)('deleting a large session', () => {
  test('leaves others their turn, and takes everything before it resolves', async () => {
    const { log, sql } = await newLog('small');
    await log.create({ sessionId: 'large', cwd: '/project', at: 9 });
    const many = Array.from({ length: 7_000 }, () => chunk('x'));
    await log.append('large', many, { expected: 0, at: 1 });
    const order: string[] = [];
    const deleted = log.delete('large').then(() => order.push('deleted'));
    await log.append('small', [prompt('b')], { expected: 4, at: 2 }).then(() => order.push('appended'));
    await deleted;
    expect(order).toEqual(['appended', 'deleted']);
    expect(await listed(log)).toEqual(['small']);
    expect(await sql('SELECT DISTINCT session FROM $entries')).toEqual([{ session: '1' }]);
    expect(await sql('SELECT number FROM $sessions')).toEqual([{ number: '1' }]);
  });

  test('that was cut off is finished by whoever opens the log next, and its id is free meanwhile', async () => {
    const { log, sql, again } = await newLog('a', 'b');
    await sql("UPDATE $sessions SET id_key = NULL, facts = '' WHERE number = 1");
    expect([await listed(log), await log.find('a')]).toEqual([['b'], undefined]);
    await log.create({ sessionId: 'a', cwd: '/project', at: 5 });
    const other = await again();
    await expect
      .poll(() => sql('SELECT number FROM $sessions ORDER BY number'))
      .toEqual([{ number: '2' }, { number: '3' }]);
    expect(await sql('SELECT DISTINCT session FROM $entries')).toEqual([{ session: '2' }]);
    expect(await listed(other)).toEqual(['a', 'b']);
  });
});

test.skipIf(server === undefined)(
  'tables of the first version are brought to the present one with what they hold',
  async () => {
    const { log, sql, again } = await newLog('a');
    await log.close();
    const facts = (sessionId: string, cwd: string) =>
      JSON.stringify({ sessionId, cwd, additionalDirectories: [], createdAt: 1 });
    await sql(`DROP TABLE $entries; DROP TABLE $sessions; DROP TABLE $nodes; UPDATE $version SET version = 1;
    CREATE TABLE $sessions (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, session_id text NOT NULL UNIQUE, cwd text NOT NULL,
      created bigint NOT NULL, next bigint NOT NULL DEFAULT 0, last_at bigint, facts text NOT NULL);
    CREATE INDEX sessions_by_time ON $sessions (created, number);
    CREATE INDEX sessions_by_cwd ON $sessions (cwd, created, number);
    CREATE TABLE $entries (session bigint NOT NULL REFERENCES $sessions ON DELETE CASCADE, seq bigint NOT NULL,
      at bigint NOT NULL, event text NOT NULL, PRIMARY KEY (session, seq));
    INSERT INTO $sessions (session_id, cwd, created, next, facts) VALUES
      ('é🙂', '/ü', 1, 1, '${facts('é🙂', '/ü')}'), ('b', '/b', 2, 0, '${facts('b', '/b')}');
    INSERT INTO $entries VALUES (1, 0, 5, '${JSON.stringify(ended)}')`);
    const present = await again();
    expect(await entriesOf(present, 'é🙂')).toEqual([{ position: 0, at: 5, event: ended }]);
    expect((await present.list({ cwd: '/ü/' })).sessions.map(({ sessionId }) => sessionId)).toEqual(['é🙂']);
    expect(await listed(present)).toEqual(['b', 'é🙂']);
    await expect(present.create({ sessionId: 'b', cwd: '/', at: 1 })).rejects.toMatchObject({
      failure: 'session_exists',
    });
  },
);
