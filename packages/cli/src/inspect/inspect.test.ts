import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPage } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';
import { download, inspecting, openPage } from './test-support/inspecting.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-inspecting-'));
const file = (name: string) => join(folder, name);
beforeAll(buildPage);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (at: number, text: string) =>
  `{"at":${at},"from":"agent","message":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"${text}"}}}}}`;

/** Where the process keeps what passes; nobody else looks there. */
function ownTemporaryFolder(name: string): { readonly env: NodeJS.ProcessEnv; left(): string[]; kept(): string } {
  const path = file(name);
  mkdirSync(path);
  const kept = () =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('');
  return { env: { TMPDIR: path }, left: () => readdirSync(path), kept };
}

/** Programs in place of a browser, which write down what they are to open. */
function browserPrograms(): { readonly env: NodeJS.ProcessEnv; opened(): string } {
  const programs = file('programs');
  mkdirSync(programs, { recursive: true });
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(programs, name), `#!/bin/sh\nprintf '%s\\n' "$*" >> ${file('opened')}\n`, { mode: 0o755 });
  writeFileSync(file('opened'), '');
  const env = { PATH: `${programs}:${process.env['PATH']}` };
  return { env, opened: () => readFileSync(file('opened'), 'utf8') };
}

const isRunning = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;

test('[IP35, IP36, IP39, IP42] a file is shown, followed while it grows, and the server ends with a signal', async () => {
  const browser = browserPrograms();
  writeFileSync(file('grows.ndjson'), `${line(1, 'one')}\n`);
  const run = inspecting([file('grows.ndjson')], browser.env);
  const address = await run.address();
  expect(run.output.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{22}\n$/);
  const page = await openPage(address);
  await expect.poll(() => page.lines()).toEqual([line(1, 'one')]);
  expect(await page.ask('overview')).toMatchObject({
    source: { kind: 'file', name: file('grows.ndjson') },
    isLive: true,
    canTalk: false,
  });
  appendFileSync(file('grows.ndjson'), `${line(2, 'two')}\n${line(3, 'three')}\n`);
  await expect.poll(() => page.lines()).toEqual([line(1, 'one'), line(2, 'two'), line(3, 'three')]);
  renameSync(file('grows.ndjson'), file('grows.ndjson.1'));
  await expect
    .poll(async () => (await page.ask('overview')).leftOut)
    .toEqual(['The file was deleted or renamed while it was shown. The page still shows it.']);
  expect([await run.end('SIGINT'), run.output.stderr, browser.opened()]).toEqual([0, '', '']);
});

test('[IP36, IP39, IP42] standard input is shown as it comes, and kept no longer than the page', async () => {
  const temporary = ownTemporaryFolder('stdin');
  const browser = browserPrograms();
  const run = inspecting(['--open', '-'], { ...temporary.env, ...browser.env });
  const address = await run.address();
  // Other users see the arguments of a program, so that the token is in a file which nobody else can read.
  await expect.poll(browser.opened).toMatch(/open\.html\n$/);
  const opened = browser.opened().trimEnd();
  expect(readFileSync(opened, 'utf8')).toContain(`content="0; url=${address}"`);
  expect([statSync(opened).mode & 0o777, statSync(dirname(opened)).mode & 0o777]).toEqual([0o600, 0o700]);
  const page = await openPage(address);
  run.child.stdin.write(`${line(1, 'one')}\n`);
  await expect.poll(() => page.lines()).toEqual([line(1, 'one')]);
  run.child.stdin.end(line(2, 'two'));
  await expect.poll(() => page.lines()).toEqual([line(1, 'one'), line(2, 'two')]);
  await expect.poll(async () => (await page.ask('overview')).isLive).toBe(false);
  expect(temporary.left()).toHaveLength(2);
  expect([await run.end('SIGTERM'), temporary.left()]).toEqual([0, []]);
});

test('[IP36] what cannot be shown is told in a sentence, with status 1', async () => {
  const missing = file('missing.ndjson');
  writeFileSync(file('words.ndjson'), '');
  const told = (...args: string[]) => runEmend(['inspect', ...args]);
  expect(await Promise.all([told(missing), told('--redact', '--', file('words.ndjson'))])).toEqual([
    { status: 1, stdout: '', stderr: `emend: There is no file ${missing}.\n` },
    { status: 1, stdout: '', stderr: expect.stringMatching(/^emend: The agent could not be started: .*\n$/) },
  ]);
});

