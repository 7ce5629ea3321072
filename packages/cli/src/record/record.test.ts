import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedactedRecording, recordingLine, redaction, secretsOf } from '@emend/acp/recording';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { ByteLineSplitter } from '../input/byte-line-splitter.ts';
import { commandFile, runEmend, runNode } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-record-'));
const file = (name: string) => join(folder, name);
const echo = file('echo.mjs');
const demo = [process.execPath, commandFile, 'agent', '--pace', '0'];

beforeAll(() => {
  buildPackages();
  writeFileSync(
    echo,
    'process.stdin.on("data", (bytes) => { process.stdout.write(bytes); process.stderr.write("e"); });',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function entries(name: string): { at: number; from: string; message?: Record<string, unknown>; text?: string }[] {
  return readFileSync(file(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('[RC1] bytes pass untouched, whatever they are', async () => {
  const input = Buffer.from([
    ...Buffer.from('{"jsonrpc":"2.0",  "id":1.0}\r\nnoise \u{1f642}\n'),
    0xff,
    0xfe,
    10,
    ...Buffer.from('no end'),
  ]);
  const child = spawn(process.execPath, [commandFile, 'record', file('raw'), '--', process.execPath, echo]);
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    if (Buffer.concat(out).length === input.length) child.stdin.end();
  });
  child.stdin.write(input);
  const [status] = await once(child, 'close');
  expect([status, Buffer.concat(out)]).toEqual([0, input]);
});

test('[RC2] a message is kept as it stood on the wire', () => {
  const line = '{"jsonrpc":"2.0","id":1.0,"n":12345678901234567890,"n":2}';
  expect(recordingLine(12.34567, 'agent', `${line}\r`)).toBe(`{"at":12.346,"from":"agent","message":${line}}\n`);
});

test('[RC3] other lines are kept as text, cut as they were', () => {
  const splitter = new ByteLineSplitter(3, (beginning) => beginning);
  const chunks = ['ab', 'c\nd\ne', '', 'fg', 'h', '\n1234\n5'].map((text) => splitter.push(Buffer.from(text)));
  expect([...chunks, splitter.end(), splitter.end()].map((lines) => lines.map(String))).toEqual([
    [],
    ['abc', 'd'],
    [],
    [],
    [],
    ['efg', '123'],
    ['5'],
    [],
  ]);
  expect(recordingLine(1, 'agent', 'Loading "x"')).toBe('{"at":1,"from":"agent","text":"Loading \\"x\\""}\n');
  expect(recordingLine(1, 'agent', '{"a":1}')).toBe('{"at":1,"from":"agent","text":"{\\"a\\":1}"}\n');
  expect(recordingLine(1, 'stderr', '{"jsonrpc":"2.0"}')).toBe(
    '{"at":1,"from":"stderr","text":"{\\"jsonrpc\\":\\"2.0\\"}"}\n',
  );
});

test('[RC2] both sides and standard error are in the file, in order', async () => {
  const { status } = await runEmend([
    'chat',
    '-p',
    '/fail',
    '--',
    process.execPath,
    commandFile,
    'record',
    file('both'),
    '--',
    ...demo,
  ]);
  expect(status).toBe(1);
  const seen = entries('both').map(({ from, message }) => `${from} ${String(message?.['method'] ?? message?.['id'])}`);
  expect(seen.slice(0, 4)).toEqual([
    'client initialize',
    expect.stringMatching(/^agent \d+$/),
    'client session/new',
    expect.stringMatching(/^agent (session\/update|\d+)$/),
  ]);
  expect(entries('both').every(({ at }, index, all) => at >= (all[index - 1]?.at ?? 0))).toBe(true);
});

test('[RC4] a signal leaves what has passed in the file', async () => {
  const child = spawn(process.execPath, [commandFile, 'record', file('signal'), '--', process.execPath, echo]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"a"}\nhalf a li');
  await expect.poll(() => [stdout.endsWith('half a li'), stderr !== '']).toEqual([true, true]);
  child.kill('SIGTERM');
  const [status] = await once(child, 'close');
  expect(status).toBe(1);
  expect(
    entries('signal')
      .map(({ from, message, text }) => [from, message?.['method'] ?? text])
      .sort(),
  ).toEqual([
    ['agent', 'a'],
    ['agent', 'half a li'],
    ['client', 'a'],
    ['client', 'half a li'],
    ['stderr', 'e'],
  ]);
});

test('[RC5] a message nested too deep to be redacted is not kept', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const line = `{"jsonrpc":"2.0","method":"_x","params":{"apiKey":"hunter22","deep":${deep}}}`;
  expect(new RedactedRecording(redaction(['apiKey'], [])).take(1, 'agent', line)).toBe(
    '{"at":1,"from":"agent","text":"(a message nested too deep to be redacted)"}\n',
  );
});

test('[RC5] chosen keys and secrets of the environment are masked in the file alone', async () => {
  const redact = redaction(['apiKey', 'Authorization'], ['hunter22-long', 'hunter22']);
  expect(
    redact.value({
      APIKEY: 'x',
      deep: [{ name: 'authorization', value: 'Bearer x' }],
      text: 'it is hunter22-long',
      n: 1,
    }),
  ).toEqual({
    APIKEY: '[redacted]',
    deep: [{ name: 'authorization', value: '[redacted]' }],
    text: 'it is [redacted]',
    n: 1,
  });
  expect(
    secretsOf({ MY_TOKEN: 'abcdefgh', API_KEY: 'longer-than-that', TOKEN: 'short', PATH: '/usr/bin/and/more' }),
  ).toEqual(['longer-than-that', 'abcdefgh']);
  expect(secretsOf({ DEPLOY_KEY: 'first line\nsecond\r\nthird line' })).toEqual([
    'first line\nsecond\r\nthird line',
    'first line',
    'third line',
  ]);
  const line = '{"jsonrpc":"2.0","method":"x","params":{"apiKey":"abc","note":"s3cret-value"}}\n';
  const { stdout } = await runNode(
    [commandFile, 'record', '--redact', 'apiKey', file('hidden'), '--', process.execPath, echo],
    line,
    { ...process.env, SOME_SECRET: 's3cret-value' },
  );
  expect(stdout).toBe(line);
  expect(readFileSync(file('hidden'), 'utf8')).not.toMatch(/abc|s3cret/);
  expect(entries('hidden')[0]?.message?.['params']).toEqual({ apiKey: '[redacted]', note: '[redacted]' });
});

test('[RC5] secrets are masked wherever they stand, chosen keys in any JSON', () => {
  const redact = redaction(['apiKey'], ['12345678901234567890', 'pa"ss-word', '31415926', 'hunter22']);
  const kept = (line: string, from: 'agent' | 'stderr' = 'agent') => {
    const { message, text } = JSON.parse(new RedactedRecording(redact).take(1, from, line));
    return message?.params ?? text;
  };
  const message = (params: string) => `{"jsonrpc":"2.0","method":"_x","params":${params}}`;
  expect(kept(message('{"hunter22":1,"is hunter22":2}'))).toEqual({ '[redacted]': 1, 'is [redacted]': 2 });
  expect(kept(message('[31415926,12345678901234567890,-31415926.5,3]'))).toEqual([
    '[redacted]',
    '[redacted]',
    '[redacted]',
    3,
  ]);
  const inner = {
    rawInput: '{ "apiKey": "x" }',
    twice: JSON.stringify('{"apiKey":"x"}'),
    other: '{ "a": "pa\\"ss-word" }',
  };
  expect(kept(message(JSON.stringify(inner)))).toEqual({
    rawInput: '{"apiKey":"[redacted]"}',
    twice: JSON.stringify('{"apiKey":"[redacted]"}'),
    other: '{"a":"[redacted]"}',
  });
  expect(kept(message('{"as it was":"{ \\"a\\": 1 }"}'))).toEqual({ 'as it was': '{ "a": 1 }' });
  expect(kept('{"level":"info","apiKey":"x"}', 'stderr')).toBe('{"level":"info","apiKey":"[redacted]"}');
  expect(kept('{"level":"info","apiKey":"x"}')).toBe('{"level":"info","apiKey":"[redacted]"}');
  expect(kept('sent {"a":"pa\\"ss-word"}, then pa"ss-word')).toBe('sent {"a":"[redacted]"}, then [redacted]');
  expect(kept(message(`{"deep":"${'['.repeat(50_000)}${']'.repeat(50_000)}"}`))).toEqual({ deep: '[redacted]' });
});

test('[RC8] the file is the word before --, also where --redact could take it for its keys', async () => {
  const line = '{"jsonrpc":"2.0","method":"x"}\n';
  const agent = [process.execPath, echo];
  expect(await runEmend(['record', '--redact', file('only'), '--', ...agent], line)).toMatchObject({ stdout: line });
  expect(entries('only')[0]?.message).toEqual({ jsonrpc: '2.0', method: 'x' });
  writeFileSync(file('agent.mjs'), 'precious');
  const { status, stderr } = await runEmend(['record', '--', file('agent.mjs'), '--acp']);
  expect([status, stderr.split('\n')[0]]).toEqual([2, "error: missing required argument 'FILE' before --"]);
  expect(readFileSync(file('agent.mjs'), 'utf8')).toBe('precious');
});

test('[RC8] an earlier recording makes way for a new one, and is never lost', async () => {
  const earlier = file('earlier');
  const held = () =>
    [earlier, `${earlier}.1`, `${earlier}.2`].map((path) => existsSync(path) && readFileSync(path, 'utf8'));
  writeFileSync(earlier, 'first');
  // An agent that is not there, and one that is never spoken to.
  await runEmend(['record', earlier, '--', 'no-such-agent']);
  await runEmend(['record', earlier, '--', process.execPath, echo]);
  expect(held()).toEqual(['first', false, false]);
  const line = '{"jsonrpc":"2.0","method":"x"}\n';
  const { status, stderr } = await runEmend(['record', earlier, '--', process.execPath, echo], line);
  expect([status, stderr]).toEqual([0, expect.stringContaining(`emend: The earlier recording is ${earlier}.1 now.\n`)]);
  const second = readFileSync(earlier, 'utf8');
  expect(entries('earlier')[0]?.message).toEqual({ jsonrpc: '2.0', method: 'x' });
  await runEmend(['record', earlier, '--', process.execPath, echo], line);
  expect(held()).toEqual([expect.stringContaining('"method":"x"'), 'first', second]);
});

test('[RC8] recorders beside each other have a file each', async () => {
  const command = [commandFile, 'record', file('beside'), '--', process.execPath, echo];
  const first = spawn(process.execPath, command);
  first.stdin.write('{"jsonrpc":"2.0","method":"a"}\n');
  await expect.poll(() => existsSync(file('beside')) && readFileSync(file('beside'), 'utf8')).toContain('"a"');
  await runNode(command, '{"jsonrpc":"2.0","method":"b"}\n');
  first.stdin.end('{"jsonrpc":"2.0","method":"c"}\n');
  await once(first, 'close');
  const methods = (name: string) =>
    entries(name)
      .filter(({ from }) => from === 'client')
      .map(({ message }) => message?.['method']);
  expect([methods('beside'), methods('beside.1')]).toEqual([['b'], ['a', 'c']]);
});

test('[RC6] an agent that ignores the end of its input is ended', async () => {
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(process.pid);';
  const recorder = spawn(process.execPath, [commandFile, 'record', file('deaf'), '--', process.execPath, '-e', deaf]);
  const [pid] = await once(recorder.stdout, 'data');
  recorder.stdin.end();
  expect(await once(recorder, 'close')).toEqual([0, null]);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

/** An agent that echoes and ignores the end of its input; `gone` settles with its process. */
async function tenaciousAgent() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gone = once(server, 'connection').then(([line]: Socket[]) => once(line as Socket, 'close'));
  const source = `require('node:net').connect(${port}, '127.0.0.1').on('close', () => process.exit()).on('connect', () => {
    process.stdin.on('data', (bytes) => process.stdout.write(bytes));
    process.stdout.write('half a li');
  })`;
  return { command: [process.execPath, '-e', source], gone, close: () => server.close() };
}

test('[RC4] [RC9] a reader who goes away ends the agent, and what has passed is in the file', async () => {
  const agent = await tenaciousAgent();
  const args = ['record', file('unread'), '--', ...agent.command];
  const child = spawn(process.execPath, [commandFile, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  let read = '';
  for await (const chunk of child.stdout) {
    read += chunk;
    if (read === 'half a li') break;
  }
  child.stdin.write('ne');
  await Promise.all([once(child, 'close'), agent.gone]);
  agent.close();
  expect(entries('unread').map(({ from, text }) => [from, text])).toEqual([
    ['client', 'ne'],
    ['agent', 'half a line'],
  ]);
});

test.skipIf(!existsSync('/dev/full'))('[RC7] [RC9] a file without room ends the agent, and is said', async () => {
  const agent = await tenaciousAgent();
  const child = spawn(process.execPath, [commandFile, 'record', '/dev/full', '--', ...agent.command]);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdin.write('ne\n');
  const [[status]] = await Promise.all([once(child, 'close'), agent.gone]);
  agent.close();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'emend: /dev/full cannot be written: no space left on device.\n',
  });
});

test('[RC7] an agent that is missing or fails by itself is status 1', async () => {
  expect(await runEmend(['record', file('x'), '--', 'no-such-agent'])).toEqual({
    status: 1,
    stdout: '',
    stderr: "emend: The agent could not be started: The command 'no-such-agent' was not found.\n",
  });
  const child = spawn(
    process.execPath,
    [commandFile, 'record', file('y'), '--', process.execPath, '-e', 'process.exit(3)'],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  expect([status, stderr]).toEqual([1, 'emend: The agent ended with status 3.\n']);
});

test('[RP2] a file that is no recording is a problem', async () => {
  writeFileSync(file('bare'), '{"jsonrpc":"2.0","method":"x"}\n');
  expect((await runEmend(['replay', file('bare')])).stderr).toBe(
    `emend: ${file('bare')} is not a recording: line 1 does not name its sender. emend record makes recordings.\n`,
  );
  expect((await runEmend(['replay', fileURLToPath(import.meta.url)])).status).toBe(1);
});
