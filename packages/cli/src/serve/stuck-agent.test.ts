import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { PlainClient, startServer, testAgent } from '../test-support/running-server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-stuck-')));
const stuck = join(folder, 'stuck');

beforeAll(() => {
  buildPackages();
  mkdirSync(stuck);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[SV33] an agent that does not load its session keeps the server from ending no longer than the grace time', async () => {
  const args = ['--no-token', '--store', join(folder, 'store'), '--grace', '0', ...testAgent];
  const server = await startServer(args);
  const client = new PlainClient(server);
  const sessionId = await client.open(stuck);
  await expect(client.prompt(sessionId, 'die')).rejects.toThrow("The agent's process ended with code 7.");
  void client.prompt(sessionId, 'pid').catch(() => {});
  await expect.poll(server.stderr).toMatch(/agent \d+: I do not load\.\n/);
  expect(await server.end()).toBe(0);
  // The store is free for the next one.
  const next = await startServer(args);
  const other = new PlainClient(next);
  await other.initialize();
  expect((await other.ask('session/load', { sessionId, cwd: stuck, mcpServers: [] })).error).toBeUndefined();
  expect(await next.end()).toBe(0);
});