test('[IP36] a port that is in use is told in a sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  writeFileSync(file('port.ndjson'), '');
  const { status, stdout, stderr } = await runEmend(['inspect', '--port', String(port), file('port.ndjson')]);
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `emend: Port ${port} of 127.0.0.1 is in use. Give another one with --port, or leave it out for any free port.\n`,
  ]);
});

/** Answers each line with itself in parts, after a line that is no message, and with words on standard error. */
const echo = `
  process.stdout.write('hello\\r\\n');
  process.stderr.write('ready\\n');
  process.stdin.on('data', (bytes) => process.stdout.write(bytes));
  process.stdin.on('end', () => process.exit(Number(process.argv[1] ?? 0)));`;

test('[IP35, IP37, IP39, IP40, IP43] a proxy passes everything on byte for byte and shows it live, without secrets', async () => {
  const temporary = ownTemporaryFolder('proxy');
  const env = { ...temporary.env, MY_API_KEY: 'sesame-1234567' };
  const options = ['--redact', 'password', '--address-file', file('address')];
  const run = inspecting([...options, '--proxy', '--', process.execPath, '-e', echo], env);
  const address = await run.address();
  expect([readFileSync(file('address'), 'utf8'), statSync(file('address')).mode & 0o777]).toEqual([
    `${address}\n`,
    0o600,
  ]);
  const page = await openPage(address);
  const secret = '{"jsonrpc":"2.0","method":"y","params":{"password":"hunter2","text":"use sesame-1234567"}}\n';
  const sent = `${secret} {"jsonrpc":"2.0",\t"id":1.0,"method":"x","params":{"a":"\\u00e4"}} \r\nnoise\n\nunfinished`;
  run.child.stdin.write(sent);
  await expect.poll(() => run.output.stdout).toBe(`hello\r\n${sent}`);
  await expect.poll(async () => (await page.lines()).length).toBe(8);
  const lines = await page.lines();
  const entries = lines.map((each) => JSON.parse(each));
  expect(entries.map(({ from, text, message }) => [from, text ?? message.method]).sort()).toEqual([
    ['agent', 'hello'],
    ['agent', 'noise'],
    ['agent', 'x'],
    ['agent', 'y'],
    ['client', 'noise'],
    ['client', 'x'],
    ['client', 'y'],
    ['stderr', 'ready'],
  ]);
  expect(lines.join('\n') + temporary.kept()).not.toMatch(/hunter2|sesame/);
  expect((await page.ask('overview')).source).toEqual({ kind: 'proxy', name: `${process.execPath} -e ${echo}` });
  run.child.stdin.end();
  expect(await run.end()).toBe(0);
  expect(run.output.stdout).toBe(`hello\r\n${sent}`);
  expect(run.output.stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=\S+\nready\n$/);
  expect([temporary.left(), existsSync(file('address'))]).toEqual([[], false]);
});

test('[IP37] our own client and agent notice nothing of a proxy between them, whose agent ends with it', async () => {
  const agent = [process.execPath, commandFile, 'agent', '--pace', '0'];
  const chat = (...command: string[]) => runEmend(['chat', '-p', '/tour', '--', ...command]);
  const [straight, through] = await Promise.all([
    chat(...agent),
    chat(process.execPath, commandFile, 'inspect', '--proxy', '--', ...agent),
  ]);
  expect([through.status, through.stdout]).toEqual([straight.status, straight.stdout]);
  expect(straight.status).toBe(0);
});

test('[IP37] an agent that dies ends the proxy, with its status in a sentence', async () => {
  const run = inspecting(['--proxy', '--', process.execPath, '-e', 'process.exit(3)']);
  expect(await run.end()).toBe(1);
  expect(run.output.stderr.split('\n').slice(1)).toEqual(['emend: The agent ended with status 3.', '']);
});

