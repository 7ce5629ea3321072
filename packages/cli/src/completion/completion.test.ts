import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { agentNames } from '../agent-names/named-command.ts';
import type { CommandEntry } from '../command-entry.ts';
import { commands as realCommands } from '../commands.ts';
import { described } from './described-command.ts';
import { completionScript, type Shell, shells } from './shells.ts';

const zshCapture = fileURLToPath(new URL('./test-support/capture.zsh', import.meta.url));

const entries: CommandEntry[] = [
  {
    name: 'weigh',
    summary: "weighs what's given: all of it",
    examples: [],
    load: async () => (command) => {
      command
        .argument('[FILE...]', 'what')
        .option('--unit <name>', 'the unit [kg]')
        .option('--list', 'list')
        .option('--to [where]', 'perhaps');
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
const named: CommandEntry[] = [
  {
    name: 'talk',
    summary: 'talks',
    examples: [],
    load: async () => (command) => {
      command.argument('[COMMAND...]', 'the agent').option('--install', 'fetch').option('--cwd <dir>', 'where');
    },
  },
  {
    name: 'keep',
    summary: 'keeps',
    examples: [],
    load: async () => (command) => {
      command.argument('<FILE>', 'where to').argument('[COMMAND...]', 'the agent').option('--install', 'fetch');
    },
  },
  {
    name: 'look',
    summary: 'looks',
    examples: [],
    load: async () => (command) => {
      command.argument('[FILE]', 'what').argument('[COMMAND...]', 'the agent').option('--install', 'fetch');
    },
  },
  {
    name: 'agents',
    summary: 'agents',
    examples: [],
    load: async () => (command) => {
      command.argument('[NAME]', 'the agent').argument('[WORDS...]', 'others');
    },
  },
];
const commands = await described([...entries, ...named], ['claude', 'gemini', 'shell-agent']);

test('a command is described by its options and the choices it has', () => {
  expect(commands[0]?.options.map(({ name, value, choices }) => [name, value, choices])).toEqual([
    ['--unit', 'name', []],
    ['--list', undefined, []],
    ['--to', undefined, []],
    ['--mode', 'm', ['fast', 'exact']],
    ['--help', undefined, []],
  ]);
  expect(commands[1]?.args).toEqual([{ choices: ['1', '2'], isOpen: false }]);
});

test('names of agents are completed in every command that takes one', async () => {
  const all = await described(realCommands, ['gemini']);
  const places = all.flatMap(({ name, args }) =>
    args.flatMap(({ choices, isOpen }, index) => (choices.includes('gemini') ? [[name, index, choices, isOpen]] : [])),
  );
  expect(places).toEqual([
    ['chat', 0, ['gemini'], false],
    ['agents', 0, ['gemini', 'add', 'remove'], false],
    ['bridge', 0, ['gemini'], false],
    ['serve', 0, ['gemini'], false],
    ['record', 1, ['gemini'], false],
    ['inspect', 0, ['gemini'], true],
    ['check', 1, ['gemini'], false],
  ]);
  expect(agentNames()).toEqual(expect.arrayContaining(['claude', 'codex', 'gemini']));
});

const folder = mkdtempSync(join(tmpdir(), 'emend-completion-'));
for (const name of ['b c.txt', 'sheet.txt']) writeFileSync(join(folder, name), '');
// A folder with the name of a command is no reason to take the command for it.
mkdirSync(join(folder, 'weigh'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(folder, '.script');

/** How each shell is asked what it would offer at the end of each line: its offers, and an empty line behind those of a line. */
const asking: Record<Shell, (lines: readonly string[]) => readonly string[]> = {
  bash: (asked) => {
    // As readline parts the words: an equals sign is one of its own.
    const words = asked.map((line) => line.replaceAll('=', ' = ').replace(/ = $/, ' =').split(' '));
    const calls = words.map(
      (each) => `
        COMP_WORDS=(${each.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${each.length - 1}; _emend
        for word in "\${COMPREPLY[@]}" ''; do echo "$word"; done`,
    );
    // Outside of a completion there is nothing that this could be told.
    return ['-c', `source '${script}'; compopt() { :; }${calls.join('')}`];
  },
  fish: (asked) => [
    '--no-config',
    '-c',
    'source $argv[1]; for line in $argv[2..]; complete -C $line; echo; end',
    script,
    ...asked,
  ],
  zsh: (asked) => ['-f', zshCapture, script, ...asked],
};

function offered(shell: Shell, asked: readonly string[]): string[][] {
  const { stdout, stderr, status } = spawnSync(shell, asking[shell](asked), {
    encoding: 'utf8',
    timeout: 300_000,
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, TERM: 'dumb' },
  });
  expect([status, stderr]).toEqual([0, '']);
  const offers: string[][] = [[]];
  for (const line of stdout.split('\n').slice(0, -1)) {
    // Beside the word itself a shell may tell what it means, and quotes it, each in its own way.
    const word = line
      .replace(/\t.*/, '')
      .replace(/^--\w+=/, '')
      .replaceAll('\\ ', ' ')
      .replace(/\/$/, '');
    if (word === '') offers.push([]);
    else if (!offers.at(-1)?.includes(word)) offers.at(-1)?.push(word);
  }
  return offers.slice(0, -1).map((words) => words.sort());
}

const installed = shells.filter((shell) => {
  if (spawnSync(shell, ['--version']).status === 0) return true;
  process.stderr.write(`Completion in ${shell} is not tried: it is not installed.\n`);
  return false;
});

const lines: readonly (readonly [line: string, offers: readonly string[]])[] = [
  ['emend w', ['weigh']],
  ['emend h', ['help']],
  ['emend --', ['--help', '--version']],
  ['emend weigh --', ['--help', '--list', '--mode', '--to', '--unit']],
  ['emend weigh --mode ', ['exact', 'fast']],
  ['emend weigh --mode=', ['exact', 'fast']],
  ['emend weigh --mode=f', ['fast']],
  ['emend weigh --unit s', ['sheet.txt']],
  // What is a command elsewhere is a value here.
  ['emend weigh --unit print --l', ['--list']],
  ['emend print ', ['1', '2']],
  ['emend print 1', ['1']],
  ['emend print s', []],
  ['emend print --', ['--help']],
  ['emend help p', ['print']],
  ['emend help ', ['agents', 'keep', 'look', 'print', 'talk', 'weigh']],
  ['emend help x', []],
  ['emend weigh she', ['sheet.txt']],
  ['emend weigh b', ['b c.txt']],
  ['emend print 1 s', []],
  ['emend talk ', ['claude', 'gemini', 'shell-agent']],
  ['emend talk g', ['gemini']],
  ['emend talk --cwd she', ['sheet.txt']],
  ['emend talk --cwd weigh --install g', ['gemini']],
  ['emend talk --cwd=weigh g', ['gemini']],
  ['emend talk gemini she', ['sheet.txt']],
  ['emend keep she', ['sheet.txt']],
  ['emend keep sheet.txt she', ['shell-agent']],
  ['emend look she', ['sheet.txt', 'shell-agent']],
  ['emend agents ', ['add', 'claude', 'gemini', 'remove', 'shell-agent']],
  ['emend weigh -- uniq', ['uniq']],
  ['emend weigh -- cat she', ['sheet.txt']],
  ['emend weigh -- cat --l', []],
];

describe.each(shells.map((shell) => [shell]))('%s', (shell) => {
  test.skipIf(!installed.includes(shell))('completes commands, options, choices, files and the agent', () => {
    writeFileSync(script, completionScript(shell, commands));
    const offers = offered(
      shell,
      lines.map(([line]) => line),
    );
    expect(lines.map(([line], index) => [line, offers[index]])).toEqual(lines);
  });
});

test.skipIf(!installed.includes('zsh'))('a script in a folder of zsh completes from the first time on', () => {
  writeFileSync(join(folder, '_emend'), completionScript('zsh', commands));
  writeFileSync(script, `fpath=('${folder}' $fpath); compinit -u -D`);
  const offers = offered('zsh', ['emend w', 'emend p']);
  rmSync(join(folder, '_emend'));
  expect(offers).toEqual([['weigh'], ['print']]);
});

test('what is hidden is in no script', () => {
  for (const shell of shells) expect(completionScript(shell, commands)).not.toContain('secret');
});

test('descriptions are quoted for their shell', () => {
  expect(completionScript('zsh', commands)).toContain(`'weigh:weighs what'\\''s given\\: all of it'`);
  expect(completionScript('zsh', commands)).toContain(`'*--unit=[the unit \\[kg\\]]:name:_files'`);
  expect(completionScript('fish', commands)).toContain(`-a weigh -d 'weighs what'\\''s given: all of it'`);
  expect(completionScript('fish', commands)).toContain(`-l mode -d 'how' -x -a 'fast exact'`);
});
