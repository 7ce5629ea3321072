import { performance } from 'node:perf_hooks';
import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import type { Child } from './peers/child.ts';
import { officialClient } from './peers/official-client.ts';
import { plainReader } from './peers/plain-client.ts';

/** Reads with one of the contestants: tells when the source is ready, and each update. */
export type Reader = (child: Child, onReady: () => void, onUpdate: (params: unknown) => void) => void;

/** Those that read what an agent writes. */
export const readers: Readonly<Record<string, Reader>> = {
  ours(child, onReady, onUpdate) {
    new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }), {
      notifications: { '_bench/ready': onReady, 'session/update': onUpdate },
    });
  },
  'official SDK': officialClient,
  'split + JSON.parse': plainReader,
};

/** The milliseconds from the go to the last update, and that update. */
export async function timeOfUpdates(
  read: Reader,
  child: Child,
  count: number,
): Promise<{ readonly taken: number; readonly last: unknown }> {
  let seen = 0;
  let last: unknown;
  let started = 0;
  const taken = await new Promise<number>((resolve, reject) => {
    child.once('exit', () =>
      setTimeout(() => reject(new Error(`only ${seen} of ${count} updates came`)), 30_000).unref(),
    );
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
  });
  child.kill();
  if (seen !== count) throw new Error(`${seen} updates came instead of ${count}`);
  return { taken, last };
}
