import { join } from 'node:path';
import type { LogEvent } from '@emend/acp/log';
import { openSqliteLog } from '@emend/sqlite';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { chunk, lastingLog } from './scratch-log.ts';

const replaced = (round: number): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message',
    messageId: 'msg_0',
    content: [{ type: 'text', text: `said ${round} times` }],
  },
});

/** Measures how long the first append that replaces something holds the event loop, in a long session that was just opened. */
export async function replacing(entries: number): Promise<Measure> {
  const { opened, folder } = await lastingLog();
  let expected = 0;
  while (expected < entries) {
    const events = Array.from({ length: Math.min(10_000, entries - expected) }, (_, at) =>
      chunk((expected + at) >> 6, expected + at),
    );
    expected = await opened.append('s', events, { expected, at: 0 });
  }
  await opened.close();
  let round = 0;
  const ours = async () => {
    const log = await openSqliteLog(join(folder, 'sessions.db'));
    await log.scrubbed();
    round += 1;
    const { longest, value } = await longestTurn(() => log.append('s', [replaced(round)], { expected, at: round }));
    expected = value;
    await log.close();
    return longest;
  };
  return {
    name: `the longest time that the event loop is held by the first append that replaces something, after ${entries.toLocaleString('en-US')} entries`,
    unit: 'ms of processor time',
    better: 'lower',
    goal: atMost(50, ' ms'),
    runs: 'alike',
    contestants: { ours },
  };
}

/** Runs work and returns the most processor time that passed between two turns of the event loop meanwhile, in milliseconds. */
async function longestTurn<T>(work: () => Promise<T>): Promise<{ readonly longest: number; readonly value: T }> {
  let longest = 0;
  let isDone = false;
  let since = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(since);
    longest = Math.max(longest, (user + system) / 1_000);
    since = process.cpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await work();
  isDone = true;
  turn();
  return { longest, value };
}
