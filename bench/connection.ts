import { all, atLeastTimes, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { longLine } from './long-line.ts';
import { startProgram } from './peers/child.ts';
import { novemberReaders, type Readers, readers, timeOfUpdates } from './receiving.ts';
import { roundTripMeasures } from './round-trips.ts';

/** Measures the throughput of a connection to an agent process, compared with the official SDK and with a bare pipe and JSON.parse. */
export const connection: Bench = {
  name: 'connection',
  about: 'What a connection to the process of an agent carries.',
  parts: [
    async ({ quick }) => {
      const updates = quick ? 60_000 : 200_000;
      const megabytes = quick ? 8 : 50;
      const trips = quick
        ? { warmUp: 3_000, alone: 3_000, inFlight: 15_000 }
        : { warmUp: 6_000, alone: 10_000, inFlight: 40_000 };
      return [
        received("updates received from a child's standard output", readers, atLeastTimes(8, 'official SDK'), updates),
        ...roundTripMeasures(trips),
        longLine(megabytes),
      ];
    },
    async ({ quick }) => {
      const updates = quick ? 40_000 : 100_000;
      const name = "November: updates received from a child's standard output";
      return [received(name, novemberReaders, atLeastTimes(9, 'official SDK'), updates)];
    },
  ],
};

function received(name: string, readers: Readers, goal: Goal, count: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [contestant, load] of Object.entries(readers))
    contestants[contestant] = async () => {
      const { taken } = await timeOfUpdates(await load(), startProgram('update-source', count), count);
      return count / (taken / 1_000);
    };
  return {
    name: `${name} (${count})`,
    unit: 'updates/s',
    better: 'higher',
    goal: all(goal, atLeastTimes(0.95, 'split + JSON.parse')),
    contestants,
  };
}
