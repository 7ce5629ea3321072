import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { ExitStatus } from '../command-entry.ts';
import { runCommandLine } from '../command-line.ts';
import { commands } from '../commands.ts';

async function run(args: readonly string[]): Promise<{ readonly status: ExitStatus; readonly stderr: string }> {
  let stderr = '';
  const status = await runCommandLine(args, commands, {
    stdout() {},
    stderr(text) {
      stderr += text;
    },
  });
  return { status, stderr };
}

test('-- is no value of an option, whatever the command', async () => {
  const tried: string[] = [];
  for (const { name, load } of commands) {
    const command = new Command(name);
    (await load())(command, () => {}, commands);
    for (const { flags, long, required } of command.options) {
      if (!required) continue;
      tried.push(`${name} ${long}`);
      expect(await run([name, String(long), '--', 'no-such-agent'])).toEqual({
        status: 2,
        stderr: `error: option '${flags}' needs a value before '--'\nRun 'emend ${name} --help' for help.\n`,
      });
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['serve --store', 'chat --cwd', 'convert --to']));
});

test('-- after an option with its value, or after one without, is where the agent begins', async () => {
  const notFound = { status: 1, stderr: expect.stringMatching(/^emend: The agent could not be started: /) };
  expect(await run(['serve', '--max-sessions', '1', '--', 'no-such-agent'])).toEqual(notFound);
  expect(await run(['serve', '--no-token', '--', 'no-such-agent'])).toEqual(notFound);
  expect(await run(['serve', '--max-sessions=1', '--', 'no-such-agent', '--store', '--'])).toEqual(notFound);
});
