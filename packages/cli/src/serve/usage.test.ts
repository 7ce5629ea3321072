import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommandLine } from '../command-line.ts';
import { commands } from '../commands.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-serve-')));
const file = join(folder, 'two words');
writeFileSync(file, 'two words\n', { mode: 0o600 });
const blank = join(folder, 'blank');
writeFileSync(blank, '\n', { mode: 0o600 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const neither = (scheme: string): string =>
  `what begins with '${scheme}' is neither; write \\./ before a directory with a colon in its name`;
const agent = ['--', process.execPath, '-e', ''];

test.each([
  ['a missing command', ['--', 'no-such-agent'], 1, /^emend: The agent could not be started: .*no-such-agent/],
  ['a bad address', ['--listen', 'here', ...agent], 1, /^emend: There is no address to listen on in 'here'\. /],
  ['an address of another machine', ['--listen', '192.0.2.1:0', ...agent, '--insecure'], 2, /--cert and --key/],
  ...[
    ['mysql://h/x', neither('mysql:')],
    ['mysql://user:pass@word@h/x?password=word', neither('mysql:')],
    ['postgress://user:pa?ss@host/db', neither('postgress:')],
    ['postgres:x', neither('postgres:')],
    ['sqlite:x.db', neither('sqlite:')],
    ['data:2024', neither('data:')],
    ['', 'and the value given is empty'],
    [file, `and ${file} is a file`],
  ].map(
    ([store = '', words = '']) =>
      [
        `a store at '${store}'`,
        [`--store=${store}`, ...agent],
        2,
        new RegExp(
          `^error: option '--store <place>' takes a directory(?:, or postgres://USER@HOST/DATABASE)?[;,] ${words}\\n`,
        ),
      ] as [string, string[], number, RegExp],
  ),
  [
    'a scheme in large letters',
    ['--store', 'POSTGRES://h/d'],
    2,
    /^error: option '--store <url>' needs the command of/,
  ],
  ['a store without a value', ['--store', ...agent], 2, /^error: option '--store <place>' needs a value before '--'/],
  ['no time at all', ['--idle', '0', ...agent], 2, /It must be a number of seconds greater than 0\./],
  [
    'a token file with nothing in it',
    ['--token-file', blank, ...agent],
    1,
    /^emend: There is no token in .*\. Delete it to have one made\.\n$/,
  ],
  ['a token file that is a folder', ['--token-file', folder, ...agent], 1, /^emend: The token cannot be read from /],
  [
    'no token beyond this machine',
    ['--listen', '0.0.0.0:0', '--no-token', ...agent],
    2,
    /^error: option '--no-token' /,
  ],
  ['no TLS beyond this machine', ['--listen', '0.0.0.0:0', ...agent], 2, /^error: 0\.0\.0\.0 can be reached from /],
  ['a certificate without a key', ['--cert', 'x', ...agent], 2, /^error: option '--cert' needs '--key <file>'\n/],
  ['a certificate that is not there', ['--cert', 'x', '--key', 'y', ...agent], 1, /^emend: x cannot be read: /],
  [
    'an agent for each connection beside a store',
    ['--store', folder, '--agent-per', 'connection', ...agent],
    2,
    /^error: option '--agent-per connection' cannot be used with '--store <place>'/,
  ],
  [
    'one agent for all without a store',
    ['--agent-per', 'server', ...agent],
    2,
    /^error: option '--agent-per server' needs '--store <place>'/,
  ],
  ...['connection', 'session', 'server'].map(
    (what) =>
      [
        `the demo agent per ${what}`,
        ['--agent-per', what],
        2,
        /^error: option '--agent-per' needs the command of an agent; the demo agent is part of the server\n/,
      ] as [string, string[], number, RegExp],
  ),
  ['whom to ask without a store', ['--ask', 'local', ...agent], 2, /^error: option '--ask' needs '--store <place>'/],
  [
    'whom the demo agent asks, without a store',
    ['--ask', 'prompter'],
    2,
    /^error: option '--ask' needs '--store <place>'/,
  ],
  [
    'questions while nobody is there, without a store',
    ['--unattended', 'reject', ...agent],
    2,
    /^error: option '--unattended' needs '--store <place>'/,
  ],
  [
    'questions of the demo agent while nobody is there, without a store',
    ['--unattended', '60'],
    2,
    /^error: option '--unattended' needs '--store <place>'/,
  ],
  ...['never', '0', '0.0', '1.5.2', '.', '-1', '1e3', '2147484'].map(
    (what) =>
      [
        `${what} for questions while nobody is there`,
        ['--unattended', what, '--store', folder, ...agent],
        2,
        /It must be wait, reject, or a number of seconds up to 2147483\./,
      ] as [string, string[], number, RegExp],
  ),
  [
    'how long an agent stays, without a store',
    ['--agent-idle', '900', ...agent],
    2,
    /^error: option '--agent-idle' needs '--store <place>'/,
  ],
  [
    'how long the demo agent stays, without a store',
    ['--agent-idle', '9'],
    2,
    /^error: option '--agent-idle' needs '--store <place>'/,
  ],
  [
    'how long the demo agent stays',
    ['--agent-idle', '9', '--store', folder],
    2,
    /^error: option '--agent-idle' needs the command of an agent/,
  ],
  ['nobody to ask', ['--ask', 'all', ...agent], 2, /Allowed choices are first, prompter, local/],
  [
    'clients of this machine among those of several',
    ['--store', 'postgres://h/d', '--node-url', 'http://10.0.0.1/acp', '--ask', 'local', ...agent],
    2,
    /^error: option '--ask local' cannot be used with '--node-url <url>'/,
  ],
  [
    'an origin with a path',
    ['--allow-origin', 'https://a.example/b', ...agent],
    2,
    /must look like https:\/\/app\.example/,
  ],
  ['a name with a scheme', ['--host-name', 'https://a', ...agent], 2, /must look like agents\.example/],
  ['a root that is not there', ['--root', join(folder, 'none'), ...agent], 2, /There is no directory/],
  [
    'a directory outside of the root',
    ['--root', folder, '--cwd', tmpdir(), ...agent],
    2,
    /^error: the directory of option '--cwd' must be in that of '--root', and '.*' is not\n/,
  ],
  ['an option of the agent', ['--acp'], 2, /Options of the agent come after --: emend serve/],
])('[SV12] [W43] %s is said at once', async (_, args, expected, words) => {
  const written = { stdout: '', stderr: '' };
  const status = await runCommandLine(['serve', ...args], commands, {
    stdout: (text) => {
      written.stdout += text;
    },
    stderr: (text) => {
      written.stderr += text;
    },
  });
  expect({ status, stdout: written.stdout }).toEqual({ status: expected, stdout: '' });
  expect(written.stderr).toMatch(words);
});
