import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { PlainClient, startServer, testAgent } from '../test-support/running-server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-served-')));
beforeAll(() => buildPackages());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[SV38] a second server of a directory ends and says which one has it, until that has ended, however it did', async () => {
  const start = (agent: readonly string[]) =>
    startServer(['--no-token', '--listen', '127.0.0.1:0', '--store', join(folder, 'store'), ...agent]);
  const first = await start(testAgent);
  try {
    const client = new PlainClient(first);
    const sessionId = await client.open(folder);
    const pid = await client.prompt(sessionId, 'pid');
    const where = `process ${first.process.pid}, ${first.url}`;
    const words = `it ended with 1: emend: The sessions in ${join(folder, 'store')} are served by another emend serve (${where}). Connect to that one, or end it first.\n`;
    // The demo agent is no other store.
    for (const agent of [testAgent, []]) await expect(start(agent)).rejects.toThrow(new Error(words));
    expect(await client.prompt(sessionId, 'pid')).toBe(pid);
  } finally {
    await first.end('SIGKILL');
  }
  const next = await start(testAgent);
  expect(await next.end()).toBe(0);
});

test('[SV38] sessions that cannot be read are not said to be those of another server', async () => {
  const store = join(folder, 'damaged');
  mkdirSync(store);
  writeFileSync(join(store, 'sessions.sqlite'), 'This is no database. '.repeat(100));
  const words = `it ended with 1: emend: The sessions cannot be kept in ${store}: The session log ${store}/sessions.sqlite is not an SQLite database. Move it away, or name another place.\n`;
  await expect(startServer(['--no-token', '--listen', '127.0.0.1:0', '--store', store, ...testAgent])).rejects.toThrow(
    new Error(words),
  );
});
