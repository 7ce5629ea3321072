import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, memoryPair, serve } from '@emend/acp';
import { afterAll, expect, test } from 'vitest';
import { Problem } from '../output/problem.ts';
import { openStored } from './stored-agent.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-silent-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An agent that answers `initialize` as long as there is no file; it then writes its process id to that file. */
const script = `
const { existsSync, writeFileSync } = require('node:fs');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const file = process.argv[1];
  if (existsSync(file)) return writeFileSync(file, String(process.pid));
  const result = { protocolVersion: 1, agentCapabilities: {} };
  if (method === 'initialize') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

function silentAfter(file: string): readonly string[] {
  return [process.execPath, '-e', script, file];
}

const words = `The command '${process.execPath}' does not answer the request initialize, and was ended. It may not speak the Agent Client Protocol, or need an option for that.`;
const settings = { node: undefined, idle: undefined, permissions: undefined };

/** Resolves with the process id of an agent that has got the request and does not answer. */
async function silentOne(file: string): Promise<number> {
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/);
  return Number(readFileSync(file, 'utf8'));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('[SV34] an agent that does not answer when the server starts is a problem, and is ended', async () => {
  const file = join(folder, 'first');
  writeFileSync(file, '');
  const opening = openStored(
    silentAfter(file),
    { ...settings, store: join(folder, 'one'), per: 'session', patience: () => silentOne(file) },
    () => {},
  );
  await expect(opening).rejects.toEqual(new Problem(`The agent could not be started: ${words}`));
  const pid = await silentOne(file);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test.each(['session', 'server'] as const)(
  '[SV34] an agent that does not answer later, one for each %s, is an error for the client, and is ended',
  async (per) => {
    const file = join(folder, `later-${per}`);
    let isLater = false;
    const patience = (): Promise<unknown> => (isLater ? silentOne(file) : new Promise(() => {}));
    const stored = await openStored(
      silentAfter(file),
      { ...settings, store: join(folder, per), per, patience },
      () => {},
    );
    try {
      isLater = true;
      writeFileSync(file, '');
      const [near, far] = memoryPair();
      serve(stored.agent, far);
      const client = await connect(near);
      await expect(client.newSession({ cwd: folder })).rejects.toMatchObject({
        code: -32603,
        message: `The agent failed: ${words}`,
      });
      const pid = await silentOne(file);
      await expect.poll(() => isRunning(pid)).toBe(false);
      await client.close();
    } finally {
      await stored.close();
    }
  },
);
