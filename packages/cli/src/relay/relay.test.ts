import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-relay-'));
const file = (name: string) => join(folder, name);
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function entries(name: string): { from: string; text?: string }[] {
  const lines = readFileSync(file(name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Starts a process that holds the pipes of the agent in a group of its own, tells its id and lets the agent end. */
const forgetful = `
  const { spawn } = require('node:child_process');
  const held = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', held], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  child.unref();
  process.stdout.write(child.pid + '\\n', () => process.exit(Number(process.argv[1])));
`;

test.each([0, 3])(
  '[RC12] a process that the agent left behind with its pipes delays nothing: status %i',
  async (code) => {
    const child = spawn(process.execPath, [
      ...[commandFile, 'record', file(`held-${code}`), '--'],
      ...[process.execPath, '-e', forgetful, String(code)],
    ]);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    // It is the recorder that ends by itself: the client stays, and so does the process that was left behind.
    const [status] = await once(child, 'close');
    process.kill(Number(stdout), 'SIGKILL');
    expect([status, stderr]).toEqual(code === 0 ? [0, ''] : [1, 'emend: The agent ended with status 3.\n']);
    expect(entries(`held-${code}`).map(({ from, text }) => [from, text])).toEqual([['agent', stdout.trim()]]);
  },
);

test.each(['closed', 'unread'])('[RC13] standard error that is %s ends nothing and holds nothing up', async (how) => {
  const loud = `
    process.stdin.once('data', (bytes) => {
      for (let count = 0; count < 64; count++) process.stderr.write('e'.repeat(65_535) + '\\n');
      process.stderr.write('', () => process.stdout.write(bytes));
    });`;
  const child = spawn(process.execPath, [commandFile, 'record', file(how), '--', process.execPath, '-e', loud]);
  if (how === 'closed') child.stderr.destroy();
  const line = '{"jsonrpc":"2.0","method":"x"}\n';
  child.stdin.write(line);
  const [answer] = await once(child.stdout, 'data');
  expect(String(answer)).toBe(line);
  child.stdin.end();
  const [status] = await once(child, 'exit');
  child.stderr.destroy();
  expect(status).toBe(0);
  expect(entries(how).filter(({ from }) => from === 'stderr')).toHaveLength(64);
});
