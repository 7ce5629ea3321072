import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { someOf } from '../../../../test/support/counts.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-replayed-'));
const file = (name: string) => join(folder, name);
beforeAll(buildPackages);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prompts = [
  '/tour',
  '/stream',
  '/think',
  '/rewrite',
  '/clear',
  '/redact a secret',
  '/tools',
  '/permission',
  '/plan',
  '/usage',
  '/flood 500',
  '/mcp',
  '/fail',
];

const emend = [process.execPath, commandFile];
const demo = [...emend, 'agent', '--pace', '0'];
const agents: readonly [string, readonly string[]][] = [
  ['v1 behind a bridge', [...emend, 'bridge', '--', ...demo, '--protocol', '1']],
  ['v2', [...demo, '--protocol', '2']],
  ['v1', [...demo, '--protocol', '1']],
];

// Each of them starts a dozen processes: in the short run the one with most.
test.each(someOf(agents, 1))(
  '[RP1] a recording of %s replayed gives the same state as the original, for every command of the demo',
  async (name, agent) => {
    const [one, two] = [file(`first, ${name}`), file(`second, ${name}`)];
    const chat = ['chat', ...prompts.flatMap((prompt) => ['-p', prompt]), '--', ...emend, 'record'];
    const original = await runEmend([...chat, one, '--', ...agent]);
    const again = await runEmend([...chat, two, '--', ...emend, 'replay', '--speed', 'max', one]);
    expect(again).toEqual(original);
    const [first, second] = [await runEmend(['fold', one]), await runEmend(['fold', two])];
    expect(second.stdout).toBe(first.stdout);
    expect([first.status, second.status]).toEqual([0, 0]);
    expect(JSON.parse(first.stdout).sessions['session-1'].messages.length).toBeGreaterThan(20);
  },
);
