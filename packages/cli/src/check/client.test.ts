import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const chat = [process.execPath, commandFile, 'chat', '--prompt', 'hello', '--', '{agent}'];

test('[CK1] [CK2] a client is checked with the kit as its agent', async () => {
  const only = ['--protocol', 'november', '--only', 'prompt.sent', '--only', 'prompt.second'];
  expect(await runEmend(['check', 'client', ...only, '--', ...chat])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^pass\tnovember\tprompt\.sent\t.*\nskip\tnovember\tprompt\.second\t.*\n$/),
    stderr: expect.stringMatching(/^\nSKIP .*--script.*\n\nemend check client: 1 passed, 1 skipped\n$/),
  });
});

test('[CK1] [CK5] a client that starts no agent has status 3', async () => {
  const idle = [process.execPath, '-e', 'console.error("no \\x1bagent")', '{agent}'];
  expect(await runEmend(['check', 'client', '--', ...idle])).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^emend check: The client never started its agent: .*\nThe command was: .* \{agent\}\nIts standard error ended with:\n {2}\| no ␛agent\nNothing was checked\.\n$/,
    ),
  });
});
