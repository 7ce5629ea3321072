import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { joinedReplay, type LogEvent, restoreSession } from '@emend/acp/log';
import { openSqliteLog, type SqliteLog } from '@emend/sqlite';
import { followingMeasures } from './following.ts';
import { atLeastTimes, atMost, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { openBare } from './peers/bare-sqlite.ts';

/** What a durable log costs beside bare inserts, and what folding saves when a session is loaded. */
export const log: Bench = {
  name: 'log',
  about: 'What a durable log costs beside bare inserts, and what folding saves when a session is loaded.',
  async measures({ quick }) {
    const single = quick ? 100 : 1_000;
    const streamed = quick ? 20_000 : 100_000;
    const sizes = quick ? { messages: 1_500, tokens: 60 } : { messages: 33_509, tokens: 60 };
    return [
      oneByOne(single),
      streaming(streamed),
      ...(await growth(quick ? 20_000 : 200_000)),
      ...(await loading(sizes.messages, sizes.tokens)),
      ...(await followingMeasures(quick ? 10 : 60)),
    ];
  },
};

const chunk = (message: number, token: number): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: `msg_${message}`,
    content: { type: 'text', text: `${(message * 61 + token) % 10_000}`.padEnd(5) },
  },
});

const perSecond = (count: number, start: number) => (count / (performance.now() - start)) * 1000;

