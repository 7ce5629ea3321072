import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogEvent } from '@emend/acp/log';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { startProgram } from './peers/child.ts';
import { openLog } from './peers/log-store.ts';
import { postgresServer } from './peers/postgres-server.ts';
import { figureOf } from './statistics.ts';

/** Measures how long an append takes to reach a follower in another process, for each store that is available. */
export async function followingMeasures(appends: number): Promise<Measure[]> {
  const server = await postgresServer();
  if (typeof server === 'string') process.stderr.write(`log: nothing is measured on PostgreSQL: ${server}\n`);
  const sqlite = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
    try {
      return await medianWait('sqlite', join(folder, 'sessions.db'), appends);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return [
    measure('SQLite', sqlite),
    ...(typeof server === 'string' ? [] : [measure('PostgreSQL', () => medianWait('postgres', server.url, appends))]),
  ];
}

function measure(store: string, ours: () => Promise<number>): Measure {
  return {
    name: `an append seen by a follower in another process, ${store}`,
    unit: 'ms',
    better: 'lower',
    goal: atMost(100, ' ms'),
    runs: 'processes',
    contestants: { ours },
  };
}

let rounds = 0;

/** Measures from the call of an append to the line that the other process prints, which includes a little extra time. */
async function medianWait(kind: string, place: string, appends: number): Promise<number> {
  const schema = `bench_${process.pid}_${++rounds}`;
  const log = await openLog(kind, place, schema);
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  const follower = startProgram('log-follower', kind, place, schema);
  const lines = createInterface({ input: follower.stdout })[Symbol.asyncIterator]();
  const waits: number[] = [];
  try {
    for (let expected = 0; expected <= appends; expected++) {
      const start = performance.now();
      await log.append('s', [chunk(expected)], { expected, at: 0 });
      const { value } = await lines.next();
      if (value !== `${expected}`) throw new Error(`the follower saw ${value} instead of ${expected}`);
      // The first waits for the follower to start.
      if (expected > 0) waits.push(performance.now() - start);
      // A varying delay, so that appends do not fall in step with the follower's polling.
      await delay(Math.random() * 50);
    }
  } finally {
    follower.kill();
    await log.close();
  }
  return figureOf(waits).median;
}

const chunk = (token: number): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'm',
    content: { type: 'text', text: `${token}` },
  },
});
