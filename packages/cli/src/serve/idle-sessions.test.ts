import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { startServer as startPostgres } from '../../../postgres/src/test-support/server.ts';
import { PlainClient, type RunningServer, startServer, testAgent } from '../test-support/running-server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-idle-')));
const database = await startPostgres({ mayInstall: true });
if (typeof database === 'string')
  process.stderr.write(`Tests of idle sessions in PostgreSQL are skipped: ${database}\n`);
const counter = fileURLToPath(new URL('../test-support/resource-count.mjs', import.meta.url));

beforeAll(() => buildPackages());
afterAll(async () => {
  if (typeof database !== 'string') await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server whose sessions are idle as soon as nobody has them open. */
async function start(args: readonly string[]): Promise<RunningServer> {
  const server = await startServer(['--no-token', '--agent-idle', '0.1', ...args, ...testAgent], ['--import', counter]);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
}

/** What a server holds now. */
async function resourcesOf(server: RunningServer): Promise<unknown> {
  const lines = () => server.stderr().match(/^resources .*$/gm) ?? [];
  const before = lines().length;
  server.process.kill('SIGUSR2');
  await expect.poll(() => lines().length).toBeGreaterThan(before);
  return JSON.parse(lines().at(-1)?.slice('resources '.length) ?? '');
}

/** Opens and uses sessions with two clients each, which leave then. */
async function use(server: RunningServer, sessions: number): Promise<void> {
  const [one, two] = [new PlainClient(server), new PlainClient(server)];
  await two.initialize();
  for (let count = 0; count < sessions; count += 1) {
    const sessionId = await one.open(folder);
    await one.prompt(sessionId, 'pid');
    await two.ask('session/load', { sessionId, cwd: folder, mcpServers: [] });
    // One that nobody ever prompts.
    await one.open(folder);
  }
  await Promise.all([one.close(), two.close()]);
}

/** What a server holds that has no client: its port, its own input and output, and the timer by which it looks after slow requests. */
const bare = { timers: 1, handles: { PipeWrap: 2, TCPServerWrap: 1 }, children: 0 };

test.runIf(process.platform === 'linux')(
  '[SV17] [X45] sessions in a directory that nobody watches cost the server no timer, no handle and no process',
  async () => {
    const server = await start(['--store', join(folder, 'store')]);
    await use(server, 5);
    await expect.poll(() => resourcesOf(server)).toEqual(bare);
  },
);

test.runIf(process.platform === 'linux' && typeof database !== 'string')(
  '[SV17] [X45] sessions in a shared database that nobody watches cost no timer, no connection and no process either',
  async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const url = typeof database === 'string' ? '' : database.url;
    const server = await start(['--listen', address, '--node-url', `http://${address}/acp`, '--store', url]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const sql = `SELECT count(*)::int - 1 AS others FROM pg_stat_activity WHERE backend_type = 'client backend'`;
    await use(server, 5);
    // The server keeps its lease, by one connection, and listens by none while nobody watches.
    const held = async () => ({ ...(await client.query(sql)).rows[0], ...((await resourcesOf(server)) as object) });
    const handles = { ...bare.handles, TCPSocketWrap: 1 };
    await expect.poll(held).toEqual({ others: 1, timers: 4, handles, children: 0 });
  },
);
