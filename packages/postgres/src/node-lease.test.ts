import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { NodeLease } from './node-lease.ts';
import { tablesIn } from './schema.ts';

/** Ends the waits for the time of the next renewal. */
const wakes = vi.hoisted((): (() => void)[] => []);

vi.mock('node:timers/promises', () => ({
  setTimeout: (_: number, __: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      wakes.push(resolve);
      signal.addEventListener('abort', () => resolve());
    }),
}));

/** A database that only answers while it can be reached. */
function newDatabase() {
  const state = { isReached: true, statements: [] as string[] };
  const query = async (sql: string) => {
    state.statements.push(sql.trim().split(' ')[0] ?? '');
    return { rows: [], rowCount: 1 };
  };
  const pool = {
    use: async (work: (connection: Connection) => Promise<unknown>) => {
      if (!state.isReached) throw new Error('It cannot be reached.');
      return work({ query } as unknown as Connection);
    },
  } as unknown as Connections;
  return { state, pool };
}

test('[LG25] a lease that was lost is taken anew as soon as it is needed, once for all who need it', async () => {
  let later = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  onTestFinished(() => clock.mockRestore());
  const { state, pool } = newDatabase();
  let losses = 0;
  const node = { name: 'here', lease: 15_000 };
  const lease = new NodeLease({
    node,
    key: 'key',
    tables: tablesIn('emend'),
    pool,
    report() {},
    onLost: () => {
      losses += 1;
    },
  });
  await lease.start();
  const before = lease.id;
  await lease.regain();
  expect([lease.id, losses]).toEqual([before, 0]);
  state.isReached = false;
  later = 10_100;
  expect([lease.isHeld, losses]).toEqual([false, 1]);
  await expect(lease.regain()).rejects.toThrow('It cannot be reached.');
  state.isReached = true;
  state.statements = [];
  // The time of the next attempt has not come.
  await Promise.all([lease.regain(), lease.regain()]);
  expect([lease.isHeld, lease.id === before, state.statements]).toEqual([true, false, ['DELETE', 'INSERT']]);
  await lease.close();
});

test.each([
  ['lives, which is told', true, ['Another server has registered with the address http://here/acp of this one']],
  ['has ended', false, []],
])('[LG25] a lease that is gone is taken anew, also if whoever has the same address %s', async (_, isAlive, told) => {
  const reports: string[] = [];
  let registrations = 0;
  const query = async (sql: string) => {
    if (sql.trim().startsWith('INSERT')) registrations += 1;
    const rows = sql.trim().startsWith('DELETE') && registrations === 1 ? [{ isAlive }] : [];
    // The first renewal comes too late.
    return { rows, rowCount: sql.startsWith('UPDATE') && registrations === 1 ? 0 : 1 };
  };
  const use = async (work: (connection: Connection) => Promise<unknown>) => work({ query } as unknown as Connection);
  const lease = new NodeLease({
    node: { name: 'here', url: 'http://here/acp' },
    key: 'key',
    tables: tablesIn('emend'),
    pool: { use } as unknown as Connections,
    report: ({ message }) => reports.push(message.split(',')[0] ?? ''),
    onLost() {},
  });
  await lease.start();
  wakes.pop()?.();
  await expect.poll(() => registrations).toBe(2);
  expect(reports).toEqual(told);
  await lease.close();
});
