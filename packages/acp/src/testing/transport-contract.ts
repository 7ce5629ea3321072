import type { Received, Transport } from '../transport/transport.ts';
import { expectEqual } from './expect-equal.ts';

/** Two connected transports, new for each check. */
export interface TransportPair {
  readonly near: Transport;
  readonly far: Transport;
}

/** A check that every transport must pass; `check` rejects with an error that says what went wrong. */
export interface TransportCheck {
  /** The rules of the transport's specification that it checks. */
  readonly rules: readonly string[];
  readonly name: string;
  check(make: () => Promise<TransportPair>): Promise<void>;
}

const AWKWARD = [
  '{}',
  '{"a":"\\n\\u2028 é 日本 🙂"}',
  '{"a":"\u2028\u2029\u0085é日本🙂\\r"}',
  '[]',
  '{"é🙂":{"b":[1,2,3]}}',
];

/** The checks that every transport must pass, as data: run each one with any test runner, or none. */
export const transportContract: readonly TransportCheck[] = [
  {
    rules: ['TR1'],
    name: 'frames arrive whole and in order, in both directions',
    async check(make) {
      const pair = await make();
      const sent = [...AWKWARD, ...numbered(2_000)];
      for (const frame of sent) await pair.near.send(frame);
      for (const frame of sent) await pair.far.send(frame);
      expectEqual(await take(pair.far, sent.length), sent);
      expectEqual(await take(pair.near, sent.length), sent);
      await closeBoth(pair);
    },
  },
  {
    rules: ['TR1'],
    name: 'a long frame arrives whole',
    async check(make) {
      const pair = await make();
      const frame = JSON.stringify({ text: 'é'.repeat(3_000_000) });
      const taken = take(pair.far, 1);
      await pair.near.send(frame);
      expectEqual(await taken, [frame]);
      await closeBoth(pair);
    },
  },
  {
    rules: ['TR13', 'TR14'],
    name: 'what was sent before close still arrives, and then the iteration ends',
    async check(make) {
      const pair = await make();
      const sent = numbered(500);
      for (const frame of sent) void pair.near.send(frame);
      const arriving = all(pair.far);
      await pair.near.close();
      expectEqual(await arriving, sent);
      await closeBoth(pair);
    },
  },
  {
    rules: ['TR13'],
    name: 'close releases a reader who waits',
    async check(make) {
      const pair = await make();
      const waiting = all(pair.near);
      await pair.near.close();
      expectEqual(await waiting, []);
      await closeBoth(pair);
    },
  },
  {
    rules: ['TR13'],
    name: 'close may be called twice, and sending after it is refused',
    async check(make) {
      const pair = await make();
      await Promise.all([pair.near.close(), pair.near.close()]);
      await pair.near.close();
      let refused = false;
      await (async () => pair.near.send('{}'))().catch(() => {
        refused = true;
      });
      if (!refused) throw new Error('send after close was not refused');
      await closeBoth(pair);
    },
  },
];

/** A check for transports whose reader can make the sender wait, which a browser's WebSocket cannot. */
export const backPressureCheck: TransportCheck = {
  rules: ['TR8', 'TR10'],
  name: 'a reader who does not read makes the sender wait, and reading lets it go on',
  async check(make) {
    const pair = await make();
    const frame = JSON.stringify({ text: 'x'.repeat(10_000) });
    let sent = 0;
    let waiting: Promise<void> | undefined;
    let stuck = false;
    // A wait that ends by itself soon was only the cost of writing; one that does not is back-pressure of the reader.
    while (!stuck) {
      if (sent > 10_000) throw new Error('100 MB were taken without a word while nobody read');
      waiting = pair.near.send(frame);
      sent += 1;
      if (waiting !== undefined) stuck = await staysPending(waiting);
    }
    const frames = await take(pair.far, sent);
    await waiting;
    expectEqual(frames.length, sent);
    await closeBoth(pair);
  },
};

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify({ index }));
}

async function take(transport: Transport, count: number): Promise<readonly Received[]> {
  const frames: Received[] = [];
  const iterator = transport.frames[Symbol.asyncIterator]();
  while (frames.length < count) {
    const step = await iterator.next();
    if (step.done) throw new Error(`the stream ended after ${frames.length} of ${count} frames`);
    frames.push(...step.value);
  }
  return frames;
}

async function all(transport: Transport): Promise<readonly Received[]> {
  const frames: Received[] = [];
  for await (const batch of transport.frames) frames.push(...batch);
  return frames;
}

async function closeBoth(pair: TransportPair): Promise<void> {
  await Promise.all([pair.near.close(), pair.far.close()]);
}

async function staysPending(promise: Promise<void>): Promise<boolean> {
  let pending = true;
  void promise.then(() => {
    pending = false;
  });
  for (let turn = 0; turn < 20 && pending; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  return pending;
}
