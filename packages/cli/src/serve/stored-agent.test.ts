import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, memoryPair, serve } from '@emend/acp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
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

/** An agent whose process ends when it is asked for a session in the directory `code` or `signal`. */
const mortal = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = method === 'initialize' ? { protocolVersion: 1, agentCapabilities: {} } : { sessionId: 's' };
  if (params.cwd === '/code') process.exit(3);
  if (params.cwd === '/signal') process.kill(process.pid, 'SIGKILL');
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

test('[SV34] how the process of an agent ended is logged, unless the server ended it', async () => {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line.replace(/\d+/, 'PID'));
  const command = [process.execPath, '-e', mortal];
  const stored = await openStored(command, { ...settings, store: join(folder, 'mortal'), per: 'session' }, log);
  onTestFinished(() => stored.close());
  const [near, far] = memoryPair();
  serve(stored.agent, far);
  const client = await connect(near);
  onTestFinished(() => client.close());
  await client.newSession({ cwd: '/' });
  for (const cwd of ['/code', '/signal']) {
    await expect(client.newSession({ cwd })).rejects.toThrow();
    await expect.poll(() => lines.length).toBe(cwd === '/code' ? 1 : 2);
  }
  await client.close();
  await stored.close();
  expect(lines).toEqual(['agent PID: the process ended with code 3.', 'agent PID: the process ended by SIGKILL.']);
});

test('[SV34] the last words of an agent that ends when the server starts are in the problem', async () => {
  const command = [process.execPath, '-e', 'process.stderr.write("No key.\\nGet one.\\n", () => process.exit(3))'];
  const options = { ...settings, store: join(folder, 'keyless'), per: 'session' } as const;
  await expect(openStored(command, options, () => {})).rejects.toEqual(
    new Problem(
      "The agent could not be started: The agent's process ended with code 3.\nIts standard error ended with:\n  | No key.\n  | Get one.",
    ),
  );
});
