import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';
import { dialectNamed, dialectNames } from './dialect-names.ts';

beforeAll(buildPackages);

test('each dialect has a name, and June is also called 2', () => {
  expect(dialectNames.map((name) => [name, dialectNamed(name)])).toEqual([
    ['1', 'v1'],
    ['2', 'june'],
    ['june', 'june'],
    ['november', 'november'],
  ]);
});

test.each(['convert', 'fold', 'validate', 'bridge', 'inspect'])(
  'emend %s --help explains the names',
  async (command) => {
    const { stdout } = await runEmend([command, '--help']);
    expect(stdout).toContain('two drafts of version 2: june (also called 2) and november');
  },
);

test.each([
  ['convert', '--to'],
  ['convert', '--protocol'],
  ['fold', '--protocol'],
  ['validate', '--protocol'],
  ['inspect', '--protocol'],
  ['agent', '--protocol'],
])('emend %s %s with another name is wrong usage that lists the names', async (command, option) => {
  const { status, stderr } = await runEmend([command, option, 'december']);
  expect([status, stderr]).toEqual([
    2,
    `error: option '${option} <version>' argument 'december' is invalid. Allowed choices are 1, 2, june, november.\nRun 'emend ${command} --help' for help.\n`,
  ]);
});

test.each(['bash', 'zsh', 'fish'])('the completion of %s knows the names', async (shell) => {
  const { stdout } = await runEmend(['completion', shell]);
  expect(stdout).toMatch(/1 2 june november/);
});
