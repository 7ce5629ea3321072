import { performance } from 'node:perf_hooks';
import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import { all, atLeastTimes, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { type Child, startProgram } from './peers/child.ts';
import { officialClient } from './peers/official-client.ts';
import { plainReader } from './peers/plain-client.ts';
import { roundTripMeasures } from './round-trips.ts';

/** What a connection to an agent's process carries, beside the official SDK and beside what the pipe and JSON.parse allow. */
export const connection: Bench = {
  name: 'connection',
  about: 'What a connection to the process of an agent carries.',
  async measures({ quick }) {
    const updates = quick ? 12_000 : 200_000;
    const megabytes = quick ? 3 : 50;
    const trips = quick
      ? { warmUp: 800, alone: 800, inFlight: 4_000 }
      : { warmUp: 6_000, alone: 10_000, inFlight: 40_000 };
    return [received(updates), ...roundTripMeasures(trips), longLine(megabytes)];
  },
};

/** Reads with one of the contestants: tells when the source is ready, and each update. */
type Reader = (child: Child, onReady: () => void, onUpdate: (params: unknown) => void) => void;

const readers: Readonly<Record<string, Reader>> = {
  ours(child, onReady, onUpdate) {
    new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }), {
      notifications: { '_bench/ready': onReady, 'session/update': onUpdate },
    });
  },
  'official SDK': officialClient,
  'split + JSON.parse': plainReader,
};

/** The milliseconds from the go to the last update. */
async function timeOfUpdates(read: Reader, child: Child, count: number, items?: number): Promise<number> {
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
  if (items !== undefined && itemsIn(last) !== items) throw new Error(`${itemsIn(last)} of ${items} items came`);
  return taken;
}

function itemsIn(params: unknown): number | undefined {
  return (params as { update?: { content?: unknown[] } } | undefined)?.update?.content?.length;
}

function received(count: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [name, read] of Object.entries(readers))
    contestants[name] = async () =>
      count / ((await timeOfUpdates(read, startProgram('update-source', count), count)) / 1_000);
  return {
    name: `updates received from a child's standard output (${count})`,
    unit: 'updates/s',
    better: 'higher',
    goal: all(atLeastTimes(8, 'official SDK'), atLeastTimes(0.6, 'split + JSON.parse')),
    contestants,
  };
}

function longLine(megabytes: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  const block = {
    type: 'content',
    content: { type: 'text', text: 'one line of the output of a tool, of the usual length' },
  };
  const items = Math.ceil((megabytes * 1_000_000) / (JSON.stringify(block).length + 1));
  const text = JSON.stringify(Array.from({ length: items }, () => block));
  for (const [name, read] of Object.entries(readers)) {
    contestants[name] = () => timeOfUpdates(read, startProgram('line-source', items), 1, items);
  }
  contestants['JSON.parse'] = async () => {
    const from = performance.now();
    const content: unknown[] = JSON.parse(text);
    const taken = performance.now() - from;
    if (content.length !== items) throw new Error(`${content.length} of ${items} items came`);
    return taken;
  };
  return {
    name: `one line of ${megabytes} MB`,
    unit: 'ms',
    better: 'lower',
    goal: atMostTimes(2, 'JSON.parse'),
    contestants,
  };
}
