import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../test/support/build.ts';
import { commandFile } from './test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-killed-'));
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// It tells its id once it has been spoken to, and so has been taken over by whoever started it.
const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
  process.stdin.once('data', () => require('node:fs').writeFileSync(process.argv[1], String(process.pid)));`;
const greeting = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"capabilities":{}}}\n';
const isRunning = (pid: number) => {
  try {
    // A process that has ended and that nobody has asked about has no command line any more.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

test.skipIf(process.platform !== 'linux').each([
  ['bridge', ['bridge', '--']],
  ['record', ['record', join(folder, 'recording.ndjson'), '--']],
  ['chat', ['chat', '-p', 'hello', '--']],
])('an agent that ignores the end of its input does not outlive emend %s that is killed', async (name, args) => {
  const file = join(folder, name);
  const emend = spawn(process.execPath, [commandFile, ...args, process.execPath, '-e', stubborn, file]);
  if (name !== 'chat') emend.stdin.write(greeting);
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/);
  const pid = Number(readFileSync(file, 'utf8'));
  emend.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
