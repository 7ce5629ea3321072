import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runCommandLine } from '../command-line.ts';
import { runEmend } from '../test-support/built-command.ts';
import { Problem } from './problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-note-'));
const file = (name: string) => join(folder, name);
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sets a title, colours what follows by a C1 sequence, turns text around, and pretends to be a line of ours. */
const hostile = '\u001b]0;pwned\u0007\u009b31m\u202ex\nemend: all is well';
const harmless = '␛]0;pwned␇\ufffd31m\ufffdx emend: all is well';
const request = (id: number, method: string) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`;

test('[TE13] emend validate', async () => {
  const odd = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 7 } } };
  const input = [
    request(1, hostile),
    '{"a":\u009b}\n',
    '{"a":\u202e}\n',
    `${JSON.stringify({ ...odd, jsonrpc: hostile })}\n`,
  ];
  const { stdout } = await runEmend(['validate'], input.join(''));
  expect(stdout.split('\n')).toEqual([
    `1:method: warning: "${harmless}" is not a method of v2; methods of extensions begin with "_"`,
    '2: error: expected a JSON text, found the character U+009B at column 6',
    '3: error: expected a JSON text, found the character U+202E at column 6',
    '4:jsonrpc: error: expected "2.0", found string "\\u001b]0;pwned\\u0007\ufffd31m\ufffdx\\nemend: all is well"',
    '4:params.update.sessionUpdate: error: expected string, found number 7',
    '',
  ]);
});

test('[TE13] emend fold and emend convert', async () => {
  const number = `{"jsonrpc":"2.0","method":"_x","params":{"\u009b\u202e":1e400}}\n`;
  expect((await runEmend(['fold', '--protocol', '2'], number)).stderr).toBe(
    'standard input:1: params["\ufffd\ufffd"]: 1e400 is read as null\n',
  );
  expect((await runEmend(['convert', '--to', '1'], '\u009b\n')).stderr).toBe(
    'standard input:1: skipped: expected a JSON text, found the character U+009B at column 1\n',
  );
});

test('[TE13] emend replay', async () => {
  const printed = { at: 0, from: 'stderr', text: `  ${hostile}` };
  writeFileSync(file('recording'), `${JSON.stringify(printed)}\n`);
  expect((await runEmend(['replay', file('recording')], request(1, hostile))).stderr).toBe(
    `  ${harmless}\nemend: The recording has no answer to ${harmless}.\n`,
  );
});

test('[TE13] emend bridge', async () => {
  const [noise] = hostile.split('\n');
  const agent = `process.stdout.write(${JSON.stringify(noise)} + '\\n'); process.stdin.resume()`;
  const { stderr } = await runEmend(['bridge', '--', process.execPath, '-e', agent]);
  expect(stderr).toContain('emend bridge: The agent sent a line that is not a message: ␛]0;pwned␇\ufffd31m\ufffdx\n');
});

test('[TE13] a problem, which may have several lines', async () => {
  let stderr = '';
  const trip = async () => () => {
    throw new Problem(`not a file: ${hostile}`);
  };
  await runCommandLine(['trip'], [{ name: 'trip', summary: '', examples: [], load: trip }], {
    stdout: () => {},
    stderr: (text) => {
      stderr += text;
    },
  });
  expect(stderr).toBe(`emend: not a file: ${harmless.replace(' emend', '\nemend')}\n`);
});

test('[TE13] nothing else writes to standard error, but for what is passed on or neutral already', () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const own = files.filter((name) => name.endsWith('.ts') && !/test/.test(name));
  expect(
    own
      .filter((name) => /process\.stderr\b|\bwriteStandardError\b/.test(readFileSync(join(source, name), 'utf8')))
      .sort(),
  ).toEqual([
    'bridge/command.ts',
    'chat/command.ts',
    'check/command.ts',
    // Only whether it is a terminal.
    'check/run-checks.ts',
    'command-line.ts',
    'output/note.ts',
    'output/standard-error.ts',
    'relay/relay.ts',
    'validate/file-check.ts',
  ]);
});
