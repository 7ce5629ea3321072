import { performance } from 'node:perf_hooks';
import { type LogEvent, restoreSession, type SessionLog } from '@emend/acp/log';
import { openPostgresLog } from '@emend/postgres';
import pg from 'pg';
import { atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { postgresServer } from './peers/postgres-server.ts';

/** The messages of a session that nobody uses at the moment. */
const messagesEach = 20;
/** One of so many sessions streams. */
const streamingShare = 20;
/** How many updates a streaming session sends, and how many milliseconds lie between two of them. */
const streamed = { updates: 20, pause: 25 };
/** How many sessions are joined, and pages listed, to know how long one takes. */
const looks = 50;

/** How the cost of a session changes as there are more of them in one database, most of them idle. */
export const growth: Bench = {
  name: 'growth',
  about:
    'Whether a session costs the same however many there are in one PostgreSQL: one in twenty streams, the others are idle.',
  parts: [({ quick }) => grown(quick ? [100, 500] : [1_000, 5_000, 20_000, 50_000])],
};

/** What one session, one look or one append costs when there are so many sessions. */
interface Costs {
  readonly 'opening a session': number;
  readonly 'joining a session': number;
  readonly 'listing a page': number;
  readonly 'an append of a streaming session, median': number;
  readonly 'an append of a streaming session, 99 of 100': number;
  readonly 'database for a session': number;
  readonly 'memory for a session': number;
}

const units: Readonly<Record<keyof Costs, string>> = {
  'opening a session': 'ms',
  'joining a session': 'ms',
  'listing a page': 'ms',
  'an append of a streaming session, median': 'ms',
  'an append of a streaming session, 99 of 100': 'ms',
  'database for a session': 'KB',
  'memory for a session': 'KB',
};

async function grown(steps: readonly number[]): Promise<Measure[]> {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`growth: nothing is measured: ${server}\n`);
    return [];
  }
  const schema = `growth_${process.pid}`;
  const log = await openPostgresLog(server.url, { schema });
  const database = new pg.Client({ connectionString: server.url });
  await database.connect();
  const costs: Costs[] = [];
  let sessions = 0;
  for (const step of steps) {
    costs.push(await costsAt(log, database, schema, sessions, step));
    sessions = step;
    process.stderr.write(`growth: ${step} sessions: ${JSON.stringify(costs.at(-1))}\n`);
  }
  await database.end();
  const [few, many] = [costs[0] as Costs, costs.at(-1) as Costs];
  const [least, most] = [steps[0] ?? 0, steps.at(-1) ?? 0].map((count) => count.toLocaleString('en-US'));
  const peer = `with ${least} sessions`;
  return (Object.keys(units) as (keyof Costs)[]).map((name) => ({
    name: `${name}, with ${most} sessions`,
    unit: units[name],
    better: 'lower',
    runs: 'alike',
    // A slow moment of the machine is in the slowest appends of either; five times as many sessions stream beside them for each step.
    ...(name.includes('append') ? {} : { goal: atMostTimes(2, peer) }),
    contestants: { ours: async () => many[name], [peer]: async () => few[name] },
  }));
}

/** Adds sessions until there are so many, and measures. */
async function costsAt(log: SessionLog, database: pg.Client, schema: string, from: number, to: number): Promise<Costs> {
  const heapBefore = usedMemory();
  const bytesBefore = await sizeOf(database, schema);
  const opening = performance.now();
  for (let first = from; first < to; first += 200) {
    const some = Array.from({ length: Math.min(200, to - first) }, (_, index) => first + index);
    await Promise.all(some.map((session) => open(log, session)));
  }
  const opened = (performance.now() - opening) / (to - from);
  const memory = (usedMemory() - heapBefore) / (to - from);
  const bytes = ((await sizeOf(database, schema)) - bytesBefore) / (to - from);
  const joined = await timeOf(looks, (look) => restoreSession(log, idOf(Math.floor((to / looks) * look))));
  const listed = await timeOf(looks, () => log.list({}));
  const waits = await stream(log, to);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return {
    'opening a session': opened,
    'joining a session': joined,
    'listing a page': listed,
    'an append of a streaming session, median': at(0.5),
    'an append of a streaming session, 99 of 100': at(0.99),
    'database for a session': bytes / 1_000,
    // What was garbage at the start may be gone at the end.
    'memory for a session': Math.max(memory, 1) / 1_000,
  };
}

const idOf = (session: number): string => `session-${session}`;

async function open(log: SessionLog, session: number): Promise<void> {
  await log.create({ sessionId: idOf(session), cwd: '/project', at: session });
  const events = Array.from({ length: messagesEach }, (_, index): LogEvent => {
    const content = [
      { type: 'text' as const, text: `Message ${index} of a session, as long as a sentence or two are.` },
    ];
    return { type: 'update', update: { sessionUpdate: 'agent_message', messageId: `m${index}`, content } };
  });
  await log.append(idOf(session), events, { expected: 0, at: session });
}

/** One in twenty sessions streams at its own pace; returns how long each append took, sorted. */
async function stream(log: SessionLog, sessions: number): Promise<readonly number[]> {
  const waits: number[] = [];
  const run = async (session: number): Promise<void> => {
    const start = performance.now();
    let expected = (await log.find(idOf(session)))?.position ?? 0;
    for (let update = 0; update < streamed.updates; update++) {
      const late = start + update * streamed.pause - performance.now();
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
      const begun = performance.now();
      const content = { type: 'text' as const, text: `${update}`.padEnd(20) };
      const event: LogEvent = {
        type: 'update',
        update: { sessionUpdate: 'agent_message_chunk', messageId: 'streamed', content },
      };
      expected = await log.append(idOf(session), [event], { expected, at: sessions });
      waits.push(performance.now() - begun);
    }
  };
  const streaming = Array.from({ length: Math.floor(sessions / streamingShare) }, (_, index) => index * streamingShare);
  await Promise.all(streaming.map(run));
  return waits.sort((a, b) => a - b);
}

/** The median time of a call, in milliseconds. */
async function timeOf(times: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    await call(index);
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b)[times >> 1] ?? 0;
}

function usedMemory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function sizeOf(database: pg.Client, schema: string): Promise<number> {
  const sql = `SELECT sum(pg_total_relation_size(format('%I.%I', $1::text, table_name)::regclass)) AS bytes
    FROM (VALUES ('sessions'), ('entries')) AS tables (table_name)`;
  return Number((await database.query(sql, [schema])).rows[0]?.bytes);
}