test('[IP38, IP39, IP40] an agent is talked to from the page, without secrets on it, and ends with it', async () => {
  const temporary = ownTemporaryFolder('talk');
  const program = `console.error('pid ' + process.pid); process.argv.splice(1, 0, ${JSON.stringify(commandFile)}); await import(${JSON.stringify(commandFile)});`;
  const agent = [process.execPath, '--input-type=module', '-e', program, 'agent', '--pace', '0'];
  // What the agent says in pieces, and what it calls itself.
  const env = { ...temporary.env, MY_API_KEY: 'arrives *word by word*', MY_TOKEN: 'Emend demo agent' };
  const run = inspecting(['--redact', 'password', '--', ...agent], env);
  const address = await run.address();
  const page = await openPage(address);
  await expect.poll(async () => (await page.ask('talkState')).sessions.length).toBe(1);
  expect([(await page.ask('overview')).canTalk, (await page.ask('talkState')).agent]).toEqual([true, '[redacted]']);
  const { session } = await page.ask('talkState');
  expect(await page.ask('talk', { do: 'prompt', session, text: '/stream' })).toEqual({ done: 'other' });
  await expect.poll(async () => (await page.lines()).join('\n')).toContain('"stopReason":');
  const lines = await page.lines();
  const downloads = ['recording', 'masked', 'state', 'markdown'].map((what) => download(address, what, lines.length));
  const [, , state, markdown] = await Promise.all(downloads);
  expect([state?.includes('[redacted]'), markdown?.includes('This answer \\[redacted], as a model writes it')]).toEqual(
    [true, true],
  );
  const kept = (await Promise.all(downloads)).join('\n') + temporary.kept();
  expect(/arrives \*word|Emend demo agent/.exec(kept)).toBeNull();
  const senders = new Set(lines.map((each) => JSON.parse(each).from));
  expect([senders, run.output.stdout.split('\n').length]).toEqual([new Set(['client', 'agent', 'stderr']), 2]);
  const pid = Number(/pid (\d+)/.exec(lines.join('\n'))?.[1]);
  expect([isRunning(pid), await run.end('SIGTERM'), isRunning(pid), temporary.left()]).toEqual([true, 0, false, []]);
});

test('[IP39] one signal ends it, also before the agent has answered anything', { timeout: 20_000 }, async () => {
  const temporary = ownTemporaryFolder('silent');
  const silent = `console.error('pid ' + process.pid + '.'); process.stdin.resume(); setInterval(() => {}, 1_000);`;
  const run = inspecting(['--', process.execPath, '-e', silent], temporary.env);
  const page = await openPage(await run.address());
  await expect.poll(async () => (await page.lines()).join('\n')).toMatch(/pid \d+\./);
  const pid = Number(/pid (\d+)/.exec((await page.lines()).join('\n'))?.[1]);
  expect([isRunning(pid), await run.end('SIGINT'), isRunning(pid), temporary.left()]).toEqual([true, 0, false, []]);
});

test('[IP39] a signal at any time after the address was printed leaves nothing', async () => {
  const agent = ['--', process.execPath, '-e', echo];
  const ended = [['-'], agent, ['--proxy', ...agent]].map(async (args, index) => {
    const temporary = ownTemporaryFolder(`early${index}`);
    const run = inspecting(args, temporary.env);
    await run.address();
    return [await run.end('SIGTERM'), temporary.left()];
  });
  expect(await Promise.all(ended)).toEqual([
    [0, []],
    [0, []],
    [0, []],
  ]);
});

test('[IP38] a remote agent is talked to as well', async () => {
  const server = spawn(process.execPath, [commandFile, 'serve', '--no-token']);
  onTestFinished(() => void server.kill('SIGKILL'));
  const [text] = await once(server.stdout.setEncoding('utf8'), 'data');
  const url = String(text).trim();
  const run = inspecting(['--url', url]);
  const page = await openPage(await run.address());
  await expect.poll(async () => (await page.ask('talkState')).sessions.length).toBe(1);
  expect((await page.ask('overview')).source).toEqual({ kind: 'remote', name: url });
  expect(await run.end('SIGTERM')).toBe(0);
});

test('[IP41, IP42] a warning says that other computers can reach the page', async () => {
  const browser = browserPrograms();
  writeFileSync(file('open.ndjson'), '');
  const run = inspecting(['--host', '0.0.0.0', '--no-open', file('open.ndjson')], browser.env);
  const address = await run.address();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=/);
  await openPage(address);
  await run.end('SIGTERM');
  const [warning = ''] = run.output.stderr.split('\n');
  expect(warning === '' || /^emend inspect: Warning: other computers can reach this page at http:/.test(warning)).toBe(
    true,
  );
  expect(browser.opened()).toBe('');
});
