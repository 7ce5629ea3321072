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

test('[CK2] a client that connects to an address is checked', async () => {
  const connecting = [process.execPath, commandFile, 'chat', '--prompt', 'hello', '--url', '{agent}'];
  const only = ['--protocol', 'june', '--only', 'prompt.sent', '--only', 'updates.known', '--only', 'frames.batch'];
  expect(await runEmend(['check', 'client', '--listen', '127.0.0.1:0', ...only, '--', ...connecting])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^(pass\tjune\t.*\n){2}skip\tjune\tframes\.batch\t.*\n$/),
    stderr: expect.stringMatching(/\nemend check client: 2 passed, 1 skipped\n$/),
  });
});

test('[CK2] the state of a client is compared with that of the kit', async () => {
  const only = ['--protocol', 'june', '--only', 'state'];
  const stateOf = (state: readonly string[]) =>
    runEmend(['check', 'client', ...only, '--state', state.map((word) => `'${word}'`).join(' '), '--', ...chat]);
  expect(await stateOf([process.execPath, commandFile, 'fold', '--protocol', 'june'])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^(pass\tjune\tstate\..*\n){4}$/),
    stderr: '\nemend check client: 4 passed\n',
  });
  const empty = 'process.stdin.resume().on("end", () => console.log(JSON.stringify({ sessions: {} })))';
  expect(await stateOf([process.execPath, '-e', empty])).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^(fail\tjune\tstate\..* streams come to another state\..*\n){4}$/),
    stderr: expect.stringMatching(/emend check client: 4 failed\n$/),
  });
});
