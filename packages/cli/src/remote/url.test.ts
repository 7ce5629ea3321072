import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnAgent } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';
import { type RunningServer, startServer, testAgent } from '../test-support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-url-'));
const tokenFile = join(folder, 'token');
let demo: RunningServer;
let other: RunningServer;
let proxy: CuttingProxy;

/** Stands between a client and a server and cuts what passes through it. */
class CuttingProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  port = 0;

  constructor(target: number) {
    this.#server = createServer((socket) => {
      const server = connect(target, '127.0.0.1');
      for (const each of [socket, server]) {
        this.#sockets.add(each);
        each.on('error', () => {}).on('close', () => this.#sockets.delete(each));
      }
      socket.pipe(server).pipe(socket);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    ({ port: this.port } = this.#server.address() as { port: number });
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

beforeAll(async () => {
  buildPackages();
  [demo, other] = await Promise.all([
    startServer(['--token-file', tokenFile, '--pace', '0', '--store', join(folder, 'sessions')]),
    startServer(['--no-token', ...testAgent]),
  ]);
  proxy = new CuttingProxy(Number(new URL(other.url).port));
  await proxy.listen();
});
afterAll(async () => {
  proxy?.close();
  await Promise.all([demo?.end('SIGKILL'), other?.end('SIGKILL')]);
  rmSync(folder, { recursive: true, force: true });
});

const socketUrl = (url: string) => url.replace(/^http/, 'ws');
const addresses = () => [demo.url, socketUrl(demo.url)];

test('emend chat --url shows what it shows of the same agent on this machine', async () => {
  const local = await runEmend(['chat', '-p', '/rewrite']);
  for (const url of addresses())
    expect(await runEmend(['chat', '--url', url, '--token-file', tokenFile, '-p', '/rewrite'])).toEqual(local);
});

test('[W55] a remote agent that dies at once is told with its last words, and started once for each of its two forms of the handshake', async () => {
  const starts = join(folder, 'starts');
  const dying = await startServer([
    '--no-token',
    '--',
    'sh',
    '-c',
    `echo x >> ${starts}; echo 'no key: set AGENT_KEY' >&2; exit 3`,
  ]);
  for (const url of [dying.url, socketUrl(dying.url)]) {
    writeFileSync(starts, '');
    expect(await runEmend(['chat', '--url', url, '-p', 'hi'])).toEqual({
      status: 1,
      stdout: '',
      stderr: [
        `emend: The agent at ${url} has ended: The agent's process ended with code 3.`,
        'Its standard error ended with:',
        '  | no key: set AGENT_KEY',
        '',
      ].join('\n'),
    });
    expect(readFileSync(starts, 'utf8')).toBe('x\nx\n');
  }
  await dying.end('SIGKILL');
});

test('a session of a server is continued from another connection', async () => {
  const at = ['--url', demo.url, '--token-file', tokenFile];
  const first = await runEmend(['chat', ...at, '-p', '/think']);
  expect(first.status).toBe(0);
  const again = await runEmend(['chat', ...at, '--resume', '-p', '/usage']);
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toContain(first.stdout);
});

test('[W44] a wrong token, a missing one and an address with one are said in a sentence', async () => {
  writeFileSync(join(folder, 'wrong'), 'wrong\n', { mode: 0o600 });
  const [url] = addresses();
  const wrong = await runEmend(['chat', '--url', url ?? '', '--token-file', join(folder, 'wrong'), '-p', 'x']);
  expect([wrong.status, wrong.stderr]).toEqual([
    1,
    `emend: The server at ${url} does not accept the token. Give another one with --token-file FILE or the environment variable EMEND_TOKEN.\n`,
  ]);
  const asked = await runEmend(
    ['bridge', '--url', socketUrl(url ?? '')],
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n',
  );
  expect([asked.status, asked.stderr]).toEqual([
    1,
    `emend bridge: The server at ${socketUrl(url ?? '')} wants a token. Give it with --token-file FILE or the environment variable EMEND_TOKEN.\n`,
  ]);
  const inAddress = await runEmend(['record', '--url', 'ws://localhost/acp?token=hidden', join(folder, 'r')]);
  expect([inAddress.status, inAddress.stderr.includes('hidden')]).toEqual([2, false]);
});

test('emend bridge --url lets an editor of any version use a remote agent, and keeps its requests open while the network fails', async () => {
  const stderr: string[] = [];
  const url = `ws://127.0.0.1:${proxy.port}/acp`;
  const client = await spawnAgent(process.execPath, [commandFile, 'bridge', '--url', url]);
  client.process.stderr.on('data', (bytes) => stderr.push(String(bytes)));
  const session = await client.newSession({ cwd: '/' });
  const finish = join(folder, 'finish');
  const turn = session.prompt(`slow ${finish}`);
  await expect.poll(() => JSON.stringify(foldedSession(session.state).messages)).toContain('slow');
  proxy.cut();
  await expect.poll(() => stderr.join('')).toContain('The connection is back');
  writeFileSync(finish, '');
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  const { messages } = foldedSession(session.state);
  expect(messages.filter(({ kind }) => kind === 'agent').flatMap(({ content }) => content)).toEqual([
    { type: 'text', text: 'slow' },
    { type: 'text', text: 'done' },
  ]);
  await client.close();
  expect(stderr.join('')).toMatch(
    /^emend bridge: The connection is interrupted; attempt 1 .*\n(?:emend bridge: The connection is interrupted.*\n)*emend bridge: The connection is back\.\n$/,
  );
});

test('a bridge that is ended by a signal leaves the server, which does not wait for it to come back', async () => {
  const before = other.stderr().length;
  const child = spawn(process.execPath, [commandFile, 'bridge', '--url', socketUrl(other.url)]);
  child.stdin.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([null, 'SIGTERM']);
  await expect.poll(() => other.stderr().slice(before)).toMatch(/Connection \d+ has ended: the client has left; /);
});

test('equal versions pass byte for byte, and what is recorded is what passed', async () => {
  const file = join(folder, 'recording.ndjson');
  const lines = [
    '{"id":0, "jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":1,"_x":1.0}}',
    '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}',
    '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}',
  ];
  for (const url of [other.url, socketUrl(other.url)]) {
    rmSync(file, { force: true });
    const { status, stdout, stderr } = await runEmend(['record', '--url', url, file], `${lines.join('\n')}\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const recorded = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => /^\{"at":[\d.]+,"from":"(\w+)","message":(.*)\}$/.exec(line) ?? []);
    const of = (sender: string) => recorded.filter(([, from]) => from === sender).map(([, , message]) => message);
    expect(of('client')).toEqual(lines);
    expect(`${of('agent').join('\n')}\n`).toBe(stdout);
    expect(stdout.split('\n').length).toBe(5);
  }
});

test('what a chat sees of a server that ends', async () => {
  const short = await startServer(['--no-token', '--grace', '0', ...testAgent]);
  const child = spawn(process.execPath, [commandFile, 'chat', '--url', short.url]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.write('pid\n');
  await expect.poll(() => stdout).toMatch(/\d+/);
  expect(await short.end()).toBe(0);
  await expect.poll(() => stderr).toMatch(/The connection is interrupted; attempt 1/);
  child.kill();
});

test('a chat in a pipe says that the server no longer has its conversation', async () => {
  const options = ['--listen', `127.0.0.1:${await freePort()}`, '--no-token', '--grace', '0', '--pace', '0'];
  const first = await startServer(options);
  const child = spawn(process.execPath, [commandFile, 'chat', '--url', socketUrl(first.url)]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const closed = once(child, 'close');
  child.stdin.write('/usage\n');
  await expect.poll(() => stdout).toContain('Nothing was charged');
  expect(await first.end()).toBe(0);
  const second = await startServer(options);
  child.stdin.write('/usage\n');
  expect(await closed).toEqual([1, null]);
  expect(stderr).toMatch(/\nemend: The server no longer has this conversation, and it was not stored\.\n$/);
  await second.end('SIGKILL');
});
