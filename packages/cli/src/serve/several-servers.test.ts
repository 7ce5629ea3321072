import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { counts } from '../../../../test/support/counts.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { startServer as startPostgres } from '../../../postgres/src/test-support/server.ts';
import { PlainClient, type RunningServer, startServer, testAgent } from '../test-support/running-server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-servers-')));
const database = await startPostgres({ mayInstall: true });
if (typeof database === 'string') process.stderr.write(`Tests of several servers are skipped: ${database}\n`);
const servers: RunningServer[] = [];

beforeAll(() => buildPackages());
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  if (typeof database !== 'string') await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server that shares its sessions with the others. */
async function startNode(given?: string): Promise<RunningServer> {
  const address = given ?? `127.0.0.1:${await freePort()}`;
  const url = typeof database === 'string' ? '' : database.url;
  const args = ['--listen', address, '--node-url', `http://${address}/acp`, '--store', url];
  const server = await startServer(['--no-token', ...args, ...testAgent]);
  servers.push(server);
  return server;
}

async function joined(server: RunningServer, sessionId: string): Promise<PlainClient> {
  const client = new PlainClient(server);
  await client.initialize();
  const { error } = await client.ask('session/load', { sessionId, cwd: folder, mcpServers: [] });
  expect(error).toBeUndefined();
  return client;
}

/** What a client is told that can go on later, and of a prompt that its server had when it was lost. */
const refused = {
  code: -32050,
  message: expect.stringMatching(/^[^0-9]+ (?:Try again in a moment|look at the session before you send it again)\.$/),
  data: expect.objectContaining({ reason: expect.stringMatching(/^(?:owner|turn)_lost$/) }),
};

/** Prompts until the session has an owner again; until then it is refused as such. */
async function prompted(client: PlainClient, sessionId: string, text: string): Promise<string> {
  const errors: unknown[] = [];
  let before = 0;
  const isTaken = async (): Promise<boolean> => {
    before = client.texts(sessionId).length;
    const { error } = await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    if (error !== undefined) errors.push(error);
    return error === undefined;
  };
  await expect.poll(isTaken).toBe(true);
  expect(errors).toEqual(errors.map(() => refused));
  return client.texts(sessionId).slice(before).join('');
}

test.skipIf(typeof database === 'string')(
  '[SV18] [X36] clients of all servers use one agent; when its server ends or is killed, another one goes on with the session',
  async () => {
    const [a, b] = [await startNode(), await startNode()];
    const one = new PlainClient(a);
    const sessionId = await one.open(folder);
    const pid = await one.prompt(sessionId, 'pid');
    const two = await joined(b, sessionId);
    expect(two.texts(sessionId)).toEqual(['pid', pid]);
    expect(await two.prompt(sessionId, 'pid')).toBe(pid);
    await expect.poll(() => one.texts(sessionId)).toEqual([pid, 'pid', pid]);
    expect(await a.end('SIGTERM')).toBe(0);
    const next = await prompted(two, sessionId, 'pid');
    expect(next).not.toBe(pid);
    // A server that is killed gives nothing back: its lease has to run out, which is waited for in the long run.
    if (counts({ short: 0, long: 1 }) === 0) return;
    const c = await startNode();
    const three = await joined(c, sessionId);
    expect(await three.prompt(sessionId, 'pid')).toBe(next);
    await b.end('SIGKILL');
    expect(await prompted(three, sessionId, 'pid')).not.toBe(next);
  },
);

test.skipIf(typeof database === 'string')(
  '[SV18] [X35] a session that there is not, and one whose server cannot be reached, are told apart, and neither is an internal error',
  async () => {
    const [a, b] = [await startNode(), await startNode()];
    const sessionId = await new PlainClient(a).open(folder);
    const client = new PlainClient(b);
    await client.initialize();
    const load = async (id: string) =>
      (await client.ask('session/load', { sessionId: id, cwd: folder, mcpServers: [] })).error;
    const prompt = async (id: string) =>
      (await client.ask('session/prompt', { sessionId: id, prompt: [{ type: 'text', text: 'pid' }] })).error;
    const none = { code: -32002, message: expect.stringContaining('There is no session "none"') };
    expect([await load('none'), await prompt('none')]).toMatchObject([none, none]);
    await a.end('SIGKILL');
    expect([await load(sessionId), await prompt(sessionId)]).toEqual([refused, refused]);
    await expect.poll(() => b.stderr()).toMatch(/The server .+ cannot be reached: .*ECONNREFUSED/);
  },
);

test.skipIf(typeof database === 'string')(
  '[SV12] [SV18] a server that is started twice leaves the sessions of the first one alone, and ends',
  async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const one = await startNode(address);
    const client = new PlainClient(one);
    const sessionId = await client.open(folder);
    const pid = await client.prompt(sessionId, 'pid');
    await expect(startNode(address)).rejects.toThrow(
      /^it ended with 1: emend: The server could not be started: Port \d+ of 127\.0\.0\.1 is in use by another program\.\n$/,
    );
    // To the others, the first one still has its session.
    const other = await joined(await startNode(), sessionId);
    expect(await other.prompt(sessionId, 'pid')).toBe(pid);
  },
);
