import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';
import { PlainClient, type RunningServer, startServer, testAgent } from '../test-support/running-server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-serve-')));
const root = join(folder, 'root');
let server: RunningServer;

beforeAll(async () => {
  buildPackages();
  mkdirSync(root);
  symlinkSync(folder, join(root, 'out'));
  server = await startServer(['--root', root, '--max-sessions', '3', ...testAgent]);
});
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const isRunning = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

test('[W53] [W54] an agent of standard input and output is behind a URL; the address is alone in its line, and the token in the next', async () => {
  expect(server.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp\ntoken: [\w-]{43}\n$/);
  const client = new PlainClient(server);
  const session = await client.open(root);
  expect(await client.prompt(session, 'cwd')).toBe(root);
  await client.close();
});

test('[SV1] [W53] each connection has an agent of its own, which ends with it', async () => {
  const clients = [new PlainClient(server), new PlainClient(server)];
  const pids = await Promise.all(
    clients.map(async (client) => Number(await client.prompt(await client.open(root), 'pid'))),
  );
  expect(new Set(pids).size).toBe(2);
  await clients[0]?.close();
  await expect.poll(() => isRunning(pids[0] ?? 0)).toBe(false);
  expect(isRunning(pids[1] ?? 0)).toBe(process.platform === 'linux');
  await clients[1]?.close();
});

test('[SV2] [W55] an agent that dies is told to its client, and the server stays', async () => {
  const client = new PlainClient(server);
  const session = await client.open(root);
  await expect(client.prompt(session, 'die')).rejects.toThrow("The agent's process ended with code 7.");
  await client.closed;
  await expect.poll(server.stderr).toMatch(/Connection \d+, agent: I cannot go on\.\n/);
  const next = new PlainClient(server);
  await next.open(root);
  await next.close();
});

test('[W61] sessions stay inside the root', async () => {
  const client = new PlainClient(server);
  await client.open(root);
  for (const cwd of ['/', join(root, '..'), join(root, 'out')])
    expect((await client.ask('session/new', { cwd, mcpServers: [] })).error).toEqual({
      code: -32602,
      message: `The sessions of this server must be in '${root}', and '${cwd}' is not.`,
    });
  await client.close();
});

test('[SV10] a connection has no more sessions than it may have', async () => {
  const client = new PlainClient(server);
  for (let count = 0; count < 3; count += 1) await client.open(root);
  expect((await client.ask('session/new', { cwd: root, mcpServers: [] })).error?.message).toBe(
    'This server allows 3 sessions per connection. Close one first.',
  );
  await client.close();
});

