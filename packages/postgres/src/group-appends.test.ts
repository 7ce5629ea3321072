import { createHash } from 'node:crypto';
import type { LogEvent } from '@emend/acp/log';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../test/support/counts.ts';
import { chunk } from './test-support/log-order.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';

/** A log with sessions 0, 1 and so on, whose numbers begin with 1. */
async function newLog(sessions: number, url = serverUrl) {
  const schema = newSchema();
  const log = await opened(schema, {}, url);
  const ids = Array.from({ length: sessions }, (_, number) => `${number}`);
  for (const sessionId of ids) await log.create({ sessionId, cwd: '/project', at: 0 });
  const client = await connected();
  const sql = async (text: string) =>
    (await client.query(text.replaceAll('$', `${pg.escapeIdentifier(schema)}.`))).rows;
  const append = (sessionId: string, expected: number, events: LogEvent[] = [chunk(sessionId)]) =>
    log.append(sessionId, events, { expected, at: 1 });
  return { schema, log, ids, client, sql, append };
}

const failure = (error: { failure: string; position?: number }) => [error.failure, error.position];
const transactions = 'SELECT count(DISTINCT xmin::text)::int AS count FROM $entries';
const stored = 'SELECT session::int AS number, seq::int AS position, event FROM $entries ORDER BY 1, 2';

describe.skipIf(server === undefined)('appends of many sessions', () => {
  test('[X41] [X42] are stored in few transactions, each of which tells once which sessions have grown', async () => {
    const { schema, ids, client, sql, append } = await newLog(40);
    const told: number[][] = [];
    client.on('notification', ({ payload = '' }) => told.push(payload.split(',').map(Number)));
    await client.query(`LISTEN emend_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`);
    const grown = ids.filter((id) => id !== '7');
    for (const expected of [0, 1]) {
      const refused = append('7', 5).catch(failure);
      expect(await Promise.all(grown.map((id) => append(id, expected)))).toEqual(grown.map(() => expected + 1));
      expect(await refused).toEqual(['conflict', 0]);
    }
    const [{ count }] = (await sql(transactions)) as [{ count: number }];
    expect(count).toBeLessThanOrEqual(4);
    // This connection gets what was sent before its answer.
    await client.query('SELECT 1');
    expect(told.length).toBe(count);
    expect(told.flat().sort((a, b) => a - b)).toEqual(grown.flatMap((id) => [Number(id) + 1, Number(id) + 1]));
  });

  test('[X43] do not wait for one whose session is locked, and do not fail with one that is damaged, deleted or refused', async () => {
    const { log, ids, client, sql, append } = await newLog(12);
    await Promise.all(ids.map((id) => append(id, 0)));
    await log.delete('2');
    await sql("UPDATE $sessions SET facts = '{' WHERE number = 4");
    await sql("INSERT INTO $entries (session, seq, at, event) VALUES (5, 1, 1, '{}')");
    await client.query('BEGIN');
    await sql('SELECT 1 FROM $sessions WHERE number = 1 FOR UPDATE');
    const locked = append('0', 1);
    const outcomes = await Promise.all(
      ids.slice(1).map((id) => append(id, id === '1' ? 9 : 1).catch((error) => error.failure)),
    );
    const fine = Array.from({ length: 7 }, () => 2);
    expect(outcomes).toEqual(['conflict', 'unknown_session', 'corrupt', 'unavailable', ...fine]);
    await client.query('COMMIT');
    expect(await locked).toBe(2);
  });

  test('whose answer was lost are known as stored, and what somebody else has stored meanwhile is not', async () => {
    const route = await openRoute(serverUrl);
    const { schema, ids, sql, append } = await newLog(6, route.url);
    const other = await opened(schema);
    await Promise.all(ids.map((id) => append(id, 0)));
    route.lose('answer');
    expect(await Promise.all(ids.map((id) => append(id, 1)))).toEqual(ids.map(() => 2));
    const theirs = new Promise<unknown>((resolve) => {
      route.lose('commit', () => resolve(other.append('3', [chunk('3')], { expected: 2, at: 1 }).catch(failure)));
    });
    const outcomes = await Promise.all(ids.map((id) => append(id, 2).catch(failure)));
    // Who comes first, they or what is tried again, is left to chance: one of the two has stored it, and the other knows that it has not.
    const { 3: ours, ...others } = outcomes;
    expect(others).toEqual({ 0: 3, 1: 3, 2: 3, 4: 3, 5: 3 });
    expect([ours, await theirs]).toEqual(ours === 3 ? [3, ['conflict', 3]] : [['conflict', 3], 3]);
    const each = (id: string) => [0, 1, 2].map((position) => ({ number: Number(id) + 1, position, event: text(id) }));
    expect(await sql(stored)).toEqual(ids.flatMap(each));
  });

  test('erase what they replace, also of sessions that are stored together with others', async () => {
    const { log, ids, sql, append } = await newLog(8);
    const whole = (word: string): LogEvent => ({
      type: 'update',
      update: { sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: word }] },
    });
    await Promise.all(ids.map((id) => append(id, 0, [chunk('secret'), chunk('secret')])));
    await Promise.all(ids.map((id) => append(id, 2, id < '4' ? [whole('fine')] : [chunk('secret')])));
    const left = await sql(
      "SELECT DISTINCT session::int AS number FROM $entries WHERE event LIKE '%secret%' ORDER BY 1",
    );
    expect(left.map(({ number }) => number)).toEqual([5, 6, 7, 8]);
    // What was learned of the others while they were stored in groups is enough to erase.
    await Promise.all(ids.map((id) => append(id, 3, [whole('last')])));
    await log.compact('5');
    expect(await sql("SELECT 1 FROM $entries WHERE event ~ 'secret|fine'")).toEqual([]);
  });

  test('are stored in any order of turns and sizes as a model says, whoever else writes', async () => {
    const { schema, ids, sql, append } = await newLog(5);
    const other = await opened(schema);
    await fc.assert(
      fc.asyncProperty(fc.array(anyTurn, { maxLength: 12 }), async (turns) => {
        await sql('DELETE FROM $entries');
        await sql('UPDATE $sessions SET next = 0');
        const model = ids.map((): string[] => []);
        for (const turn of turns) {
          const expected = model.map(({ length }) => length);
          const outcomes = turn.map(async ({ session, size, isOther }) => {
            const events = Array.from({ length: size }, (_, at) => chunk(`${isOther} ${at}`));
            const at = expected[session] ?? 0;
            const made = isOther
              ? other.append(`${session}`, events, { expected: at, at: 1 })
              : append(`${session}`, at, events);
            const next = await made.catch((error: { position: number }) => -error.position);
            return { session, next, at, events };
          });
          for (const { session, next, at, events } of await Promise.all(outcomes)) {
            const texts = model[session] as string[];
            if (next > 0 && next === at + size(events)) texts.push(...events.map((event) => JSON.stringify(event)));
          }
        }
        const rows = await sql(stored);
        expect(rows.map(({ number, position, event }) => [number - 1, position, event])).toEqual(
          model.flatMap((texts, session) => texts.map((event, position) => [session, position, event])),
        );
      }),
      { numRuns: counts({ short: 6, long: 200 }) },
    );
  });
});

const size = (events: readonly unknown[]) => events.length;
const text = (id: string) => JSON.stringify(chunk(id));
const anyTurn = fc.uniqueArray(
  fc.record({ session: fc.nat(4), size: fc.integer({ min: 1, max: 3 }), isOther: fc.boolean() }),
  { maxLength: 10, selector: ({ session, isOther }) => `${session} ${isOther}` },
);
