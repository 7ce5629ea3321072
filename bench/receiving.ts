import { performance } from 'node:perf_hooks';
import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import { SessionNotification as InV2 } from '@emend/acp/protocol/june';
import { UpdateSessionNotification } from '@emend/acp/protocol/november';
import { SessionNotification } from '@emend/acp/protocol/v1';
import { applyEvent, newSessionState, readUpdate } from '@emend/acp/session';
import type { Child } from './peers/child.ts';
import { officialClient, officialV2Client } from './peers/official-client.ts';
import { plainReader } from './peers/plain-client.ts';

/** Reads with one of the contestants; calls back when the source is ready and for each update. */
type Reader = (child: Child, onReady: () => void, onUpdate: (params: unknown) => void) => void;

/** The contestants that read what an agent writes. */
export type Readers = Readonly<Record<string, Reader>>;

/** The contestants that read what an agent writes in a version that the stable API of the official SDK speaks. */
export const readers: Readers = {
  /** Checks each update, as the official SDK does. */
  ours(child, onReady, onUpdate) {
    ourReader(child, onReady, (params) => {
      const decoded = SessionNotification.decode(params);
      if (!decoded.ok) throw new Error('the update was refused');
      onUpdate(decoded.value);
    });
  },
  /** Also folds the state, which no other contestant does. */
  'ours, folding the state too'(child, onReady, onUpdate) {
    let state = newSessionState();
    ourReader(child, onReady, (params) => {
      const decoded = InV2.decode(params);
      if (!decoded.ok) throw new Error('the update was refused');
      state = applyEvent(state, readUpdate(decoded.value.update));
      onUpdate(decoded.value);
    });
  },
  'official SDK': officialClient,
  'split + JSON.parse': plainReader,
};

/** The contestants that read what an agent writes in November. */
export const novemberReaders: Readers = {
  ours(child, onReady, onUpdate) {
    ourReader(child, onReady, (params) => {
      const decoded = UpdateSessionNotification.decode(params);
      if (!decoded.ok) throw new Error('the update was refused');
      onUpdate(decoded.value);
    });
  },
  'ours, folding the state too'(child, onReady, onUpdate) {
    let state = newSessionState();
    ourReader(child, onReady, (params) => {
      const decoded = UpdateSessionNotification.decode(params);
      if (!decoded.ok) throw new Error('the update was refused');
      state = applyEvent(state, readUpdate(decoded.value.update, undefined, 'lenient', 'november'));
      onUpdate(decoded.value);
    });
  },
  'official SDK': officialV2Client,
  'split + JSON.parse': plainReader,
};

function ourReader(child: Child, onReady: () => void, onUpdate: (params: unknown) => void): void {
  new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }), {
    notifications: { '_bench/ready': onReady, 'session/update': onUpdate },
  });
}

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