test('[W37] [W38] [W51] what a server answers without asking the agent', async () => {
  const { port } = new URL(server.url);
  const post = (headers: Record<string, string>, method = 'POST') =>
    fetch(server.url, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
  const bearer = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const statuses = async (...asked: Promise<Response>[]) => (await Promise.all(asked)).map(({ status }) => status);
  expect(
    await statuses(
      post({ 'content-type': 'application/json' }),
      post({ ...bearer, authorization: 'Bearer wrong' }),
      post({ ...bearer, origin: 'https://evil.example' }),
      post({ ...bearer, 'content-type': 'text/plain' }),
      fetch(`http://127.0.0.1:${port}/health`),
      fetch(`http://127.0.0.1:${port}/ready`),
      fetch(`http://127.0.0.1:${port}/other`),
    ),
  ).toEqual([401, 401, 403, 415, 200, 200, 404]);
});

test('[W44] [W56] the log has a line for each connection, with its end and its counts, and no secrets', async () => {
  const before = server.stderr().length;
  const client = new PlainClient(server);
  await client.prompt(await client.open(root), 'a-secret-word');
  await client.close();
  const wrong = new PlainClient({ url: server.url, token: 'a-wrong-token' });
  await wrong.closed;
  await expect.poll(() => server.stderr().slice(before)).toContain('has ended: ');
  await expect.poll(() => server.stderr().slice(before)).toContain('refused with 401');
  const lines = server.stderr().slice(before);
  expect(lines).toMatch(
    /^\S+Z Connection \d+ of owner was made over websocket from 127\.0\.0\.1; \d+ connections? in all\.$/m,
  );
  expect(lines).toMatch(
    /^\S+Z Connection \d+ has ended: the client has left; 3 messages received, 4 sent; \d+ connections? left\.$/m,
  );
  expect(lines).toMatch(/^\S+Z A request from 127\.0\.0\.1 was refused with 401: .*\.$/m);
  for (const secret of [server.token, 'a-wrong-token', 'a-secret-word']) expect(server.stderr()).not.toContain(secret);
});

test('[SV3] an agent for each session, which ends with it', async () => {
  const other = await startServer([
    '--agent-per',
    'session',
    '--no-token',
    '--cwd',
    root,
    '--host-name',
    'agents.example',
    ...testAgent,
  ]);
  // The name is that of a proxy; the server itself is where it listens.
  expect(other.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acp\n$/);
  const client = new PlainClient(other);
  const sessions = [await client.open('C:\\x'), await client.open()];
  expect(new Set(sessions).size).toBe(2);
  const pids = await Promise.all(sessions.map((session) => client.prompt(session, 'pid')));
  expect(new Set(pids).size).toBe(2);
  expect(await client.prompt(sessions[1] ?? '', 'cwd')).toBe(root);
  await expect(client.prompt(sessions[1] ?? '', 'die')).rejects.toThrow("The agent's process ended with code 7.");
  expect(await client.prompt(sessions[0] ?? '', 'pid')).toBe(pids[0]);
  await client.close();
  await expect.poll(() => isRunning(Number(pids[0]))).toBe(false);
  expect(await other.end()).toBe(0);
});

test('[W52] a signal ends the server after running turns, and the second one at once', async () => {
  const draining = await startServer(['--token-file', join(folder, 'token'), ...testAgent]);
  const token = readFileSync(join(folder, 'token'), 'utf8').trim();
  expect([draining.token, statSync(join(folder, 'token')).mode & 0o777]).toEqual([token, 0o600]);
  const client = new PlainClient(draining);
  const session = await client.open();
  const turn = client.prompt(session, `slow ${join(folder, 'finish')}`);
  await client.until(({ params }) => params?.update?.content?.text === 'slow');
  const ended = draining.end();
  await expect.poll(() => draining.stderr()).toContain('Ending after running turns');
  expect((await client.ask('session/prompt', { sessionId: session, prompt: [] })).error?.data).toEqual({
    reason: 'draining',
  });
  writeFileSync(join(folder, 'finish'), '');
  expect(await turn).toBe('slowdone');
  expect([await client.closed, await ended]).toEqual([1001, 0]);

  const hurried = await startServer(['--token-file', join(folder, 'token'), ...testAgent]);
  expect(hurried.stdout()).toBe(`${hurried.url}\n`);
  const other = new PlainClient({ url: hurried.url, token });
  const pid = Number(await other.prompt(await other.open(), 'pid'));
  void other.prompt('s1', `slow ${join(folder, 'never')}`).catch(() => {});
  await other.until(({ params }) => params?.update?.content?.text === 'slow');
  hurried.process.kill('SIGTERM');
  await expect.poll(() => hurried.stderr()).toContain('Ending after running turns');
  expect(await hurried.end('SIGINT')).toBe(0);
  expect(isRunning(pid)).toBe(false);
});

test('[W52] turns of the demo agent are cancelled when the grace time is over', async () => {
  const short = await startServer(['--no-token', '--pace', '100000', '--grace', '0', '--store', join(folder, 'kept')]);
  const client = new PlainClient(short);
  const session = await client.open();
  void client.prompt(session, '/tour').catch(() => {});
  await client.until(({ params }) => params?.update?.content?.text !== undefined);
  // The tour itself would take a day.
  expect(await short.end()).toBe(0);
});

test('[SV17] with --store any agent has stored sessions: another client goes on with them, and a restart keeps them', async () => {
  const args = ['--no-token', '--store', join(folder, 'stored'), ...testAgent];
  const first = await startServer(args);
  const one = new PlainClient(first);
  const sessionId = await one.open(root);
  const pid = await one.prompt(sessionId, 'pid');
  await one.close();
  const two = new PlainClient(first);
  await two.initialize();
  const load = { sessionId, cwd: root, mcpServers: [] };
  expect((await two.ask('session/load', load)).error).toBeUndefined();
  expect(two.texts(sessionId)).toEqual(['pid', pid]);
  expect(await two.prompt(sessionId, 'pid')).toBe(pid);
  expect(await first.end()).toBe(0);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
  const second = await startServer(args);
  const three = new PlainClient(second);
  await three.initialize();
  await three.ask('session/load', load);
  expect(three.texts(sessionId)).toEqual(['pid', pid, 'pid', pid]);
  expect(await second.end()).toBe(0);
});

test('[SV17] [X45] with --agent-idle the agent of a stored session ends when nobody has used it for so long, and the next prompt starts another', async () => {
  const stored = await startServer(['--store', join(folder, 'idle'), '--agent-idle', '1', ...testAgent]);
  try {
    const first = new PlainClient(stored);
    const session = await first.open(root);
    const pid = await first.prompt(session, 'pid');
    // Whoever has it open uses it, also without a word.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await first.prompt(session, 'pid')).toBe(pid);
    await first.close();
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
    const second = new PlainClient(stored);
    await second.initialize();
    expect((await second.ask('session/load', { sessionId: session, cwd: root, mcpServers: [] })).error).toBeUndefined();
    expect(second.texts(session)).toEqual(['pid', pid, 'pid', pid]);
    const next = await second.prompt(session, 'pid');
    expect([next === pid, isRunning(Number(next))]).toEqual([false, process.platform === 'linux']);
    await second.close();
  } finally {
    expect(await stored.end()).toBe(0);
  }
});

test('[SV17] with --agent-per server all stored sessions have one agent', async () => {
  const stored = await startServer(['--store', join(folder, 'one-agent'), '--agent-per', 'server', ...testAgent]);
  try {
    const clients = [new PlainClient(stored), new PlainClient(stored)];
    const pids = await Promise.all(clients.map(async (client) => client.prompt(await client.open(root), 'pid')));
    expect(new Set(pids).size).toBe(1);
    await Promise.all(clients.map((client) => client.close()));
  } finally {
    expect(await stored.end()).toBe(0);
  }
});

test('[SV31] with --store, rules answer for the session, also while no client is there, and the log says by which rule', async () => {
  const [rules, gate] = [join(folder, 'rules.json'), join(folder, 'gate')];
  writeFileSync(rules, JSON.stringify({ rules: [{ decision: 'allow', kind: 'read', within: '.', name: 'reads' }] }));
  const stored = await startServer(['--store', join(folder, 'ruled'), '--permissions', rules, ...testAgent]);
  try {
    const first = new PlainClient(stored);
    const sessionId = await first.open(root);
    void first.prompt(sessionId, `read ${join(root, 'a')} ${gate}`).catch(() => {});
    await first.until(({ params }) => params?.update?.content?.text === 'read');
    await first.close();
    writeFileSync(gate, '');
    await expect
      .poll(() => stored.stderr())
      .toContain(
        `Permission for "read" of tool call "c" in session "${sessionId}" was given by rule 1 of ${rules} (reads) with option "yes".`,
      );
    const second = new PlainClient(stored);
    await second.initialize();
    await second.ask('session/load', { sessionId, cwd: root, mcpServers: [] });
    await second.until(({ params }) => params?.update?.content?.text?.endsWith('yes') === true);
    // What no rule decides is asked of whoever is there.
    const asking = second.prompt(sessionId, `read /etc/passwd ${gate}`);
    const question = await second.until(({ method }) => method === 'session/request_permission');
    second.send(JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { outcome: { outcome: 'cancelled' } } }));
    expect(await asking).toBe('readno answer');
    await second.close();
  } finally {
    expect(await stored.end()).toBe(0);
  }
});

