import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Peer } from '@emend/acp/jsonrpc';
import { nodeStreams } from '@emend/acp/node';
import type { Bench, Measure } from './harness.ts';
import { officialClient } from './peers/official-client.ts';
import { plainReader, plainRequester } from './peers/plain-client.ts';

/** What a connection to an agent's process carries, beside the official SDK and beside what the pipe and JSON.parse allow. */
export const connection: Bench = {
  name: 'connection',
  async measures({ quick }) {
    const updates = quick ? 20_000 : 200_000;
    const trips = quick ? 8_000 : 40_000;
    const megabytes = quick ? 10 : 50;
    return [
      received(updates),
      roundTrips('round trips, one at a time', trips / 4, 1),
      roundTrips('round trips, 64 in flight', trips, 64),
      longLine(megabytes),
    ];
  },
};

type Child = ChildProcessByStdio<Writable, Readable, null>;

function start(name: string, ...args: readonly (string | number)[]): Child {
  const file = fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
  return spawn(process.execPath, [file, ...args.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Reads with one of the contestants: tells when the source is ready, and each update. */
type Reader = (child: Child, onReady: () => void, onUpdate: () => void) => void;

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
async function timeOfUpdates(read: Reader, child: Child, count: number): Promise<number> {
  let seen = 0;
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
      () => {
        seen += 1;
        if (seen === count) resolve(performance.now() - started);
      },
    );
  });
  child.kill();
  if (seen !== count) throw new Error(`${seen} updates came instead of ${count}`);
  return taken;
}

function received(count: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [name, read] of Object.entries(readers))
    contestants[name] = async () => count / ((await timeOfUpdates(read, start('update-source', count), count)) / 1_000);
  return {
    name: `updates received from a child's standard output (${count})`,
    unit: 'updates/s',
    better: 'higher',
    goal: 'at least 8x the official SDK, at least 0.6 of split + JSON.parse',
    contestants,
  };
}

function longLine(megabytes: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  const child = () => start('line-source', megabytes * 1_000_000);
  for (const [name, read] of Object.entries(readers)) contestants[name] = () => timeOfUpdates(read, child(), 1);
  const block = {
    type: 'content',
    content: { type: 'text', text: 'one line of the output of a tool, of the usual length' },
  };
  const text = JSON.stringify(
    Array.from({ length: (megabytes * 1_000_000) / (JSON.stringify(block).length + 1) }, () => block),
  );
  contestants['JSON.parse'] = async () => {
    const from = performance.now();
    JSON.parse(text);
    return performance.now() - from;
  };
  return {
    name: `one line of ${megabytes} MB`,
    unit: 'ms',
    better: 'lower',
    goal: 'within 2x of JSON.parse',
    contestants,
  };
}

type Request = (params: unknown) => Promise<unknown>;

const requesters: Readonly<Record<string, () => { child: Child; request: Request }>> = {
  ours() {
    const child = start('echo-ours');
    const peer = new Peer(nodeStreams({ readable: child.stdout, writable: child.stdin }));
    return { child, request: (params) => peer.request('_bench/echo', params) };
  },
  'official SDK'() {
    const child = start('echo-official');
    const { agent } = officialClient(child, noop, noop);
    return { child, request: (params) => agent.request('_bench/echo', params) };
  },
  'split + JSON.parse'() {
    const child = start('echo-plain');
    return { child, request: plainRequester(child) };
  },
};

function roundTrips(name: string, count: number, inFlight: number): Measure {
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [peer, open] of Object.entries(requesters)) {
    contestants[peer] = async () => {
      const { child, request } = open();
      for (let warmUp = 0; warmUp < 1_000; warmUp += 1) await request({ warmUp });
      const from = performance.now();
      await Promise.all(Array.from({ length: inFlight }, () => askInTurn(request, count / inFlight)));
      const taken = performance.now() - from;
      child.kill();
      return count / (taken / 1_000);
    };
  }
  return { name, unit: 'round trips/s', better: 'higher', goal: 'at least 2x the official SDK', contestants };
}

async function askInTurn(request: Request, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const answer = (await request({ index })) as { index: number };
    if (answer.index !== index) throw new Error(`asked ${index}, was answered ${JSON.stringify(answer)}`);
  }
}

function noop(): void {}
