import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { NodeLease } from './node-lease.ts';
import { tablesIn } from './schema.ts';

/** Ends the waits for the time of the next renewal. */
const wakes = vi.hoisted((): (() => void)[] => []);
/** How long was to be waited. */
const waits = vi.hoisted((): number[] => []);

vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number, _: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      waits.push(milliseconds);
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
  const reports: string[] = [];
  const node = { name: 'here', lease: 15_000 };
  const lease = new NodeLease({
    node,
    key: 'key',
    tables: tablesIn('emend'),
    pool,
    report: ({ message }) => reports.push(message),
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
  expect(reports).toEqual([
    'This server could not renew its lease in time: it was suspended, or the database could not be reached. It has given up its sessions, and the turns that ran in them have failed.',
  ]);
  await expect(lease.regain()).rejects.toThrow('It cannot be reached.');
  state.isReached = true;
  state.statements = [];
  // The time of the next attempt has not come.
  await Promise.all([lease.regain(), lease.regain()]);
  expect([lease.isHeld, lease.id === before, state.statements]).toEqual([true, false, ['DELETE', 'INSERT']]);
  await lease.close();
});

test('[LG25] [X32] a node has a lease of 15 s unless it is told otherwise, renews it every 5 s, and gives its sessions up after 10 s without a renewal', async () => {
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1_000 + later);
  onTestFinished(() => clock.mockRestore());
  const leases: unknown[] = [];
  let isReached = true;
  const query = async (sql: string, values: readonly unknown[]) => {
    const [word = ''] = sql.trim().split(' ');
    if (word !== 'DELETE') leases.push([word, values.find((value) => typeof value === 'number')]);
    return { rows: [], rowCount: 1 };
  };
  const use = async (work: (connection: Connection) => Promise<unknown>) => {
    if (!isReached) throw new Error('It cannot be reached.');
    return work({ query } as unknown as Connection);
  };
  let losses = 0;
  const lease = new NodeLease({
    node: { name: 'here' },
    key: 'key',
    tables: tablesIn('emend'),
    pool: { use } as unknown as Connections,
    report() {},
    onLost: () => {
      losses += 1;
    },
  });
  waits.splice(0);
  wakes.splice(0);
  await lease.start();
  const renewed = async (at: number): Promise<void> => {
    later = at;
    const count = waits.length;
    wakes.splice(0).forEach((wake) => void wake());
    await expect.poll(() => waits.length).toBe(count + 1);
  };
  await renewed(5_000);
  await renewed(10_000);
  expect([leases, waits]).toEqual([
    [
      ['INSERT', 15_000],
      ['UPDATE', 15_000],
      ['UPDATE', 15_000],
    ],
    [5_000, 5_000, 5_000],
  ]);
  // From the start of the last one that succeeded.
  isReached = false;
  await renewed(15_000);
  later = 19_999;
  expect([lease.isHeld, losses]).toEqual([true, 0]);
  later = 20_000;
  expect([lease.isHeld, losses]).toEqual([false, 1]);
  await lease.close();
});

const isGone = 'This server has no lease in the database any more. It has given up its sessions';
test.each([
  [
    'lives, which is told',
    true,
    [isGone, 'Another server has registered with the address http://here/acp of this one'],
  ],
  ['has ended', false, [isGone]],
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
