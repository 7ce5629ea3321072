import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionError } from '@emend/acp';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { addressProblem } from './remote-address.ts';
import { remoteWords } from './remote-problem.ts';
import { remoteTarget } from './remote-target.ts';
import { StateWords } from './state-words.ts';
import { makeTokenFile, readToken } from './token-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-remote-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['ws://localhost/acp', 'wss://a.example', 'http://127.0.0.1:1/acp?x=1', 'https://a.example/b/c'])(
  '%s is an address',
  (text) => {
    expect(addressProblem(text)).toBeUndefined();
  },
);

const withSecret = 'A token does not belong into the address, which others can see: use --token-file or EMEND_TOKEN.';

test.each([
  ['', /^The address must begin with /],
  ['a.example', /^The address must begin with /],
  ['file:///x', /^The address must begin with /],
  ['ws://user@a.example', withSecret],
  ['ws://:pass@a.example', withSecret],
  ['https://a.example/acp?token=x', withSecret],
  ['https://a.example/acp?access_token=x', withSecret],
  ['https://a.example/acp?Api-Key=x', withSecret],
  ['https://a.example/acp#x', withSecret],
])('[W44] %s is refused, and not repeated', (text, words) => {
  const problem = addressProblem(text);
  if (typeof words === 'string') expect(problem).toBe(words);
  else expect(problem).toMatch(words);
});

const target = { url: 'wss://a.example/acp', token: 'secret' };
const failure = (reason: string, message: string, status?: number) =>
  Object.assign(new Error(message), { reason, status });

test.each([
  [
    failure('refused', 'x', 401),
    target,
    [
      'The server at wss://a.example/acp does not accept the token. Give another one with --token-file FILE or the environment variable EMEND_TOKEN.',
    ],
  ],
  [
    failure('refused', 'x', 401),
    { ...target, token: undefined },
    [
      'The server at wss://a.example/acp wants a token. Give it with --token-file FILE or the environment variable EMEND_TOKEN.',
    ],
  ],
  [failure('refused', 'x', 403), target, ['The server at wss://a.example/acp does not let this client in (403).']],
  [
    failure('refused', 'x', 404),
    target,
    [
      "There is no ACP server at wss://a.example/acp (404). Is the address complete? That of 'emend serve' ends with /acp.",
    ],
  ],
  [
    failure('refused', 'x', 421),
    target,
    [
      'The server at wss://a.example/acp does not know itself by the name a.example; its operator can add it with --host-name.',
    ],
  ],
  [
    failure('refused', 'x', 503),
    target,
    ['The server at wss://a.example/acp takes no more connections now (503). Try again later.'],
  ],
  [failure('refused', 'No.\u001b[31m', 418), target, ['wss://a.example/acp refused the connection: No.␛[31m']],
  [
    failure('unreachable', 'The socket was closed (1006): self-signed certificate'),
    target,
    [
      'The certificate of a.example is not trusted: self-signed certificate',
      'If it is your own, name the file of its authority in the environment variable NODE_EXTRA_CA_CERTS.',
    ],
  ],
  [
    failure('unreachable', 'EPROTO wrong version number'),
    target,
    ['a.example does not speak TLS. Try the address with ws:// or http://.'],
  ],
  [
    failure('unreachable', 'Parse Error: Expected HTTP/'),
    target,
    ['There is no ACP server at wss://a.example/acp: what answers does not speak HTTP.'],
  ],
  [
    failure('unreachable', 'getaddrinfo ENOTFOUND a.example'),
    target,
    ['There is no host named a.example. Is the address right?'],
  ],
  [failure('unreachable', 'connect ECONNREFUSED'), target, ['Nothing listens at a.example. Is the server running?']],
  [
    failure('unreachable', 'The server could not be reached. It took too long.'),
    target,
    ['The server at wss://a.example/acp cannot be reached: It took too long.'],
  ],
  [
    failure('unreachable', 'socket hang up'),
    { ...target, url: 'ws://a.example' },
    ['a.example ends the connection at once. If it has TLS, try the address with wss:// or https://.'],
  ],
  [
    failure('forgotten', 'Gone.'),
    target,
    [
      'The connection to wss://a.example/acp was lost, and the server cannot go on with it: Gone.',
      'Start again; sessions that the agent stores can be continued.',
    ],
  ],
  [
    new ConnectionError('refused', 'x', { cause: failure('refused', 'x', 401) }),
    target,
    [expect.stringContaining('does not accept the token')],
  ],
  [new ConnectionError('ended', 'x'), target, ['The server at wss://a.example/acp has ended the connection.']],
  [new ConnectionError('failed', 'x'), target, ['The connection to wss://a.example/acp has failed: x']],
  [new Error('a bug'), target, undefined],
  ['no error', target, undefined],
])('%s is told in plain words', (error, where, words) => {
  expect(remoteWords(error, where)).toEqual(words);
});

test('an interruption is told in plain words, at most every 10 s, and its end once', () => {
  let now = 0;
  const words = new StateWords(target, () => now);
  const cause = 'The socket was closed (1006): connect ECONNREFUSED 127.0.0.1:1';
  const open = { type: 'open', carrier: 'websocket', isResumed: true } as const;
  const waiting = (attempt: number, delay: number) => ({ type: 'waiting', attempt, delay, cause }) as const;
  const states = [{ type: 'connecting' } as const, open, waiting(1, 100), waiting(2, 2_100), waiting(3, 2_100)];
  const told = [...states, waiting(4, 2_100), open, open, waiting(1, 100)].map((state) => {
    now += 4_000;
    return words.wordsFor(state);
  });
  const why = 'to reach the server again. Nothing listens at a.example. Is the server running?';
  expect(told).toEqual([
    undefined,
    undefined,
    `The connection is interrupted; attempt 1 ${why}`,
    undefined,
    undefined,
    `The connection is interrupted; attempt 4 in 2 s ${why}`,
    'The connection is back.',
    undefined,
    `The connection is interrupted; attempt 1 ${why}`,
  ]);
});

test('the token comes from a file or from the environment', () => {
  const file = join(folder, 'token');
  const made = makeTokenFile(file);
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([makeTokenFile(file), readToken(file)]).toEqual([undefined, made]);
  const { url } = target;
  const given = (options: object, env: Record<string, string>) =>
    remoteTarget(new Command(), [], { url, ...options }, env)?.token;
  expect(given({}, {})).toBeUndefined();
  expect(given({}, { EMEND_TOKEN: '' })).toBeUndefined();
  expect(given({}, { EMEND_TOKEN: ' abc\n' })).toBe('abc');
  expect(given({ tokenFile: file }, { EMEND_TOKEN: 'abc' })).toBe(made);
  expect(() => given({}, { EMEND_TOKEN: 'a b' })).toThrow('The token in EMEND_TOKEN must be one word');
  writeFileSync(file, '\n');
  expect(() => given({ tokenFile: file }, {})).toThrow(`There is no token in ${file}.`);
  expect(() => given({ tokenFile: join(folder, 'none') }, {})).toThrow('The token cannot be read from ');
});

test.each([
  [[], { tokenFile: 'x' }, "error: option '--token-file' needs '--url <url>'"],
  [['agent'], { url: target.url }, "error: option '--url' takes the place of COMMAND; give one of them"],
  [[], { url: 'x' }, /^error: option '--url <url>' is invalid\. The address must begin with /],
])('options that do not go together are wrong usage: %j %j', (agent, options, words) => {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  expect(() => remoteTarget(command, agent, options, {})).toThrow(words);
});
