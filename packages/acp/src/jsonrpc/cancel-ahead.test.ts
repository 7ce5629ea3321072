import { expect, test } from 'vitest';
import { memoryPair } from '../transport/memory-pair.ts';
import { Peer } from './peer.ts';
import { connect, deferred, note, turns } from './test-support/connect.ts';

const cancelled = { code: -32800, message: 'Request cancelled' };
const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });

/** A peer that runs two requests at a time, each until it is cancelled or let go; none of them asks anything. */
function busy(queue = { messages: 1_000, size: 1_000_000 }, hardQueue = { messages: 100_000, size: 100_000_000 }) {
  const log: string[] = [];
  const gate = deferred();
  const pair = connect({
    limits: { running: 2, queue, hardQueue },
    requests: {
      run: (_, { id, signal }) => {
        log.push(`${id} ${signal.aborted ? 'cancelled before it began' : 'begins'}`);
        return Promise.race([
          gate.promise,
          new Promise((_, reject) => {
            if (signal.aborted) reject(signal.reason);
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
        ]);
      },
    },
    notifications: { n: () => void log.push('n'), stop: () => void log.push('stop') },
    urgent: { stop: () => void log.push('stop, early') },
  });
  return { ...pair, far: pair.far, log, letGo: gate.resolve };
}

test('[JR9] cancels of running requests are heard though nothing that runs waits for the peer', async () => {
  const { far, log } = busy();
  for (const id of [1, 2, 3]) await far.send(request(id, 'run'));
  await far.send(note('n'));
  await far.send(note('$/cancel_request', { requestId: 2 }));
  await far.expect({ jsonrpc: '2.0', id: 2, error: cancelled });
  await turns(50);
  expect(log).toEqual(['1 begins', '2 begins', '3 begins', 'n']);
});

test('[JR9] a cancel of a request that waits is in force when that starts, whatever waits between the two', async () => {
  const { far, log } = busy();
  for (const id of [1, 2, 3, 4, 5, 6]) await far.send(request(id, 'run'));
  await far.send(note('$/cancel_request', { requestId: 3 }));
  await turns(50);
  await far.send(note('$/cancel_request', { requestId: 1 }));
  await far.expect({ jsonrpc: '2.0', id: 1, error: cancelled });
  await far.expect({ jsonrpc: '2.0', id: 3, error: cancelled });
  await turns(50);
  expect(log).toEqual(['1 begins', '2 begins', '3 cancelled before it began', '4 begins']);
});

test('[JR9] a request that comes after a cancel of the same id is not cancelled by it', async () => {
  const { far, log } = busy();
  for (const id of [1, 2, 3, 3]) await far.send(request(id, 'run'));
  await far.send(note('$/cancel_request', { requestId: 3 }));
  await far.send(request(3, 'run'));
  await turns(50);
  await far.send(note('$/cancel_request', { requestId: 2 }));
  for (const id of [2, 3, 3]) await far.expect({ jsonrpc: '2.0', id, error: cancelled });
  await turns(50);
  const skipped = '3 cancelled before it began';
  expect(log).toEqual(['1 begins', '2 begins', skipped, skipped, '3 begins']);
});

test('[JR37] an urgent notification is told at once when it finds the queue held up, and handled in its place', async () => {
  const { far, log, letGo } = busy();
  for (const id of [1, 2, 3]) await far.send(request(id, 'run'));
  await far.send(note('n'));
  await far.send(note('stop'));
  await turns(50);
  expect(log).toEqual(['1 begins', '2 begins', 'stop, early']);
  letGo();
  for (const id of [1, 2, 3]) await far.expect({ jsonrpc: '2.0', id, result: null });
  await far.send(note('stop'));
  await turns(50);
  expect(log).toEqual(['1 begins', '2 begins', 'stop, early', '3 begins', 'n', 'stop', 'stop']);
});

test('[JR37] one in a batch is told once, though the batch waits and then its entries', async () => {
  const { far, log, letGo } = busy();
  for (const id of [1, 2, 3]) await far.send(request(id, 'run'));
  await far.send([request(4, 'run'), note('n'), note('stop')]);
  await turns(50);
  await far.send(note('$/cancel_request', { requestId: 1 }));
  await far.expect({ jsonrpc: '2.0', id: 1, error: cancelled });
  await turns(50);
  expect(log).toEqual(['1 begins', '2 begins', 'stop, early', '3 begins']);
  letGo();
  for (const id of [2, 3]) await far.expect({ jsonrpc: '2.0', id, result: null });
  await far.expect([{ jsonrpc: '2.0', id: 4, result: null }]);
  expect(log).toEqual(['1 begins', '2 begins', 'stop, early', '3 begins', '4 begins', 'n', 'stop']);
});

test('[JR37] cancels are looked for up to half the hard limit; from there on the peer is not read, and nothing fails', async () => {
  const [near, there] = memoryPair({ highWater: 1 });
  const gate = deferred();
  let handled = 0;
  const peer = new Peer(near, {
    limits: { running: 1, queue: { messages: 5, size: 10_000 }, hardQueue: { messages: 100, size: 100_000 } },
    requests: { run: () => gate.promise },
    notifications: {
      n: () => {
        handled += 1;
      },
    },
  });
  const reading = (async () => {
    for await (const _ of there.frames);
  })();
  const frames = [request(1, 'run'), request(2, 'run'), ...Array.from({ length: 500 }, () => note('n'))];
  let sent = 0;
  const sending = (async () => {
    for (const frame of frames) {
      await there.send(JSON.stringify(frame));
      sent += 1;
    }
  })();
  await turns(5_000);
  expect([peer.waiting.messages, sent < 60]).toEqual([50, true]);
  gate.resolve();
  await sending;
  await turns(5_000);
  expect(handled).toBe(500);
  await peer.close();
  await reading;
});

test('[JR9] an answer that a notification handler was shown first still reaches the request that waits for it', async () => {
  const gate = deferred();
  const { far } = connect({
    limits: { running: 1 },
    requests: { ask: async (_, context) => context.request('a question') },
    notifications: {
      async slow(_, context) {
        await context.request('another question');
        await gate.promise;
      },
    },
  });
  await far.send(request(10, 'ask'));
  await far.expect({ jsonrpc: '2.0', id: 1, method: 'a question' });
  await far.send(note('slow'));
  await far.expect({ jsonrpc: '2.0', id: 2, method: 'another question' });
  // Both are looked at for the handler of the notification, to which neither belongs.
  await far.send(request(11, 'ask'));
  await far.send({ jsonrpc: '2.0', id: 1, result: 'an answer' });
  await turns(50);
  await far.send({ jsonrpc: '2.0', id: 2, result: null });
  gate.resolve();
  await far.expect({ jsonrpc: '2.0', id: 10, result: 'an answer' });
});
