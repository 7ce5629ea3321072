import { expect, test } from 'vitest';
import { memoryPair } from '../transport/memory-pair.ts';
import type { Transport } from '../transport/transport.ts';
import type { ConnectionError } from './connection-error.ts';
import type { PeerLimits } from './limits.ts';
import { Peer } from './peer.ts';
import { deferred, turns } from './test-support/connect.ts';

/** A peer with one request that runs until it is let go, reports something and asks something; and what came of that. */
async function running(
  wrap: (transport: Transport) => Transport = (transport) => transport,
  endWithPeer: readonly string[] = ['another'],
  limits?: PeerLimits,
) {
  const [near, far] = memoryPair();
  const gate = deferred();
  const told: unknown[] = [];
  const peer = new Peer(wrap(near), {
    whenPeerEnds: 'run-on',
    endWithPeer,
    ...(limits === undefined ? {} : { limits }),
    requests: {
      async run(_, context) {
        context.signal.addEventListener('abort', () => told.push('aborted'));
        await gate.promise;
        told.push(await context.notify('update').then(() => 'sent', String));
        told.push(await context.request('ask').catch(({ reason }: ConnectionError) => reason));
        told.push('end');
      },
    },
  });
  far.send('{"jsonrpc":"2.0","id":1,"method":"run"}');
  await turns(20);
  let isClosed = false;
  void peer.closed.then(() => {
    isClosed = true;
  });
  return { peer, far, told, goOn: gate.resolve, isClosed: () => isClosed };
}

/** A transport whose reading or sending fails when it is told to. */
function failing(part: 'frames' | 'send') {
  const broken = deferred<never>();
  broken.promise.catch(() => {});
  const wrap = (inner: Transport): Transport => {
    async function* frames() {
      const iterator = inner.frames[Symbol.asyncIterator]();
      for (;;) {
        const step = await Promise.race([iterator.next(), broken.promise]);
        if (step.done === true) return;
        yield step.value;
      }
    }
    return {
      send: part === 'send' ? () => broken.promise : (frame) => inner.send(frame),
      frames: part === 'frames' ? { [Symbol.asyncIterator]: frames } : inner.frames,
      close: () => inner.close(),
    };
  };
  return { wrap, fail: () => broken.reject(new Error('reset')) };
}

const ends: readonly [
  string,
  string,
  (endWithPeer?: readonly string[]) => Promise<{ end(): unknown; run: Awaited<ReturnType<typeof running>> }>,
][] = [
  [
    'the peer closes the connection',
    'ended',
    async (endWithPeer) => {
      const run = await running(undefined, endWithPeer);
      return { run, end: () => run.far.close() };
    },
  ],
  [
    'reading fails',
    'failed',
    async (endWithPeer) => {
      const { wrap, fail } = failing('frames');
      return { run: await running(wrap, endWithPeer), end: fail };
    },
  ],
  [
    'sending fails',
    'failed',
    async (endWithPeer) => {
      const { wrap, fail } = failing('send');
      const run = await running(wrap, endWithPeer);
      const waiting = run.peer.notify('waits for room').then(() => run.told.push('room'));
      return {
        run,
        async end() {
          fail();
          await waiting;
          expect(run.told.splice(run.told.indexOf('room'), 1)).toEqual(['room']);
        },
      };
    },
  ],
  [
    'the peer does not read what is sent',
    'overrun',
    async (endWithPeer) => {
      const amount = { messages: 3, size: 1_000 };
      const run = await running(
        (inner) => ({
          send: () => new Promise(() => {}),
          frames: inner.frames,
          close: () => inner.close(),
          abort: () => void inner.close(),
        }),
        endWithPeer,
        { queue: amount, hardQueue: amount, unsent: amount, running: 2 },
      );
      return {
        run,
        end: () => {
          for (let count = 0; count < 5; count += 1) void run.peer.notify('unread');
        },
      };
    },
  ],
];

test.each(ends)('[JR36] running requests go on to their end when %s', async (_, reason, start) => {
  const { run, end } = await start();
  await end();
  await turns(50);
  expect([run.told, run.isClosed()]).toEqual([[], false]);
  run.goOn();
  expect((await run.peer.closed).reason).toBe(reason);
  expect(run.told).toEqual(['sent', reason, 'end']);
  await expect(run.peer.notify('late')).rejects.toBeInstanceOf(Error);
});

test.each(ends)('[JR36] requests that end with the peer are aborted when %s', async (_, reason, start) => {
  const { run, end } = await start(['run']);
  await end();
  await turns(50);
  expect([run.told, run.isClosed()]).toEqual([['aborted'], false]);
  run.goOn();
  expect((await run.peer.closed).reason).toBe(reason);
});

test('[JR36] close aborts them, also when the peer has gone before', async () => {
  for (const hasGone of [false, true]) {
    const { peer, far, told } = await running();
    if (hasGone) await far.close();
    await turns(50);
    await peer.close();
    expect(told).toEqual(['aborted']);
    expect((await peer.closed).reason).toBe(hasGone ? 'ended' : 'closed');
  }
});
