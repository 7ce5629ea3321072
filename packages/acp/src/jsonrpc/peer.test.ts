import { describe, expect, test } from 'vitest';
import type { Transport } from '../transport/transport.ts';
import { messagePipe } from './message-pipe.ts';
import { Peer } from './peer.ts';
import { connect, deferred, note, turns } from './test-support/connect.ts';

describe('order', () => {
  test('[JR1] notifications are handled one after another, also by handlers that wait', async () => {
    const log: string[] = [];
    const { far } = connect({
      notifications: {
        slow: async (params) => {
          log.push(`slow ${JSON.stringify(params)} begins`);
          await turns(5);
          log.push('slow ends');
        },
        fast: () => void log.push('fast'),
      },
    });
    for (const message of [note('slow', [1]), note('fast'), note('slow', [2]), note('fast')]) await far.send(message);
    await far.close();
    await turns(60);
    expect(log).toEqual(['slow [1] begins', 'slow ends', 'fast', 'slow [2] begins', 'slow ends', 'fast']);
  });

  test('[JR2] requests start in order after earlier notifications, and then run side by side', async () => {
    const log: string[] = [];
    const gate = deferred();
    const { far } = connect({
      notifications: { wait: () => gate.promise },
      requests: {
        ask: async (params) => {
          log.push(`start ${JSON.stringify(params)}`);
          await turns(params === null ? 0 : 3);
          log.push(`end ${JSON.stringify(params)}`);
          return params;
        },
      },
    });
    await far.send(note('wait'));
    await far.send({ jsonrpc: '2.0', id: 1, method: 'ask', params: [1] });
    await far.send({ jsonrpc: '2.0', id: 2, method: 'ask', params: null });
    await turns(20);
    expect(log).toEqual([]);
    gate.resolve();
    await far.expect({ jsonrpc: '2.0', id: 2, result: null });
    await far.expect({ jsonrpc: '2.0', id: 1, result: [1] });
    expect(log).toEqual(['start [1]', 'start null', 'end null', 'end [1]']);
  });

  test('[JR3] an answer waits for the notifications that arrived before it', async () => {
    const log: string[] = [];
    const gate = deferred();
    const { peer, far } = connect({
      notifications: {
        update: async (params) => {
          await gate.promise;
          log.push(`update ${JSON.stringify(params)}`);
        },
      },
    });
    const answer = peer.request('prompt').then((result) => log.push(`answer ${result}`));
    await far.next();
    await far.send(note('update', [1]));
    await far.send(note('update', [2]));
    await far.send({ jsonrpc: '2.0', id: 1, result: 'done' });
    await far.send(note('update', [3]));
    await turns(50);
    expect(log).toEqual([]);
    gate.resolve();
    await answer;
    await peer.idle();
    expect(log).toEqual(['update [1]', 'update [2]', 'answer done', 'update [3]']);
  });

  test('[JR4] a thousand notifications of one read are handled in one turn', async () => {
    let handled = 0;
    const seen: number[] = [];
    const { far } = connect({
      notifications: {
        count: () => {
          handled += 1;
          // The first is read alone, by the reader who waits for it; the others are one read.
          if (handled === 2) queueMicrotask(() => seen.push(handled));
        },
      },
    });
    for (let index = 0; index < 1_000; index += 1) void far.send(note('count'));
    await turns(20);
    expect(seen).toEqual([1_000]);
  });

  test('[JR5] who awaits an answer sees it before the next message is handled', async () => {
    const log: string[] = [];
    const { peer, far } = connect({
      notifications: { update: (params) => void log.push(`update ${JSON.stringify(params)}`) },
      requests: { ask: () => void log.push('ask') },
    });
    const raw = () => peer.request('new', undefined, { onResult: (result) => log.push(`seen ${result}`) });
    const layered = async () => await (async () => await (async () => raw())())();
    const one = layered().then(() => log.push('awaited 1'));
    const two = peer.request('new').then((result) => log.push(`awaited ${result}`));
    await far.next();
    await far.next();
    void far.send(note('update', [1]));
    void far.send({ jsonrpc: '2.0', id: 1, result: 'a' });
    void far.send({ jsonrpc: '2.0', id: 2, result: 'b' });
    void far.send(note('update', [2]));
    void far.send(note('update', [3]));
    await Promise.all([one, two]);
    await peer.idle();
    expect(log).toEqual(['update [1]', 'seen a', 'awaited b', 'awaited 1', 'update [2]', 'update [3]']);
  });

  test('[JR5] what onResult makes of the result is the result, and what it throws the refusal', async () => {
    const { peer, far } = connect();
    const double = peer.request('x', undefined, { onResult: (result) => Number(result) * 2 });
    const broken = peer.request('x', undefined, {
      onResult: () => {
        throw new Error('not what was expected');
      },
    });
    await far.send({ jsonrpc: '2.0', id: 1, result: 21 });
    await far.send({ jsonrpc: '2.0', id: 2, result: 21 });
    expect(await double).toBe(42);
    await expect(broken).rejects.toThrow('not what was expected');
  });

  test('[JR6] what a handler sends precedes its answer', async () => {
    const { far } = connect({
      requests: {
        prompt: async (_, context) => {
          void context.notify('update', [1]);
          await turns(2);
          void context.notify('update', [2]);
          return 'end_turn';
        },
      },
    });
    await far.play([
      { send: { jsonrpc: '2.0', id: 'p', method: 'prompt' } },
      { expect: note('update', [1]) },
      { expect: note('update', [2]) },
      { expect: { jsonrpc: '2.0', id: 'p', result: 'end_turn' } },
    ]);
  });
});

