import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Connections } from './connections.ts';
import { Server } from './server.ts';
import { chunk } from './test-support/log-order.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';

/** A log behind a route that can fall silent, with session `s`; its connections are used, so that they are there. */
async function newLog(retryFor: number) {
  const schema = newSchema();
  const route = await openRoute(serverUrl);
  const reported: string[] = [];
  const log = await opened(schema, { retryFor, report: ({ failure }) => void reported.push(failure) }, route.url);
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  return { log, route, reported, schema };
}

describe.skipIf(server === undefined)('a server that no longer answers', () => {
  test('is an error for calls that wait and for new ones, and does not keep the log from closing', async () => {
    const { log, route } = await newLog(100);
    const following = (async () => {
      for await (const _ of log.follow('s', 0, new AbortController().signal));
    })();
    following.catch(() => {});
    route.silence('all');
    const calls = [log.append('s', [chunk('one')], { expected: 0, at: 1 }), log.list(), log.find('s')];
    const failed = { status: 'rejected', reason: expect.objectContaining({ failure: 'unavailable' }) };
    expect(await Promise.allSettled(calls)).toEqual([failed, failed, failed]);
    await log.close();
    await following.catch(() => {});
  });

  test('on the connections of before only, is asked again on new ones, and nothing is stored twice', async () => {
    // However long it takes, the time for trying again is not over.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { log, route, reported } = await newLog(2_000);
    expect(await log.append('s', [chunk('one')], { expected: 0, at: 1 })).toBe(1);
    route.silence('present');
    expect(await log.append('s', [chunk('two')], { expected: 1, at: 1 })).toBe(2);
    expect(await log.append('s', [chunk('three')], { expected: 2, at: 1 })).toBe(3);
    expect(new Set(reported)).toEqual(new Set(['unavailable']));
  });

  test('is no error while it works: an append waits for a lock as long as that is held', async () => {
    const { log, route, reported, schema } = await newLog(5_000);
    const other = await connected();
    await other.query(`BEGIN; SELECT 1 FROM ${pg.escapeIdentifier(schema)}.sessions FOR UPDATE`);
    const before = route.made();
    const appended = log.append('s', [chunk('one')], { expected: 0, at: 1 });
    // It has been asked twice whether it works.
    await expect.poll(() => route.made() - before).toBeGreaterThanOrEqual(2);
    await other.query('COMMIT');
    expect(await appended).toBe(1);
    expect(reported).toEqual([]);
  });

  test('ends a transaction whose process says nothing any more, and keeps nobody from its sessions', async () => {
    const { route, schema } = await newLog(100);
    const other = await opened(schema);
    const pool = new Connections({ server: new Server(route.url, 100), connections: 1, retryFor: 100, report() {} });
    let lock = (): void => {};
    const locked = new Promise<void>((resolve) => {
      lock = resolve;
    });
    const abandoned = pool.transact(async (connection) => {
      await connection.query(`SELECT FROM ${pg.escapeIdentifier(schema)}.sessions FOR UPDATE`);
      lock();
      await new Promise(() => {});
    });
    abandoned.catch(() => {});
    await locked;
    route.silence('present');
    expect(await other.append('s', [chunk('one')], { expected: 0, at: 1 })).toBe(1);
  });
});
