import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '@emend/acp/protocol';
import { atMost, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { writeRecording } from './inspected-recording.ts';
import { jointRuns } from './joint-runs.ts';
import { programFile } from './peers/child.ts';

const command = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const mebibyte = 2 ** 20;

/** What the program that opens a recording tells of itself. */
interface Inspected {
  /** From its start until the end of the recording was shown. */
  readonly seconds: number;
  /** The most memory that it had used by then, in bytes. */
  readonly peak: number;
  /** The median of the times that it measured afterwards, in milliseconds. */
  readonly median: number;
}

async function ended(child: ChildProcess): Promise<void> {
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${child.spawnargs[1]} ended with ${status}`);
}

async function foldSeconds(file: string): Promise<number> {
  const began = performance.now();
  await ended(spawn(process.execPath, [command, 'fold', file], { stdio: ['ignore', 'ignore', 'inherit'] }));
  return (performance.now() - began) / 1_000;
}

async function inspected(file: string, what: 'seek' | 'live'): Promise<Inspected> {
  const began = performance.now();
  const args = [programFile('inspected'), file, what];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const figures = async (): Promise<Inspected> => {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { peak } = JSON.parse((await lines.next()).value ?? '{}') as Pick<Inspected, 'peak'>;
    const seconds = (performance.now() - began) / 1_000;
    const { median } = JSON.parse((await lines.next()).value ?? '{}') as Pick<Inspected, 'median'>;
    return { seconds, peak, median };
  };
  const [found] = await Promise.all([figures(), ended(child)]);
  return found;
}

/** A round takes seconds, and one is much like the other. */
const facts = { better: 'lower', runs: 'alike' } as const;

function openingMeasures(named: string, file: string): Measure[] {
  const size = statSync(file).size;
  const runs = jointRuns(() => inspected(file, 'seek'));
  const [forTime, forSeeks, forMemory] = [runs(), runs(), runs()];
  return [
    {
      ...facts,
      name: `opening ${named} until the end is shown`,
      unit: 's',
      goal: atMostTimes(2.5, 'emend fold'),
      contestants: { ours: async () => (await forTime()).seconds, 'emend fold': () => foldSeconds(file) },
    },
    {
      ...facts,
      name: `a frame anywhere in ${named}`,
      unit: 'ms',
      goal: atMost(100, ' ms'),
      contestants: { ours: async () => (await forSeeks()).median },
    },
    {
      ...facts,
      name: `peak memory for ${named}, beyond 200 MiB`,
      unit: 'x the file',
      goal: atMost(1.5),
      contestants: { ours: async () => ((await forMemory()).peak - 200 * mebibyte) / size },
    },
  ];
}

function liveMeasure(named: string, file: string, short: string): Measure {
  return {
    ...facts,
    name: `one more live frame after ${named}`,
    unit: 'ms',
    goal: atMostTimes(1.5, 'after 1,000 frames'),
    contestants: {
      ours: async () => (await liveCopy(file)).median,
      'after 1,000 frames': async () => (await liveCopy(short)).median,
    },
  };
}

/** Frames are added to a copy, so that each round begins with the same file. */
async function liveCopy(file: string): Promise<Inspected> {
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
  const named = `${frames.toLocaleString('en-US')} frames of ${dialect}`;
  const opening = openingMeasures(named, file);
  // What is added is read alike in all dialects.
  if (dialect !== 'june') return opening;
  await writeRecording(short, dialect, 1_000);
  return [...opening, liveMeasure(named, file, short)];
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