test.each(['reject', '0.2'])(
  '[SV32] [SV36] with --unattended %s, a question that nobody is there for is answered as cancelled',
  async (unattended) => {
    const gate = join(folder, `gate-${unattended}`);
    const place = join(folder, `unattended-${unattended}`);
    const stored = await startServer(['--store', place, '--unattended', unattended, ...testAgent]);
    try {
      const first = new PlainClient(stored);
      const sessionId = await first.open(root);
      void first.prompt(sessionId, `read ${join(root, 'a')} ${gate}`).catch(() => {});
      await first.until(({ params }) => params?.update?.content?.text === 'read');
      await first.close();
      writeFileSync(gate, '');
      const shown = async (): Promise<string> => {
        // Who may be asked would stop the clock, so it looks on.
        const observer = new PlainClient(stored);
        await observer.initialize();
        const _meta = { 'emend/role': 'observe' };
        await observer.ask('session/load', { sessionId, cwd: root, mcpServers: [], _meta });
        await observer.close();
        return observer.texts(sessionId).join();
      };
      await expect.poll(shown, { timeout: 10_000 }).toMatch(/no answer$/);
      const rejected = `Permission for tool call "c" in session "${sessionId}" was rejected: nobody was there to answer.`;
      const told = stored.stderr().match(/Permission .*|permission-failed.*|^ +at .*/gm);
      expect(told).toEqual([rejected]);
    } finally {
      expect(await stored.end()).toBe(0);
    }
  },
);

test('[SV37] without a store, questions of the demo agent are rejected when their client has left', async () => {
  const demo = await startServer(['--no-token', '--pace', '0']);
  const client = new PlainClient(demo);
  const session = await client.open(root);
  void client.prompt(session, '/permission').catch(() => {});
  await client.until(({ method }) => method === 'session/request_permission');
  await client.close();
  const isRejected = `in session "${session}" was rejected: nobody was there to answer.`;
  await expect.poll(() => demo.stderr(), { timeout: 10_000 }).toContain(isRejected);
  expect(await demo.end()).toBe(0);
});

test('[W54] --json writes one object', async () => {
  const other = await startServer(['--json', '--listen', 'localhost:0']);
  const { url, token } = JSON.parse(other.stdout());
  const client = new PlainClient({ url, token });
  await client.prompt(await client.open(), '/usage');
  await client.close();
  expect(await other.end()).toBe(0);
});

test('[SV12] a port that is in use is said at once', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const inUse = await runEmend(['serve', '--listen', `127.0.0.1:${port}`]);
  taken.close();
  expect(inUse).toEqual({
    status: 1,
    stdout: '',
    stderr: `emend: The server could not be started: Port ${port} of 127.0.0.1 is in use by another program.\n`,
  });
});
