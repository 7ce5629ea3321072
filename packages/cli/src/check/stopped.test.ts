import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';
import { peer, stillRunning } from './test-support/checked-peer.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-stopped-'));
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true }));

// The peer answers handshakes and never makes a session, so that the second check waits for as long as it is let.
test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  '[CK6] [CK7] %s stops a run, which tells what it has found and leaves nothing',
  async (signal) => {
    const [notes, temporary] = [join(folder, `${signal}.ids`), join(folder, signal)];
    mkdirSync(temporary);
    const only = ['--only', 'handshake.answers', '--only', 'session.new', '--jobs', '1', '--timeout', '3600'];
    const args = ['check', 'agent', ...only, '--', ...peer('stuck', notes)];
    const child = spawn(process.execPath, [commandFile, ...args], { env: { ...process.env, TMPDIR: temporary } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    await expect.poll(() => stdout, { timeout: 60_000 }).toMatch(/^pass\t1\thandshake\.answers\t.*\n$/);
    child.kill(signal);
    const [status] = await once(child, 'close');
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^pass\t1\thandshake\.answers\t.*\n$/),
      stderr: 'emend check: Stopped. This is what was found so far.\n\nemend check agent: 1 passed\n',
    });
    await expect.poll(() => stillRunning(notes)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  },
);
