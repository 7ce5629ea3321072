import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost } from './goals.ts';
import type { Bench } from './harness.ts';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** Prompts that make the demo agent do what checks need. */
const prompts = ['--prompt', '/think', '--prompt-tool', '/tools', '--prompt-permission', '/permission'];

/** Runs the checks of agents, or some of them, on the demo agent, which stores its sessions; returns the seconds that it took. */
async function seconds(some: readonly string[]): Promise<number> {
  const store = mkdtempSync(join(tmpdir(), 'emend-bench-check-'));
  try {
    const agent = [process.execPath, command, 'agent', '--pace', '1', '--store', store];
    const args = ['check', 'agent', '--jobs', '2', ...some, ...prompts, '--prompt-slow', '/slow', '--', ...agent];
    const start = performance.now();
    const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'ignore'] });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`emend check agent ended with ${status}`);
    return (performance.now() - start) / 1_000;
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

/** How long the conformance kit takes for an agent that is fast. */
export const check: Bench = {
  name: 'check',
  about: 'How long the conformance kit takes for an agent that is fast; each check starts the agent anew.',
  parts: [
    async ({ quick }) => [
      {
        name: quick
          ? 'the checks of sessions of the demo agent in v1, two at a time'
          : 'every check of the demo agent, two at a time',
        unit: 's',
        better: 'lower',
        goal: atMost(30, ' s'),
        runs: 'alike',
        contestants: { ours: () => seconds(quick ? ['--protocol', '1', '--only', 'session.*'] : []) },
      },
    ],
  ],
};
