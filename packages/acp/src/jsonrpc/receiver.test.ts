import { expect, test } from 'vitest';
import { memoryPair } from '../transport/memory-pair.ts';
import { Inbox } from './inbox.ts';
import { defaultPeerLimits } from './limits.ts';
import { Peer } from './peer.ts';
import { type ReceivedHandler, Receiver } from './receiver.ts';

const mistake = new Error('a mistake of ours');

/** A receiver whose handler does nothing but what is given, and the failures that it reports. */
function receiving(part: Partial<ReceivedHandler>) {
  const [near, far] = memoryPair();
  const failures: unknown[] = [];
  const handler: ReceivedHandler = {
    handle: () => undefined,
    mustReadOn: () => true,
    lookAhead: (_, item) => item,
    ...part,
  };
  const receiver = new Receiver(near, defaultPeerLimits, new Inbox(), handler, {
    onOverrun: () => {},
    onEnd: () => {},
    onHeldAtEnd: () => {},
    onDrained: () => {},
    onFailure(cause) {
      failures.push(cause);
      receiver.stop();
    },
  });
  return { far, receiver, failures, run: receiver.run() };
}

function fail(): never {
  throw mistake;
}

const held = (released: () => Promise<void>) => () => ({ holder: 'answer' as const, released: released() });

test.each<[string, Partial<ReceivedHandler>]>([
  ['in the turn of the read', { handle: fail }],
  ['at a text', { handle: (item) => (item === 'no JSON' ? fail() : undefined) }],
  ['in looking ahead', { handle: held(() => new Promise(() => {})), lookAhead: fail }],
  ['behind a hold', { handle: (item) => (item === 'no JSON' ? fail() : held(async () => {})()) }],
  ['in a hold itself', { handle: held(async () => fail()) }],
])('[JR34] what goes wrong %s is told once and leaves nothing stuck', async (_, part) => {
  const { far, receiver, failures, run } = receiving(part);
  for (const frame of ['{}', '{}', 'no JSON']) far.send(frame);
  await far.close();
  await run;
  await receiver.idle();
  expect(failures).toEqual([mistake]);
});

test('[JR34] a mistake of ours ends the connection, and open requests learn of it', async () => {
  const [near, far] = memoryPair();
  // Its end cannot be looked at, which shows only when it is handled.
  const tail = Object.assign(Object.create(null), { length: 0 });
  const unreadable = { problem: 'too-long' as const, size: 9, head: '{"method":"x"', tail };
  const frames = {
    async *[Symbol.asyncIterator]() {
      for await (const _ of near.frames) yield [unreadable];
    },
  };
  const peer = new Peer({ ...near, frames });
  far.send('');
  const call = peer.request('x').catch((error: unknown) => error);
  const over = await peer.closed;
  expect(over).toMatchObject({ reason: 'failed', message: 'Handling what arrived failed.' });
  expect(over.cause).toBeInstanceOf(TypeError);
  expect(await call).toBe(over);
});

test('[JR34] a transport that throws has failed to send', async () => {
  const [near, far] = memoryPair();
  const transport = { send: fail, frames: near.frames, close: () => near.close() };
  const peer = new Peer(transport, { requests: { now: () => 1, later: async () => 2 } });
  far.send('{"jsonrpc":"2.0","id":1,"method":"later"}');
  far.send('{"jsonrpc":"2.0","id":2,"method":"now"}');
  await expect(peer.request('x')).rejects.toMatchObject({ reason: 'failed', cause: mistake });
  expect(await peer.closed).toMatchObject({ reason: 'failed', cause: mistake });
});
