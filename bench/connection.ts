import { all, atLeastTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { longLine } from './long-line.ts';
import { startProgram } from './peers/child.ts';
import { readers, timeOfUpdates } from './receiving.ts';
import { roundTripMeasures } from './round-trips.ts';

/** Measures the throughput of a connection to an agent process, compared with the official SDK and with a bare pipe and JSON.parse. */
export const connection: Bench = {
  name: 'connection',
  about: 'What a connection to the process of an agent carries.',
  parts: [
    async ({ quick }) => {
      const updates = quick ? 12_000 : 200_000;
      const megabytes = quick ? 3 : 50;
      const trips = quick
        ? { warmUp: 800, alone: 800, inFlight: 4_000 }
        : { warmUp: 6_000, alone: 10_000, inFlight: 40_000 };
      return [received(updates), ...roundTripMeasures(trips), longLine(megabytes)];
    },
  ],
};

function received(count: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [name, read] of Object.entries(readers))
    contestants[name] = async () => {
      const { taken } = await timeOfUpdates(read, startProgram('update-source', count), count);
      return count / (taken / 1_000);
    };
  return {
    name: `updates received from a child's standard output (${count})`,
    unit: 'updates/s',
    better: 'higher',
    goal: all(atLeastTimes(8, 'official SDK'), atLeastTimes(0.6, 'split + JSON.parse')),
    contestants,
  };
}
