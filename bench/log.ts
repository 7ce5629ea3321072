import { performance } from 'node:perf_hooks';
import type { SqliteLog } from '@emend/sqlite';
import { erasing } from './erasing.ts';
import { followingMeasures } from './following.ts';
import { atLeastTimes, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { loading } from './loading.ts';
import { type BareDatabase, openBare } from './peers/bare-sqlite.ts';
import { replacing } from './replacing.ts';
import { chunk, inFolder, lastingLog, withLog } from './scratch-log.ts';

/** What a durable log costs beside bare inserts, what folding saves when a session is loaded, and how soon erasing is done. */
export const log: Bench = {
  name: 'log',
  about:
    'What a durable log costs beside bare inserts, what folding saves when a session is loaded, and how soon what is erased is gone.',
  parts: [
    async () => [await oneByOne(1_000)],
    async () => [streaming(100_000)],
    async ({ quick }) => [await growth(quick ? 50_000 : 200_000)],
    ({ quick }) => loading(quick ? 500 : 33_509, 60),
    ({ quick }) => followingMeasures(quick ? 10 : 60),
    async ({ quick }) => [await erasing(quick ? 10_000 : 100_000)],
    async ({ quick }) => [await replacing(quick ? 100_000 : 1_000_000)],
  ],
};

const perSecond = (count: number, start: number) => (count / (performance.now() - start)) * 1000;

async function engineHere(): Promise<string> {
  return withLog(async ({ engine }) => engine);
}

/** Compares appends to a log with bare inserts of the same events into SQLite; the goal is to be so many times as fast. */
function besideBareInserts(
  name: string,
  times: number,
  count: number,
  append: (opened: SqliteLog) => Promise<void>,
  insertAll: (database: BareDatabase, insert: (at: number) => void) => void,
): Measure {
  return {
    name,
    unit: 'appends/s',
    better: 'higher',
    goal: atLeastTimes(times, 'bare SQLite'),
    contestants: {
      ours: () =>
        withLog(async (opened) => {
          const start = performance.now();
          await append(opened);
          return perSecond(count, start);
        }),
      'bare SQLite': () =>
        inFolder(async (path) => {
          const database = openBare(path, await engineHere());
          const insert = database.prepare('INSERT INTO entries VALUES (1, ?, ?, ?)');
          const start = performance.now();
          insertAll(database, (at) => insert.run(at, at, JSON.stringify(chunk(0, at))));
          const value = perSecond(count, start);
          database.close();
          return value;
        }),
    },
  };
}

async function oneByOne(count: number): Promise<Measure> {
  // A program has its log open all the time. If none were, V8 would throw the code compiled for logs away between two rounds.
  const { opened: other } = await lastingLog();
  await other.append('s', [chunk(0, 0)], { expected: 0, at: 0 });
  return besideBareInserts(
    'appends, each durable before the next',
    0.9,
    count,
    async (opened) => {
      for (let at = 0; at < count; at++) await opened.append('s', [chunk(0, at)], { expected: at, at });
    },
    (_, insert) => {
      for (let at = 0; at < count; at++) insert(at);
    },
  );
}

function streaming(count: number): Measure {
  // Tokens of a model's stream: several arrive in each turn of the event loop, and nobody waits for the disk.
  const together = 4_096;
  return besideBareInserts(
    'appends of a stream, durable at its end',
    0.7,
    count,
    async (opened) => {
      let last: Promise<number> | undefined;
      for (let at = 0; at < count; at++) {
        last = opened.append('s', [chunk(0, at)], { expected: at, at });
        if (at % together === together - 1) await new Promise((resolve) => setImmediate(resolve));
      }
      if ((await last) !== count) throw new Error('not everything was stored');
    },
    (database, insert) => {
      for (let from = 0; from < count; from += together) {
        database.exec('BEGIN IMMEDIATE');
        for (let at = from; at < Math.min(from + together, count); at++) insert(at);
        database.exec('COMMIT');
      }
    },
  );
}

async function append(opened: SqliteLog, from: number, count: number): Promise<number> {
  const start = performance.now();
  let last: Promise<number> | undefined;
  for (let at = from; at < from + count; at++) last = opened.append('s', [chunk(at >> 6, at)], { expected: at, at });
  await last;
  return ((performance.now() - start) * 1000) / count;
}

/** Measures the same appends to an empty session and to a long one. */
async function growth(length: number): Promise<Measure> {
  const step = 5_000;
  const { opened: long } = await lastingLog();
  let end = 0;
  const grow = async () => {
    const cost = await append(long, end, step);
    end += step;
    return cost;
  };
  while (end < length) await grow();
  return {
    name: `cost of an append after ${length.toLocaleString('en-US')} others`,
    unit: 'µs/append',
    better: 'lower',
    goal: atMostTimes(1.5, 'at the start'),
    contestants: { ours: grow, 'at the start': () => withLog((opened) => append(opened, 0, step)) },
  };
}
