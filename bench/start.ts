import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { atMostTimesAnd } from './goals.ts';
import type { Bench } from './harness.ts';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

async function milliseconds(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const taken = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return taken;
}

/** How long the command takes before it can do anything; editors start it for every session. */
export const start: Bench = {
  name: 'start',
  about: 'How long the command takes before it can do anything; editors start it for every session.',
  parts: [
    async () => {
      return [
        {
          name: 'emend --version',
          unit: 'ms',
          better: 'lower',
          goal: atMostTimesAnd(2, 'node -e 0', 50, 'ms'),
          runs: 'processes',
          contestants: {
            ours: () => milliseconds([command, '--version']),
            'node -e 0': () => milliseconds(['-e', '0']),
          },
        },
        {
          name: 'emend --help',
          unit: 'ms',
          better: 'lower',
          runs: 'processes',
          contestants: {
            ours: () => milliseconds([command, '--help']),
            'node -e 0': () => milliseconds(['-e', '0']),
          },
        },
        {
          // No message is sent: this is the time to load the code, to start a trivial agent and to exit.
          name: 'emend bridge -- cat',
          unit: 'ms',
          better: 'lower',
          goal: atMostTimesAnd(1, 'node -e 0', 60, 'ms'),
          runs: 'processes',
          contestants: {
            ours: () => milliseconds([command, 'bridge', '--', 'cat']),
            'node -e 0': () => milliseconds(['-e', '0']),
          },
        },
      ];
    },
  ],
};
