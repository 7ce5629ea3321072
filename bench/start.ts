import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atMostTimesAnd, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { BridgedClient } from './peers/bridged-client.ts';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

async function milliseconds(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const taken = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return taken;
}

/** Measures a call of `emend`, compared with Node alone. */
function started(args: readonly string[], goal?: Goal): Measure {
  return {
    name: `emend ${args.join(' ')}`,
    unit: 'ms',
    better: 'lower',
    ...(goal === undefined ? {} : { goal }),
    runs: 'processes',
    contestants: {
      ours: () => milliseconds([command, ...args]),
      'node -e 0': () => milliseconds(['-e', '0']),
    },
  };
}

const program = (name: string) => fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));

/** Measures how long it takes until an agent has answered the first request, with something between it and its client or without. */
function firstAnswer(): Measure {
  const agent = [program('bridged-agent'), 'june'];
  const answered = (args: readonly string[]) => async () => {
    const start = performance.now();
    await using client = new BridgedClient(args);
    await client.request('initialize', { protocolVersion: 2 });
    return performance.now() - start;
  };
  return {
    name: 'the first answer of an agent',
    unit: 'ms',
    better: 'lower',
    goal: atMostTimesAnd(1, 'a plain relay', 50, 'ms'),
    runs: 'processes',
    contestants: {
      ours: answered([command, 'bridge', '--', process.execPath, ...agent]),
      'a plain relay': answered([program('plain-relay'), process.execPath, ...agent]),
      'no bridge': answered(agent),
    },
  };
}

/** How long the command takes before it can do anything; editors start it for every session. */
export const start: Bench = {
  name: 'start',
  about: 'How long the command takes before it can do anything; editors start it for every session.',
  parts: [
    async () => [
      started(['--version'], atMostTimesAnd(2, 'node -e 0', 50, 'ms')),
      started(['--help']),
      // No message is sent: this is the time to load the code, to start a trivial agent and to exit.
      started(['bridge', '--', 'cat'], atMostTimesAnd(1, 'node -e 0', 60, 'ms')),
      firstAnswer(),
    ],
  ],
};
