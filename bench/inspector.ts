import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '@emend/acp/protocol';
import { atMost, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { writeRecording } from './inspected-recording.ts';
import { programFile } from './peers/child.ts';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const mebibyte = 2 ** 20;

interface Run {
  readonly seconds: number;
  readonly output: string;
}

async function run(args: readonly string[], output: 'pipe' | 'ignore'): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
  const closed = once(child, 'close');
  const written = child.stdout === null ? '' : await text(child.stdout);
  const [status] = (await closed) as [number | null];
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return { seconds: (performance.now() - began) / 1_000, output: written };
}

async function inspected(
  file: string,
  what: 'open' | 'seek' | 'live',
): Promise<Run & Record<'median' | 'peak', number>> {
  const done = await run([programFile('inspected'), file, what], 'pipe');
  return { ...done, ...(JSON.parse(done.output) as Record<'median' | 'peak', number>) };
}

function measures(dialect: Dialect, file: string, short: string, frames: number): Measure[] {
  const size = statSync(file).size;
  const named = `${frames.toLocaleString('en-US')} frames of ${dialect}`;
  const facts = { better: 'lower', runs: 'processes' } as const;
  return [
    {
      ...facts,
      name: `opening ${named} until the end is shown`,
      unit: 's',
      goal: atMostTimes(2.5, 'emend fold'),
      contestants: {
        ours: async () => (await inspected(file, 'open')).seconds,
        'emend fold': async () => (await run([command, 'fold', file], 'ignore')).seconds,
      },
    },
    {
      ...facts,
      name: `a frame anywhere in ${named}`,
      unit: 'ms',
      goal: atMost(100, ' ms'),
      contestants: { ours: async () => (await inspected(file, 'seek')).median },
    },
    {
      ...facts,
      name: `peak memory for ${named}, beyond 200 MiB`,
      unit: 'x the file',
      goal: atMost(1.5),
      contestants: { ours: async () => ((await inspected(file, 'open')).peak - 200 * mebibyte) / size },
    },
    {
      ...facts,
      name: `one more live frame after ${named}`,
      unit: 'ms',
      goal: atMostTimes(1.5, 'after 1,000 frames'),
      contestants: {
        ours: async () => (await liveCopy(file)).median,
        'after 1,000 frames': async () => (await liveCopy(short)).median,
      },
    },
  ];
}

/** Frames are added to a copy, so that each round begins with the same file. */
async function liveCopy(file: string): Promise<{ readonly median: number }> {
  const copy = `${file}.live`;
  copyFileSync(file, copy);
  return inspected(copy, 'live');
}

async function measuresOf(dialect: Dialect, frames: number): Promise<Measure[]> {
  // The memory of a process is told by Linux only.
  if (process.platform !== 'linux') return [];
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [file, short] = [join(folder, 'long.ndjson'), join(folder, 'short.ndjson')];
  await writeRecording(file, dialect, frames);
  await writeRecording(short, dialect, 1_000);
  return measures(dialect, file, short, frames);
}

/** What the server of the inspector costs on long recordings. */
export const inspector: Bench = {
  name: 'inspector',
  about: 'What the server of the inspector costs on long recordings.',
  parts: (['june', 'november', 'v1'] as const).map(
    (dialect) =>
      ({ quick }) =>
        measuresOf(dialect, quick ? 50_000 : 1_000_000),
  ),
};
