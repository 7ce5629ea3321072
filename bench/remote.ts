import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { all, atLeastTimes, atMost, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { jointRuns, type Which } from './joint-runs.ts';
import { programFile } from './peers/child.ts';
import type { Carrier } from './peers/remote-clients.ts';
import { canPin, onOneCore } from './round-trips.ts';

const run = promisify(execFile);

/** The work of a round: round trips to warm up, one at a time and 64 in flight, and updates of one turn. */
interface Work {
  readonly warmUp: number;
  readonly alone: number;
  readonly inFlight: number;
  readonly updates: number;
}

/** How many of each are done a second. */
interface Figures {
  readonly alone: number;
  readonly inFlight: number;
  readonly updates: number;
}

/** The runs of each contestant, which several measures may read. */
type Runs = ReadonlyMap<string, (which: Which) => () => Promise<Figures>>;

/** Measures connections over a network: a client and a server, each in a process of its own. */
export const remoteConnections: Bench = {
  name: 'remote',
  about: 'What a connection over WebSocket or HTTP carries, and what it costs a server.',
  parts: [
    async ({ quick }) => {
      const work = quick
        ? { warmUp: 1_000, alone: 1_500, inFlight: 3_200, updates: 10_000 }
        : { warmUp: 2_000, alone: 20_000, inFlight: 96_000, updates: 100_000 };
      return carried('websocket', 'WebSocket', ['ours', 'official SDK', 'bare ws'], 3, work);
    },
    async ({ quick }) => {
      const work = quick
        ? { warmUp: 400, alone: 400, inFlight: 1_280, updates: 8_000 }
        : { warmUp: 1_000, alone: 2_000, inFlight: 6_400, updates: 60_000 };
      return carried('http', 'HTTP', ['ours', 'official SDK'], 2, work);
    },
    async ({ quick }) => [idleClients(quick ? 200 : 1_000), slowestClient(quick ? 5_000 : 50_000)],
  ],
};

function carried(carrier: Carrier, title: string, names: readonly string[], times: number, work: Work): Measure[] {
  const runsOf = (done: Work, prefix: readonly string[]): Runs =>
    new Map(names.map((name) => [name, jointRuns(() => roundOf(name, carrier, done, prefix))]));
  const free = runsOf(work, []);
  const pinned = runsOf({ ...work, inFlight: 0, updates: 0 }, onOneCore);
  const measure = (
    name: string,
    runs: Runs,
    which: Which,
    goal: Goal,
    read: (figures: Figures) => number,
  ): Measure => ({
    name: `${title}: ${name}`,
    unit: name.startsWith('round') ? 'round trips/s' : 'updates/s',
    better: 'higher',
    goal,
    runs: 'processes',
    contestants: Object.fromEntries(
      [...runs].map(([contestant, reader]) => {
        const next = reader(which);
        return [contestant, async () => read(await next())] as const;
      }),
    ),
  });
  const goal = atLeastTimes(times, 'official SDK');
  // One update may cost 1.5 times what the library under it takes to send the same text.
  const ofUpdates = carrier === 'websocket' ? all(goal, atLeastTimes(0.66, 'bare ws')) : goal;
  // With a core for each side, most of a round trip is the system waking the other core, which is the same for everyone.
  const alone = canPin
    ? measure('round trips, one at a time, both sides on one core', pinned, 'each', goal, (figures) => figures.alone)
    : measure('round trips, one at a time', free, 'each', goal, (figures) => figures.alone);
  return [
    alone,
    measure('round trips, 64 in flight', free, canPin ? 'each' : 'started', goal, ({ inFlight }) => inFlight),
    measure('updates of one turn', free, 'started', ofUpdates, ({ updates }) => updates),
  ];
}

async function roundOf(name: string, carrier: Carrier, work: Work, prefix: readonly string[]): Promise<Figures> {
  const counts = [work.warmUp, work.alone, work.inFlight, work.updates].map(String);
  const program = [programFile('remote-client'), name, carrier, ...counts];
  // The official client warns of listeners that it leaves behind, once for each request.
  const [command = '', ...args] = [...prefix, process.execPath, '--no-warnings', ...program];
  return JSON.parse((await run(command, args)).stdout);
}

async function crowdOf(...args: readonly (string | number)[]): Promise<number> {
  return Number((await run(process.execPath, [programFile('remote-crowd'), ...args.map(String)])).stdout);
}

function idleClients(clients: number): Measure {
  return {
    name: `memory of a server for each of ${clients.toLocaleString('en-US')} idle WebSocket clients`,
    unit: 'KB',
    better: 'lower',
    goal: atMost(60, ' KB'),
    runs: 'processes',
    contestants: {
      ours: () => crowdOf('idle', 'ours', clients),
      'official SDK': () => crowdOf('idle', 'official', clients),
    },
  };
}

function slowestClient(updates: number): Measure {
  return {
    name: `the longest delay of ${updates.toLocaleString('en-US')} updates, 10,000 a second, to 4 clients beside one that does not read`,
    unit: 'ms',
    better: 'lower',
    goal: atMost(100, ' ms'),
    runs: 'processes',
    contestants: {
      ours: () => crowdOf('fan', 'stuck', updates),
      'without the client that does not read': () => crowdOf('fan', 'none', updates),
    },
  };
}