describe('calling back', () => {
  test('[JR7] a notification handler may await the answer to its own request', async () => {
    const log: string[] = [];
    const { peer, far } = connect({
      notifications: {
        ask: async (_, context) => void log.push(`answer ${await context.request('question')}`),
        after: () => void log.push('after'),
      },
    });
    await far.send(note('ask'));
    await far.expect({ jsonrpc: '2.0', id: 1, method: 'question' });
    await far.send(note('after'));
    await far.send([note('after'), { jsonrpc: '2.0', id: 1, result: 42 }]);
    await turns(30);
    await peer.idle();
    expect(log).toEqual(['answer 42', 'after', 'after']);
  });

  test('[JR7] a request made on the peer itself keeps its place behind that handler', async () => {
    const log: string[] = [];
    const { peer, far } = connect({
      notifications: { ask: async (_, context) => void log.push(`inner ${await context.request('inner')}`) },
    });
    const outer = peer.request('outer').then((result) => log.push(`outer ${result}`));
    await far.send(note('ask'));
    await far.next();
    await far.next();
    await far.send({ jsonrpc: '2.0', id: 1, result: 1 });
    await turns(30);
    expect(log).toEqual([]);
    await far.send({ jsonrpc: '2.0', id: 2, result: 2 });
    await outer;
    expect(log).toEqual(['inner 2', 'outer 1']);
  });

  test('[JR8] reading goes on past the queue limit while a handler awaits an answer', async () => {
    let handled = 0;
    const limits = { queue: { messages: 10, size: 10_000 } };
    const { peer, far } = connect({
      limits,
      notifications: {
        ask: (_, context) => context.request('question'),
        count: () => {
          handled += 1;
        },
      },
    });
    await far.send(note('ask'));
    await far.next();
    for (let index = 0; index < 1_000; index += 1) await far.send(note('count'));
    await turns(30);
    expect(peer.waiting.messages).toBe(1_000);
    await far.send({ jsonrpc: '2.0', id: 1, result: null });
    await peer.idle();
    await turns(30);
    expect(handled).toBe(1_000);
  });

  test('[JR8] at the hard limit the connection fails with overrun', async () => {
    let failure: unknown;
    const limits = { queue: { messages: 10, size: 10_000 }, hardQueue: { messages: 100, size: 10_000 } };
    const { peer, far } = connect({
      limits,
      notifications: {
        ask: (_, context) =>
          context.request('question').catch((error: unknown) => {
            failure = error;
          }),
      },
    });
    await far.send(note('ask'));
    await far.next();
    for (let index = 0; index < 99; index += 1) await far.send(note('count'));
    await turns(30);
    expect(peer.waiting.messages).toBe(99);
    await far.send(note('count'));
    expect(await peer.closed).toMatchObject({ name: 'ConnectionError', reason: 'overrun' });
    expect(failure).toBe(await peer.closed);
    expect(peer.waiting.messages).toBe(0);
  });

  test('[JR9] the next request waits for a place, and the answers and cancels the running ones need do not', async () => {
    const log: string[] = [];
    const { far } = connect({
      limits: { running: 2 },
      requests: {
        asks: async (_, context) => context.request('question'),
        hangs: (_, context) =>
          new Promise((_, reject) => {
            context.signal.addEventListener('abort', () => reject(context.signal.reason));
          }),
        third: () => void log.push('third'),
      },
      notifications: { behind: () => void log.push('behind') },
    });
    await far.send({ jsonrpc: '2.0', id: 1, method: 'asks' });
    await far.send({ jsonrpc: '2.0', id: 2, method: 'hangs' });
    await far.expect({ jsonrpc: '2.0', id: 1, method: 'question' });
    await far.send({ jsonrpc: '2.0', id: 3, method: 'third' });
    await far.send(note('behind'));
    await turns(30);
    expect(log).toEqual([]);
    await far.send(note('$/cancel_request', { requestId: 2 }));
    await far.expect({ jsonrpc: '2.0', id: 2, error: { code: -32800, message: 'Request cancelled' } });
    await far.expect({ jsonrpc: '2.0', id: 3, result: null });
    await far.send({ jsonrpc: '2.0', id: 1, result: 'ok' });
    await far.expect({ jsonrpc: '2.0', id: 1, result: 'ok' });
    expect(log).toEqual(['third', 'behind']);
  });

  test('[JR9] an answer that arrived in one read with the request that found no place is not held up', async () => {
    const { far } = connect({ limits: { running: 1 }, requests: { asks: async (_, c) => c.request('question') } });
    await far.send({ jsonrpc: '2.0', id: 'a', method: 'asks' });
    await far.next();
    void far.send({ jsonrpc: '2.0', id: 'b', method: 'asks' });
    void far.send({ jsonrpc: '2.0', id: 1, result: 'first' });
    await far.expect({ jsonrpc: '2.0', id: 'a', result: 'first' });
    await far.expect({ jsonrpc: '2.0', id: 2, method: 'question' });
  });
});

