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
async function startNode(): Promise<RunningServer> {
  const address = `127.0.0.1:${await freePort()}`;
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

/** Prompts until the session has an owner again. */
async function prompted(client: PlainClient, sessionId: string, text: string): Promise<string> {
  let said = '';
  await expect
    .poll(async () => {
      said = await client.prompt(sessionId, text).catch(() => '');
      return said;
    })
    .not.toBe('');
  return said;
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
