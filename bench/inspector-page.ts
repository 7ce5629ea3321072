import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atMost, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { writeRecording } from './inspected-recording.ts';
import { jointRuns } from './joint-runs.ts';
import { startProgram } from './peers/child.ts';

/** What one opening of the page showed. */
interface Seen {
  /** Milliseconds from the start of the navigation until something was painted. */
  readonly paint: number;
  /** The heap of the page after a collection of its garbage, in megabytes. */
  readonly heap: number;
  /** How many rows of its lists the page holds. */
  readonly rows: number;
  /** How long the page was busy with one more frame, in milliseconds. */
  readonly live: number;
}

/** Returns the program of the browser; undefined where there is none, as before the first run of the tests. */
function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'chromium')).find((path) => existsSync(path));
}

/** Frames are added to a copy, so that each round begins with the same file. */
async function seen(file: string, browser: string, added: number): Promise<Seen> {
  const copy = `${file}.live`;
  copyFileSync(file, copy);
  return JSON.parse(await text(startProgram('inspected-page', copy, browser, added).stdout)) as Seen;
}

/** Returns the measures for a recording of so many frames, to which as many are `added` to warm up, and as many again measured. */
async function measures(frames: number, added: number): Promise<Measure[]> {
  const browser = installedBrowser();
  if (browser === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'emend-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [file, short] = [join(folder, 'long.ndjson'), join(folder, 'short.ndjson')];
  await writeRecording(file, 'november', frames);
  await writeRecording(short, 'november', 1_000);
  const readShort = jointRuns(() => seen(short, browser, added));
  const [forPaint, forLive] = [readShort(), readShort()];
  // One opening shows all figures of a round; opening a long recording takes longer than anything else.
  const long = await seen(file, browser, added);
  const named = `${frames.toLocaleString('en-US')} frames`;
  const facts = { better: 'lower', runs: 'alike' } as const;
  return [
    {
      ...facts,
      name: `heap of the page with ${named}`,
      unit: 'MB',
      goal: atMost(150, ' MB'),
      contestants: { ours: async () => long.heap },
    },
    {
      ...facts,
      name: `rows in the page with ${named}`,
      unit: 'rows',
      goal: atMost(5_000, ' rows'),
      contestants: { ours: async () => long.rows },
    },
    {
      ...facts,
      name: 'first paint, before there are data',
      unit: 'ms',
      goal: atMost(300, ' ms'),
      contestants: { ours: async () => (await forPaint()).paint },
    },
    {
      ...facts,
      name: `work of the page for one more frame after ${named}`,
      unit: 'ms',
      goal: atMostTimes(1.5, 'after 1,000 frames'),
      contestants: {
        ours: async () => long.live,
        'after 1,000 frames': async () => (await forLive()).live,
      },
    },
  ];
}

/** What the page of the inspector costs in a browser. */
export const inspectorPage: Bench = {
  name: 'inspector-page',
  about: 'What the page of the inspector costs in a browser, with a recording of a million frames.',
  parts: [({ quick }) => (quick ? measures(20_000, 20) : measures(1_000_000, 60))],
};
