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
      const megabytes = quick ? 16 : 50;
      const trips = { warmUp: 6_000, alone: 10_000, inFlight: 40_000 };
      const goal = atLeastTimes(8, 'official SDK');
      return [
        received("updates received from a child's standard output", readers, goal, 200_000, quick ? 60_000 : 200_000),
        ...roundTripMeasures(trips),
        longLine(megabytes),
      ];
    },
    async ({ quick }) => {
      const name = "November: updates received from a child's standard output";
      const goal = atLeastTimes(9, 'official SDK');
      return [received(name, novemberReaders, goal, 100_000, quick ? 40_000 : 100_000)];
    },
  ],
};

/** Measures receiving so many updates. The official SDK may be given `fewer`, since it takes long enough with them. */
function received(name: string, readers: Readers, goal: Goal, updates: number, fewer: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [contestant, load] of Object.entries(readers))
    contestants[contestant] = async () => {
      const count = contestant === 'official SDK' ? fewer : updates;
      const { taken } = await timeOfUpdates(await load(), startProgram('update-source', count), count);
      return count / (taken / 1_000);
    };
  return {
    name: `${name} (${updates})`,
    unit: 'updates/s',
    better: 'higher',
    goal: all(goal, atLeastTimes(0.95, 'split + JSON.parse')),
    contestants,
  };
}
