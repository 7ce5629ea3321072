import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { CommandEntry } from '../commands.ts';
import { described } from './described-command.ts';
import { completionScript } from './shells.ts';

const entries: CommandEntry[] = [
  {
    name: 'weigh',
    summary: "weighs what's given: all of it",
    examples: [],
    load: async () => (command) => {
      command.option('--unit <name>', 'the unit [kg]').option('--list', 'list').option('--to [where]', 'perhaps');
      command.addOption(command.createOption('--mode <m>', 'how').choices(['fast', 'exact']));
      command.addOption(command.createOption('--secret', 'no').hideHelp());
    },
  },
  {
    name: 'print',
    summary: 'prints',
    examples: [],
    load: async () => (command) => {
      command.addArgument(command.createArgument('<version>', 'which').choices(['1', '2']));
    },
  },
];
const commands = await described(entries);

test('a command is described by its options and the choices it has', () => {
  expect(commands[0]?.options.map(({ name, value, choices }) => [name, value, choices])).toEqual([
    ['--unit', 'name', []],
    ['--list', undefined, []],
    ['--to', undefined, []],
    ['--mode', 'm', ['fast', 'exact']],
    ['--help', undefined, []],
  ]);
  expect(commands[1]?.choices).toEqual(['1', '2']);
});

function completed(...words: string[]): string[] {
  const program = `${completionScript('bash', commands)}
COMP_WORDS=(emend ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _emend; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', program], {
    encoding: 'utf8',
    cwd: new URL('.', import.meta.url).pathname,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .trim()
    .split('\n')
    .filter((word) => word !== '');
}

test.skipIf(spawnSync('bash', ['--version']).status !== 0)(
  'bash completes commands, options, choices and files',
  () => {
    expect(completed('w')).toEqual(['weigh']);
    expect(completed('')).toEqual(['weigh', 'print', 'help', '--help', '--version']);
    expect(completed('weigh', '--')).toEqual(['--unit', '--list', '--to', '--mode', '--help']);
    expect(completed('weigh', '--mode', '')).toEqual(['fast', 'exact']);
    expect(completed('print', '1')).toEqual(['1']);
    expect(completed('print', '')).toEqual(['1', '2']);
    expect(completed('print', 's')).toEqual([]);
    expect(completed('print', '--')).toEqual(['--help']);
    expect(completed('help', 'p')).toEqual(['print']);
    expect(completed('help', '')).toEqual(['weigh', 'print']);
    expect(completed('help', 's')).toEqual([]);
    expect(completed('weigh', 'she')).toEqual(['shells.ts']);
    expect(completed('weigh', '--', 'x', '--l')).toEqual([]);
  },
);

test.each([['zsh'], ['fish']] as const)('the script for %s can be read by it', (shell) => {
  const script = completionScript(shell, commands);
  expect(script).toContain('weigh');
  expect(script).not.toContain('secret');
  if (spawnSync(shell, ['--version']).status === 0) {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
});

test('descriptions are quoted for their shell', () => {
  expect(completionScript('zsh', commands)).toContain(`'weigh:weighs what'\\''s given\\: all of it'`);
  expect(completionScript('zsh', commands)).toContain(`'*--unit[the unit \\[kg\\]]:name:_files'`);
  expect(completionScript('fish', commands)).toContain(`-a weigh -d 'weighs what'\\''s given: all of it'`);
  expect(completionScript('fish', commands)).toContain(`-l mode -d 'how' -x -a 'fast exact'`);
});
