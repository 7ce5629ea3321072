import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const emend = [process.execPath, commandFile];

test('[CK1] [CK2] a bridge is checked with the kit on both sides', async () => {
  const only = ['--protocol', 'june:1', '--only', 'handshake'];
  const { status, stdout, stderr } = await runEmend([
    'check',
    'bridge',
    ...only,
    '--',
    ...emend,
    'bridge',
    '--',
    '{agent}',
  ]);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect([status, lines.filter(([verdict, pair]) => verdict !== 'pass' || pair !== 'june:1')]).toEqual([0, []]);
  expect(stderr).toBe(`\nemend check bridge: ${lines.length} passed\n`);
});

test('[CK1] [CK5] a bridge that starts no agent has status 3', async () => {
  const idle = [process.execPath, '-e', 'console.error("no \\x1bbridge")', '{agent}'];
  expect(await runEmend(['check', 'bridge', '--protocol', '1', '--', ...idle])).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^emend check: The bridge completed no handshake: .*\nThe command was: .* \{agent\}\nIts standard error ended with:\n {2}\| no ␛bridge\nNothing was checked\.\n$/,
    ),
  });
});
