import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { HeldLock } from '../soak/held-lock.ts';
import { isRunning } from '../soak/process-mark.ts';
import { sqliteEngine } from '../soak/sqlite-engine.ts';
import { buildSoak } from './support/build.ts';
import { counts, someOf } from './support/counts.ts';
import { root } from './support/repository.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

beforeAll(() => buildSoak());

interface Soaked {
  readonly status: number | null;
  readonly stdout: string;
}

function soak(...args: string[]): Promise<Soaked> {
  const program = join(root, 'soak/dist/main.js');
  const child = spawn(process.execPath, ['--expose-gc', program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout }));
  });
}

test('a seed injects the same faults in the same order, and nothing wrong is found', async () => {
  const episodes = String(counts({ short: 2, long: 8 }));
  const run = () => soak('--minutes', '5', '--seed', '4026791324', '--workers', '1', '--episodes', episodes, '--list');
  const injected = ({ stdout }: Soaked) => stdout.slice(0, stdout.search(/^\d.* agent processes/m)).split('\n');
  const [first, second] = await Promise.all([run(), run()]);
  expect(injected(second)).toEqual(injected(first));
  expect(injected(first).length).toBeGreaterThan(counts({ short: 5, long: 10 }));
  for (const { status, stdout } of [first, second]) {
    expect(stdout).toMatch(/^0 violations$/m);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ +[1-9]\d* {2}order is kept$/m);
  }
});

const sabotages = [
  ['lose', 'what was said arrives whole'],
  ['leave-process', 'no process is left'],
  ['reorder', 'order is kept'],
  ['interject', 'order is kept'],
  ['retract', 'order is kept'],
  ['forget', 'nothing acknowledged is lost'],
  ['buffer', 'memory is bounded while nobody reads'],
] as const;

// At once, because most of the time they wait.
test.concurrent.each(someOf(sabotages, 1))('an agent that would %s is found out', async (sabotage, invariant) => {
  const args = ['--minutes', '9', '--seed', '7', '--workers', '1', '--sabotage', sabotage, '--until', invariant];
  const { status, stdout } = await soak(...args);
  expect(stdout).toContain(`\n  ${invariant}: `);
  expect(stdout).toMatch(/\nrepeat with npm run soak -- --minutes 9 --seed 7\n$/);
  expect(status).toBe(1);
});

// Where nobody collects orphans, as in many containers, a process that has ended stays in the table for ever.
test.runIf(process.platform === 'linux')('a process that has ended and was not collected does not run', async () => {
  // The shell becomes a program that collects no children; its child ends with its input.
  const parent = spawn('/bin/sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    expect(isRunning(pid)).toBe(true);
    parent.stdin.end();
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(isRunning(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill();
  }
});

test('a lock is waited for without holding up the run, and known to be held too long only when it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-lock-'));
  const other = new (sqliteEngine())(join(folder, 'sessions.db'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const lock = new HeldLock();
    other.exec('BEGIN IMMEDIATE');
    const held = lock.hold(folder, 6_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lock.isLongerThanStoresWait).toBe(false);
    other.exec('ROLLBACK');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('is locked');
    expect(lock.isLongerThanStoresWait).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lock.isLongerThanStoresWait).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    await held;
    other.exec('BEGIN IMMEDIATE; ROLLBACK');
    const short = new HeldLock();
    const done = short.hold(folder, 2_500);
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect([lock.isLongerThanStoresWait, short.isLongerThanStoresWait]).toEqual([true, false]);
  } finally {
    vi.useRealTimers();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('wrong usage is told', async () => {
  expect(await soak('--minutes', 'long')).toEqual({ status: 2, stdout: '' });
});