describe('memory', () => {
  test('[JR10] a slow handler stops the reading: the queue stays at its limit plus one read', async () => {
    const gate = deferred();
    let handled = 0;
    let most = 0;
    const { peer, far } = connect(
      {
        limits: { queue: { messages: 50, size: 1_000_000 } },
        notifications: {
          slow: () => gate.promise,
          count: () => {
            handled += 1;
          },
        },
      },
      { highWater: 1_000 },
    );
    await far.send(note('slow'));
    let sent = 0;
    const sending = (async () => {
      for (; sent < 5_000; sent += 1) {
        await far.send(note('count'));
        most = Math.max(most, peer.waiting.messages);
      }
    })();
    await turns(2_000);
    const stuckAt = sent;
    expect(stuckAt).toBeLessThan(50 + 2 * 40);
    await turns(500);
    expect(sent).toBe(stuckAt);
    gate.resolve();
    await sending;
    await turns(50);
    expect(handled).toBe(5_000);
    expect(most).toBeLessThan(50 + 40);
  });

  test('[JR11] notify waits for a peer that does not read, and goes on when it does', async () => {
    const { peer, far } = connect({}, { highWater: 1_000 });
    let sent = 0;
    const sending = (async () => {
      for (; sent < 500; sent += 1) await peer.notify('x', { index: sent });
    })();
    await turns(2_000);
    expect(sent).toBeLessThan(40);
    for (let index = 0; index < 500; index += 1) await far.expect(note('x', { index }));
    await sending;
    await peer.flush();
    expect(sent).toBe(500);
  });

  test('[JR11] a sender who never waits meets the limit', async () => {
    const { peer, far } = connect({ limits: { unsent: { messages: 100, size: 1_000_000 } } }, { highWater: 1 });
    const open = peer.request('question').catch((error: unknown) => error);
    for (let index = 0; index < 100; index += 1) void peer.notify('x');
    expect(await peer.closed).toMatchObject({ reason: 'overrun' });
    expect(await open).toBe(await peer.closed);
    await expect(peer.notify('x')).rejects.toMatchObject({ reason: 'overrun' });
    await far.close();
  });

  test('[JR35] after an overrun nothing is waited for, neither by a peer nor by a pipe', async () => {
    const calls: string[] = [];
    const never = () => new Promise<never>(() => {});
    const transport: Transport = {
      send: never,
      frames: { [Symbol.asyncIterator]: () => ({ next: never }) },
      close() {
        calls.push('close');
        return never();
      },
      abort: () => void calls.push('abort'),
    };
    const unsent = { messages: 1, size: 100 };
    const peer = new Peer(transport, { limits: { unsent } });
    for (const method of ['x', 'y']) void peer.notify(method);
    expect((await peer.closed).reason).toBe('overrun');
    const pipe = messagePipe(transport, unsent);
    for (const frame of ['1', '2']) pipe.send(frame);
    expect(calls).toEqual(['abort', 'close', 'abort']);
  });

  test('[JR12] a peer that asks and does not read is slowed down', async () => {
    let handled = 0;
    const { far } = connect(
      {
        limits: { running: 5, queue: { messages: 5, size: 1e6 }, hardQueue: { messages: 1e6, size: 1e9 } },
        requests: { ask: () => (handled += 1) },
      },
      { highWater: 200 },
    );
    for (let id = 0; id < 500; id += 1) void far.send({ jsonrpc: '2.0', id, method: 'ask' });
    await turns(2_000);
    expect(handled).toBeLessThan(20);
    for (let id = 0; id < 500; id += 1) await far.expect({ jsonrpc: '2.0', id, result: id + 1 });
  });

  test('[JR12] two peers that flood each other with requests do not block each other', async () => {
    const options = {
      limits: { running: 5, queue: { messages: 5, size: 1e6 } },
      requests: { ask: (params: unknown) => params },
    };
    const { peer, other } = connect(options, { highWater: 200 }, options);
    const calls = [peer, other()].flatMap((end) =>
      Array.from({ length: 2_000 }, (_, index) => end.request('ask', [index])),
    );
    const expected = Array.from({ length: 2_000 }, (_, index) => [index]);
    expect(await Promise.all(calls)).toEqual([...expected, ...expected]);
  });
});
