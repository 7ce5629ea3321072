import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Measure } from './harness.ts';
import { programFile } from './peers/child.ts';
import { requesters } from './peers/requesters.ts';

const run = promisify(execFile);

/** Puts a command on one core, where the system can. */
const onOneCore = ['taskset', '-c', '0'];

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/**
 * Requests and their answers, in a process of its own for each contestant. One at a time is measured twice: where both sides have a
 * core each, most of a round trip is the system waking the other core, which is the same for everyone; on one core the work shows.
 */
export function roundTripMeasures(trips: number): Measure[] {
  const alone = trips / 4;
  return [
    ...(canPin ? [roundTrips('round trips, one at a time, both sides on one core', alone, 1, onOneCore)] : []),
    roundTrips('round trips, one at a time, a core each', alone, 1, []),
    roundTrips('round trips, 64 in flight', trips, 64, []),
  ];
}

function roundTrips(name: string, count: number, inFlight: number, prefix: readonly string[]): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const peer of Object.keys(requesters)) {
    const args = [programFile('round-trips'), peer, String(count), String(inFlight)];
    const [command = '', ...rest] = [...prefix, process.execPath, ...args];
    contestants[peer] = async () => Number((await run(command, rest)).stdout);
  }
  return { name, unit: 'round trips/s', better: 'higher', goal: 'at least 2x the official SDK', contestants };
}
