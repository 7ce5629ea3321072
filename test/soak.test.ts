import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { buildSoak } from './support/build.ts';
import { root } from './support/repository.ts';

vi.setConfig({ testTimeout: 180_000 });

beforeAll(() => buildSoak());

function soak(...args: string[]): { readonly status: number | null; readonly stdout: string } {
  const program = join(root, 'soak/dist/main.js');
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', program, ...args], { encoding: 'utf8' });
  return { status, stdout };
}

test('a few seconds of soaking find nothing wrong', () => {
  const { status, stdout } = soak('--minutes', '0.05', '--seed', '7');
  expect(stdout).toMatch(/^0 violations$/m);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ +[1-9]\d* {2}order is kept$/m);
});

test.each([
  ['reorder', 'order is kept'],
  ['lose', 'what was said arrives whole'],
  ['forget', 'nothing acknowledged is lost'],
  ['leave-process', 'no process is left'],
])('an agent that would %s is found out', (sabotage, invariant) => {
  const { status, stdout } = soak(
    '--minutes',
    '2',
    '--seed',
    '7',
    '--workers',
    '1',
    '--sabotage',
    sabotage,
    '--until',
    invariant,
  );
  expect(stdout).toContain(`\n  ${invariant}: `);
  expect(status).toBe(1);
});

test('wrong usage is told', () => {
  expect(soak('--minutes', 'long')).toEqual({ status: 2, stdout: '' });
});
