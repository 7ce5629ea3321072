import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { seededChance } from '../../../../test/support/seed.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { webStreams } from '../transport/web-streams.ts';
import { Peer } from './peer.ts';
import type { PeerOptions } from './peer-options.ts';
import { deferred, turns } from './test-support/connect.ts';

type Action =
  | { readonly do: 'request'; readonly end: 0 | 1; readonly behaviour: Behaviour; readonly pause: number }
  | { readonly do: 'notify'; readonly end: 0 | 1; readonly pause: number }
  | { readonly do: 'cancel'; readonly call: number }
  | { readonly do: 'wait'; readonly turns: number }
  | { readonly do: 'close'; readonly end: 0 | 1 };

type Behaviour = 'answer' | 'refuse' | 'break' | 'call back' | 'hang';

const end = fc.constantFrom(0 as const, 1 as const);
const pause = fc.integer({ min: 0, max: 6 });
const behaviour = fc.constantFrom<Behaviour[]>('answer', 'refuse', 'break', 'call back', 'hang');
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('request' as const), end, behaviour, pause }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('notify' as const), end, pause }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), call: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), end }) },
);

const handlers: PeerOptions = {
  limits: { running: 3, queue: { messages: 4, size: 500 } },
  requests: {
    async work(params, context) {
      const { behaviour: how, pause: length } = params as { behaviour: Behaviour; pause: number };
      await turns(length);
      if (how === 'refuse') throw new RangeError('no');
      if (how === 'break') throw null;
      if (how === 'call back') return context.request('work', { behaviour: 'answer', pause: length });
      if (how === 'hang') {
        const { signal } = context;
        return new Promise((_, reject) => {
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }
      return 'done';
    },
  },
  notifications: {
    async note(params, context) {
      const { pause: length } = params as { pause: number };
      if (length === 5) await context.request('work', { behaviour: 'answer', pause: 1 }).catch(() => {});
      else if (length > 0) await turns(length);
    },
  },
};

describe('random conversations', () => {
  test('[JR28] never hang, never settle twice, never leave a request open, whatever is sent, cancelled or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 60 }),
        fc.integer({ min: 20, max: 2_000 }),
        async (actions, highWater) => {
          const [near, far] = memoryPair({ highWater });
          const peers = [new Peer(near, handlers), new Peer(far, handlers)] as const;
          const calls: { controller: AbortController; settled: number; done: Promise<void> }[] = [];
          for (const step of actions) {
            if (step.do === 'request') {
              const controller = new AbortController();
              const call = { controller, settled: 0, done: Promise.resolve() };
              const count = () => {
                call.settled += 1;
              };
              call.done = peers[step.end].request('work', step, { signal: controller.signal }).then(count, count);
              calls.push(call);
            } else if (step.do === 'notify') void peers[step.end].notify('note', step);
            else if (step.do === 'cancel') calls[step.call % calls.length || 0]?.controller.abort();
            else if (step.do === 'wait') await turns(step.turns);
            else void peers[step.end].close();
          }
          await turns(50);
          await Promise.all(peers.map((peer) => peer.close()));
          await Promise.all(calls.map((call) => call.done));
          await Promise.all(peers.map((peer) => peer.closed));
          expect(calls.map((call) => call.settled)).toEqual(calls.map(() => 1));
          expect(peers.map((peer) => [peer.openRequests, peer.waiting.messages])).toEqual([
            [0, 0],
            [0, 0],
          ]);
        },
      ),
      { numRuns: counts({ short: 60, long: 1_500 }) },
    );
  });

  test('[JR1] [JR3] keep the order of everything one side sent, however its handlers dawdle and its bytes are cut', async () => {
    const script = fc.array(fc.record({ answer: fc.boolean(), pause: fc.integer({ min: -1, max: 4 }) }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }),
        async (steps, cuts) => {
          const log: string[] = [];
          const expected: string[] = [];
          const incoming = new TransformStream<Uint8Array, Uint8Array>();
          const peer = new Peer(webStreams({ readable: incoming.readable, writable: new WritableStream() }), {
            limits: { queue: { messages: 3, size: 300 } },
            notifications: {
              n: (params) => {
                const [index, length] = params as [number, number];
                if (length < 0) return void log.push(`n${index}`);
                return turns(length).then(() => void log.push(`n${index}`));
              },
            },
          });
          const calls: Promise<unknown>[] = [];
          let text = '';
          for (const [index, step] of steps.entries()) {
            if (step.answer) {
              calls.push(peer.request('x').then((result) => log.push(`a${result}`)));
              text += `{"jsonrpc":"2.0","id":${calls.length},"result":${index}}\n`;
              expected.push(`a${index}`);
            } else {
              text += `{"jsonrpc":"2.0","method":"n","params":[${index},${step.pause}],"é":"日本"}\r\n`;
              expected.push(`n${index}`);
            }
          }
          const bytes = new TextEncoder().encode(text);
          const writer = incoming.writable.getWriter();
          for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
            const size = cuts[cut % cuts.length] as number;
            void writer.write(bytes.subarray(at, at + size));
            at += size;
          }
          void writer.close();
          await peer.closed;
          await Promise.all(calls);
          expect(log).toEqual(expected);
        },
      ),
      { numRuns: counts({ short: 40, long: 1_000 }) },
    );
  });
});