async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  try {
    return await work(join(folder, 'sessions.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs work on a log with one session, in a fresh file. */
function withLog<T>(work: (log: SqliteLog) => Promise<T>): Promise<T> {
  return inFolder(async (path) => {
    const opened = await openSqliteLog(path);
    await opened.create({ sessionId: 's', cwd: '/project', at: 0 });
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  });
}

async function engineHere(): Promise<string> {
  return withLog(async ({ engine }) => engine);
}

function oneByOne(count: number): Measure {
  return {
    name: 'appends, each durable before the next',
    unit: 'appends/s',
    better: 'higher',
    goal: atLeastTimes(0.7, 'bare SQLite'),
    contestants: {
      ours: () =>
        withLog(async (opened) => {
          const start = performance.now();
          for (let at = 0; at < count; at++) await opened.append('s', [chunk(0, at)], { expected: at, at });
          return perSecond(count, start);
        }),
      'bare SQLite': () =>
        inFolder(async (path) => {
          const database = openBare(path, await engineHere());
          const insert = database.prepare('INSERT INTO entries VALUES (1, ?, ?, ?)');
          const start = performance.now();
          for (let at = 0; at < count; at++) insert.run(at, at, JSON.stringify(chunk(0, at)));
          const value = perSecond(count, start);
          database.close();
          return value;
        }),
    },
  };
}

function streaming(count: number): Measure {
  // As tokens come from a model's stream: some in each turn of the event loop, and nobody waits for the disk.
  const together = 4_096;
  return {
    name: 'appends of a stream, durable at its end',
    unit: 'appends/s',
    better: 'higher',
    goal: atLeastTimes(0.7, 'bare SQLite'),
    contestants: {
      ours: () =>
        withLog(async (opened) => {
          const start = performance.now();
          let last: Promise<number> | undefined;
          for (let at = 0; at < count; at++) {
            last = opened.append('s', [chunk(0, at)], { expected: at, at });
            if (at % together === together - 1) await new Promise((resolve) => setImmediate(resolve));
          }
          if ((await last) !== count) throw new Error('not everything was stored');
          return perSecond(count, start);
        }),
      'bare SQLite': () =>
        inFolder(async (path) => {
          const database = openBare(path, await engineHere());
          const insert = database.prepare('INSERT INTO entries VALUES (1, ?, ?, ?)');
          const start = performance.now();
          for (let from = 0; from < count; from += together) {
            database.exec('BEGIN IMMEDIATE');
            for (let at = from; at < Math.min(from + together, count); at++) {
              insert.run(at, at, JSON.stringify(chunk(0, at)));
            }
            database.exec('COMMIT');
          }
          const value = perSecond(count, start);
          database.close();
          return value;
        }),
    },
  };
}

async function append(opened: SqliteLog, from: number, count: number): Promise<number> {
  const start = performance.now();
  let last: Promise<number> | undefined;
  for (let at = from; at < from + count; at++) last = opened.append('s', [chunk(at >> 6, at)], { expected: at, at });
  await last;
  return ((performance.now() - start) * 1000) / count;
}

/** The same appends to an empty session and to a long one, which grows by them. */
async function growth(length: number): Promise<Measure[]> {
  const step = 5_000;
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const long = await openSqliteLog(join(folder, 'sessions.db'));
  await long.create({ sessionId: 's', cwd: '/project', at: 0 });
  let end = 0;
  const grow = async () => {
    const cost = await append(long, end, step);
    end += step;
    return cost;
  };
  while (end < length) await grow();
  return [
    {
      name: `cost of an append after ${length.toLocaleString('en-US')} others`,
      unit: 'µs/append',
      better: 'lower',
      goal: atMostTimes(1.5, 'at the start'),
      contestants: { ours: grow, 'at the start': () => withLog((opened) => append(opened, 0, step)) },
    },
  ];
}

interface Loaded {
  readonly seconds: number;
  readonly updates: number;
  readonly bytes: number;
}

/** A session of many streamed messages: how long loading takes, and what goes over the wire. */
async function loading(messages: number, tokens: number): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const opened = await openSqliteLog(join(folder, 'sessions.db'));
  await fill(opened, messages, tokens);
  const ours = async (): Promise<Loaded> => {
    const start = performance.now();
    const { state } = await restoreSession(opened, 's');
    const lines = joinedReplay(state).map(line);
    return loaded(lines, start, messages);
  };
  const chunked = async (): Promise<Loaded> => {
    const start = performance.now();
    const lines: string[] = [];
    for (let message = 0; message < messages; message++) {
      for (let token = 0; token < tokens; token++) {
        const event = chunk(message, token);
        if (event.type === 'update') lines.push(line(event.update));
      }
    }
    return loaded(lines, start, messages * tokens);
  };
  const found = { ours: await ours(), chunked: await chunked() };
  const title = `load of ${messages.toLocaleString('en-US')} messages of ${tokens} tokens`;
  const sent = (unit: 'updates' | 'bytes'): Measure => ({
    name: `${title}: ${unit} sent`,
    unit,
    better: 'lower',
    goal: atMostTimes(0.1, 'chunk by chunk'),
    runs: 'alike',
    contestants: { ours: async () => found.ours[unit], 'chunk by chunk': async () => found.chunked[unit] },
  });
  const time: Measure = {
    name: `${title}: time`,
    unit: 's',
    better: 'lower',
    goal: atMost(2, ' s, from the file to the lines'),
    contestants: { ours: async () => (await ours()).seconds },
  };
  return [sent('updates'), sent('bytes'), time];
}

const line = (update: object) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });

function loaded(lines: readonly string[], start: number, expected: number): Loaded {
  const bytes = lines.reduce((sum, text) => sum + text.length + 1, 0);
  if (lines.length !== expected) throw new Error(`${lines.length} updates instead of ${expected}`);
  return { seconds: (performance.now() - start) / 1000, updates: lines.length, bytes };
}

/** Ten messages a turn, folded after each turn as an agent does. */
async function fill(opened: SqliteLog, messages: number, tokens: number): Promise<void> {
  await opened.create({ sessionId: 's', cwd: '/project', at: 0 });
  let expected = 0;
  for (let message = 0; message < messages; message += 10) {
    const events: LogEvent[] = [{ type: 'prompt_sent', prompt: [] }];
    for (let each = message; each < Math.min(message + 10, messages); each++) {
      for (let token = 0; token < tokens; token++) events.push(chunk(each, token));
    }
    events.push({ type: 'turn_ended', stopReason: 'end_turn' });
    await opened.append('s', events, { expected, at: expected });
    expected += events.length;
    await opened.compact('s');
  }
}
