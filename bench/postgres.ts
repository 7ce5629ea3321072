import { performance } from 'node:perf_hooks';
import type { LogEvent } from '@emend/acp/log';
import { openPostgresLog } from '@emend/postgres';
import { atLeastTimes, atMost, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { OwnTransactions } from './peers/own-transactions.ts';
import { postgresServer } from './peers/postgres-server.ts';

const peer = 'own transactions';

/** How many durable appends sessions on PostgreSQL make at once, beside a transaction for each append. */
export const postgres: Bench = {
  name: 'postgres',
  about:
    'How many durable appends the sessions of a process make at once on PostgreSQL, beside a transaction for each.',
  parts: [
    ({ quick }) => appends(1, quick ? 300 : 1_000),
    ({ quick }) => appends(64, quick ? 10_000 : 20_000, atLeastTimes(4, peer)),
    ({ quick }) => appends(1_000, quick ? 20_000 : 40_000, atLeastTimes(20, peer), atMost(50, ' ms')),
  ],
};

/** Stores one more event of a session. */
type Append = (session: number) => Promise<void>;

/** How long each append took, in milliseconds, by contestant. */
type Waits = Record<'ours' | typeof peer, number[]>;

async function appends(sessions: number, count: number, goal?: Goal, slowest?: Goal): Promise<Measure[]> {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`postgres: nothing is measured: ${server}\n`);
    return [];
  }
  const { url } = server;
  const append = { ours: await ours(url, sessions), [peer]: await plain(url, sessions) };
  const waits: Waits = { ours: [], [peer]: [] };
  const label = sessions === 1 ? 'a session' : `${sessions.toLocaleString('en-US')} sessions`;
  const rate: Measure = {
    name: `durable appends of ${label}, each waiting for its own`,
    unit: 'appends/s',
    better: 'higher',
    runs: 'processes',
    ...(goal === undefined ? {} : { goal }),
    contestants: {
      ours: () => rateOf(sessions, count, waits.ours, append.ours),
      // It takes long enough with fewer.
      [peer]: () => rateOf(sessions, Math.min(count, Math.max(sessions, 1_000)), waits[peer], append[peer]),
    },
  };
  return [rate, quantile(label, 'half', 0.5, waits), quantile(label, '99 of 100', 0.99, waits, slowest)];
}

/** A figure of the waits of the measure before. */
function quantile(label: string, part: string, share: number, waits: Waits, goal?: Goal): Measure {
  const of = (all: number[]) => async () => all.sort((a, b) => a - b)[Math.floor((all.length - 1) * share)] as number;
  return {
    name: `the time within which ${part} of the appends of ${label} were durable`,
    unit: 'ms',
    better: 'lower',
    runs: 'alike',
    ...(goal === undefined ? {} : { goal }),
    contestants: { ours: of(waits.ours), [peer]: of(waits[peer]) },
  };
}

const schema = `bench_${process.pid}`;

/** Appends to sessions of a log, each behind the last; the log is open for as long as this process runs. */
async function ours(url: string, sessions: number): Promise<Append> {
  const log = await openPostgresLog(url, { schema });
  const ids = Array.from({ length: sessions }, (_, session) => `${session}`);
  await Promise.all(ids.map((sessionId) => log.create({ sessionId, cwd: '/project', at: 0 })));
  const ends = ids.map(() => 0);
  return async (session) => {
    const expected = ends[session] ?? 0;
    ends[session] = await log.append(`${session}`, [chunk(expected)], { expected, at: 1 });
  };
}

async function plain(url: string, sessions: number): Promise<Append> {
  const store = new OwnTransactions(url, `${schema}_plain`);
  await store.create(sessions);
  const ends = Array.from({ length: sessions }, () => 0);
  return async (session) => {
    const expected = ends[session] ?? 0;
    await store.append(session, expected, chunk(expected));
    ends[session] = expected + 1;
  };
}

/** Every session makes its appends one after the other, all sessions at once; returns how many there are in a second. */
async function rateOf(sessions: number, count: number, waits: number[], append: Append): Promise<number> {
  const each = Math.ceil(count / sessions);
  const run = async (session: number) => {
    for (let made = 0; made < each; made++) {
      const start = performance.now();
      await append(session);
      waits.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: sessions }, (_, session) => run(session)));
  return ((each * sessions) / (performance.now() - start)) * 1000;
}

const chunk = (token: number): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm',
    content: { type: 'text', text: `${token}`.padEnd(20) },
  },
});