describe('fuzz', () => {
  const json = fc.oneof(
    fc.json(),
    fc
      .record(
        {
          jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
          id: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.string(), fc.jsonValue()),
          method: fc.oneof(fc.constantFrom('work', 'note', '$/cancel_request', '__proto__'), fc.jsonValue()),
          params: fc.oneof(fc.record({ requestId: fc.nat(5) }), fc.jsonValue()),
          result: fc.jsonValue(),
          error: fc.oneof(fc.record({ code: fc.integer(), message: fc.string() }), fc.jsonValue()),
        },
        { requiredKeys: ['jsonrpc'] },
      )
      .map((message) => JSON.stringify(message)),
  );
  const line = fc.oneof(
    json,
    fc.array(json, { maxLength: 5 }).map((entries) => `[${entries.join(',')}]`),
    fc.string({ unit: 'binary' }),
  );
  const bytes = fc.oneof(
    { weight: 4, arbitrary: line.map((text) => new TextEncoder().encode(`${text}\n`)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );

  test('[JR18] random bytes and random JSON never break the peer: it still answers, and ends in order', {
    timeout: 900_000,
  }, async () => {
    const chance = seededChance();
    for (let round = counts({ short: 40, long: 500 }); round > 0; round--) {
      const seed = chance.between(0, 2 ** 31 - 1);
      const chunks =
        fc.sample(fc.array(bytes, { minLength: 20, maxLength: 200, size: 'max' }), { seed, numRuns: 1 })[0] ?? [];
      const incoming = new TransformStream<Uint8Array, Uint8Array>();
      const alive = deferred();
      const transport = webStreams(
        { readable: incoming.readable, writable: new WritableStream() },
        { maxFrameBytes: 2_000 },
      );
      const peer = new Peer(transport, { ...handlers, notifications: { alive: () => alive.resolve() } });
      const calls = [1, 2, 3].map(() => peer.request('x').catch(() => {}));
      const writer = incoming.writable.getWriter();
      for (const chunk of chunks) await writer.write(chunk);
      await writer.write(new TextEncoder().encode('\n{"jsonrpc":"2.0","method":"alive"}\n'));
      await alive.promise;
      await writer.close();
      // A request the noise happened to contain may hang by design; closing ends it.
      await peer.idle();
      await peer.close();
      await Promise.all(calls);
      expect({ seed, open: peer.openRequests, waiting: peer.waiting.messages }).toEqual({ seed, open: 0, waiting: 0 });
    }
  });
});
