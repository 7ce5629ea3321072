import { performance } from 'node:perf_hooks';
import type { Child } from './peers/child.ts';

/** Reads with one of the contestants; calls back when the source is ready and for each update. */
type Reader = (child: Child, onReady: () => void, onUpdate: (params: unknown) => void) => void;

/** The contestants that read what an agent writes; each is loaded only when it runs. */
export type Readers = Readonly<Record<string, () => Promise<Reader>>>;

const plain = async () => (await import('./peers/plain-client.ts')).plainReader;

/** The contestants that read what an agent writes in a version that the stable API of the official SDK speaks. */
export const readers: Readers = {
  ours: async () => (await import('./peers/our-client.ts')).ourReader,
  'ours, folding the state too': async () => (await import('./peers/our-client.ts')).ourFolder('june'),
  'official SDK': async () => (await import('./peers/official-client.ts')).officialClient,
  'split + JSON.parse': plain,
};

/** The contestants that read what an agent writes in November. */
export const novemberReaders: Readers = {
  ours: async () => (await import('./peers/our-client.ts')).ourNovemberReader,
  'ours, folding the state too': async () => (await import('./peers/our-client.ts')).ourFolder('november'),
  'official SDK': async () => (await import('./peers/official-client.ts')).officialV2Client,
  'split + JSON.parse': plain,
};

/** After how long without an update the rest counts as lost, in milliseconds. */
const patience = 60_000;

/** The milliseconds from the start signal to the last update, and that update. */
export async function timeOfUpdates(
  read: Reader,
  child: Child,
  count: number,
): Promise<{ readonly taken: number; readonly last: unknown }> {
  let seen = 0;
  let last: unknown;
  let started = 0;
  let watch: NodeJS.Timeout | undefined;
  const taken = await new Promise<number>((resolve, reject) => {
    let before = -1;
    watch = setInterval(() => {
      if (seen === before) reject(new Error(`only ${seen} of ${count} updates came`));
      before = seen;
    }, patience);
    read(
      child,
      () => {
        started = performance.now();
        child.stdin.write('\n');
      },
      (params) => {
        seen += 1;
        last = params;
        if (seen === count) resolve(performance.now() - started);
      },
    );
  }).finally(() => {
    clearInterval(watch);
    child.kill();
  });
  return { taken, last };
}
