import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { atLeastTimes, type Goal } from './goals.ts';
import type { Measure } from './harness.ts';
import { jointRuns, type Which } from './joint-runs.ts';
import { coreOfPrograms, programFile } from './peers/child.ts';
import { requesters } from './peers/requesters.ts';

const run = promisify(execFile);

/** Puts a command on one core, where the system can. */
export const onOneCore: readonly string[] = ['taskset', '-c', '0'];

/** Whether the system can put a command on one core. */
export const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** The round trips of a round: first to warm up both sides, then one at a time, then 64 in flight. */
interface Trips {
  readonly warmUp: number;
  readonly alone: number;
  readonly inFlight: number;
}

/** Round trips a second. */
interface Figures {
  readonly alone: number;
  readonly inFlight: number;
}

/**
 * Measures requests and their answers, in a new process for each contestant. One at a time is measured twice: if each side has its
 * own core, most of a round trip is the system waking the other core, which is the same for everyone; on one core the work shows.
 */
export function roundTripMeasures(trips: Trips): Measure[] {
  const pinned = runsOf({ ...trips, inFlight: 0 }, onOneCore);
  // The scheduler would put both sides on one core in some runs and not in others.
  const apart =
    canPin && availableParallelism() > 1 ? runsOf(trips, onOneCore, { [coreOfPrograms]: '1' }) : runsOf(trips, []);
  return [
    ...(canPin ? [measure('one at a time, both sides on one core', pinned, 'each', ({ alone }) => alone)] : []),
    measure(
      'one at a time, a core each',
      apart,
      'each',
      ({ alone }) => alone,
      atLeastTimes(0.95, 'split + JSON.parse'),
    ),
    measure('64 in flight', apart, 'started', ({ inFlight }) => inFlight),
  ];
}

type Reader = (which: Which) => () => Promise<Figures>;

/** The runs of each contestant, which several measures may read. */
function runsOf(
  { warmUp, alone, inFlight }: Trips,
  prefix: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, Reader> {
  const readerOf = (peer: string): Reader => {
    const args = [programFile('round-trips'), peer, ...[warmUp, alone, inFlight].map(String)];
    const [command = '', ...rest] = [...prefix, process.execPath, ...args];
    return jointRuns(
      async () => JSON.parse((await run(command, rest, { env: { ...process.env, ...env } })).stdout) as Figures,
    );
  };
  return new Map(Object.keys(requesters).map((peer) => [peer, readerOf(peer)]));
}

function measure(
  name: string,
  runs: ReadonlyMap<string, Reader>,
  which: Which,
  read: (figures: Figures) => number,
  goal: Goal = atLeastTimes(2, 'official SDK'),
): Measure {
  const contestants = [...runs].map(([peer, reader]) => {
    const next = reader(which);
    return [peer, async () => read(await next())] as const;
  });
  return {
    name: `round trips, ${name}`,
    unit: 'round trips/s',
    better: 'higher',
    goal,
    runs: 'processes',
    contestants: Object.fromEntries(contestants),
  };
}
