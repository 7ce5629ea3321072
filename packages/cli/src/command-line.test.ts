import { expect, test } from 'vitest';
import type { CommandEntry } from './command-entry.ts';
import { runCommandLine } from './command-line.ts';
import { Problem } from './output/problem.ts';

const loaded: string[] = [];

function entry(name: string, action: () => 0 | 1): CommandEntry {
  return {
    name,
    summary: `does ${name}`,
    examples: [{ line: `emend ${name} FILE`, does: `does ${name} to FILE` }],
    async load() {
      loaded.push(name);
      return (command, end) => {
        command.argument('[file]', 'what to read').option('--strict', 'be strict');
        command.action(() => end(action()));
      };
    },
  };
}

const commands = [
  entry('weigh', () => 0),
  entry('judge', () => 1),
  entry('trip', () => {
    throw new Problem('There is no file stone.ndjson.');
  }),
  entry('crash', () => {
    throw new TypeError('a bug');
  }),
];

async function run(...args: string[]) {
  loaded.length = 0;
  const seen = { stdout: '', stderr: '' };
  const status = await runCommandLine(args, commands, {
    stdout: (text) => {
      seen.stdout += text;
    },
    stderr: (text) => {
      seen.stderr += text;
    },
  });
  return { status, ...seen, loaded: [...loaded] };
}

const quiet = { stdout: '', stderr: '' };

test('a command ends with its own status, and no other command is loaded', async () => {
  expect(await run('weigh', 'a.ndjson')).toEqual({ status: 0, ...quiet, loaded: ['weigh'] });
  expect(await run('judge', '--strict')).toEqual({ status: 1, ...quiet, loaded: ['judge'] });
});

test('a problem is one sentence on standard error and status 1', async () => {
  expect(await run('trip')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'emend: There is no file stone.ndjson.\n',
    loaded: ['trip'],
  });
});

test('a bug is not dressed up as a problem', async () => {
  await expect(run('crash')).rejects.toThrow(new TypeError('a bug'));
});

test('a mistyped command or option is status 2 with a suggestion', async () => {
  const hint = "Run 'emend --help' for help.\n";
  expect(await run('wiegh')).toEqual({
    status: 2,
    stdout: '',
    stderr: `error: unknown command 'wiegh'\n(Did you mean weigh?)\n${hint}`,
    loaded: [],
  });
  expect(await run('weigh', '--strickt')).toEqual({
    status: 2,
    stdout: '',
    stderr: `error: unknown option '--strickt'\n(Did you mean --strict?)\n${hint.replace('emend', 'emend weigh')}`,
    loaded: ['weigh'],
  });
  expect(await run('weigh', 'one', 'two')).toMatchObject({ status: 2, stdout: '' });
});

test('the help lists the commands with examples, without loading them', async () => {
  const { status, stdout, stderr, loaded } = await run('--help');
  expect({ status, stderr, loaded }).toEqual({ status: 0, stderr: '', loaded: [] });
  expect(stdout).toMatch(/\n {2}weigh +does weigh\n {2}judge +does judge\n/);
  expect(stdout).toContain(
    'Examples:\n  $ emend weigh FILE   does weigh to FILE\n  $ emend judge FILE   does judge to FILE\n',
  );
});

test.each([[['weigh', '--help']], [['help', 'weigh']]])('a command has its own help: emend %j', async (args) => {
  const { status, stdout, stderr, loaded } = await run(...args);
  expect({ status, stderr, loaded }).toEqual({ status: 0, stderr: '', loaded: ['weigh'] });
  expect(stdout).toMatch(/^Usage: emend weigh \[options\] \[file\]\n\ndoes weigh\n/);
});

test('help for a mistyped command is a mistyped command', async () => {
  expect(await run('help', 'wiegh')).toEqual(await run('wiegh'));
  expect(await run('help', 'weigh')).toEqual(await run('weigh', '--help'));
});

test('an option for the agent without -- before the agent gets a hint', async () => {
  const stderr: string[] = [];
  const status = await runCommandLine(['chat', 'my-agent', '--acp'], undefined, {
    stdout: () => {},
    stderr: (text) => stderr.push(text),
  });
  expect(status).toBe(2);
  expect(stderr.at(-1)).toBe('Options of the agent come after --: emend chat [options] [NAME | -- COMMAND...]\n');
});
