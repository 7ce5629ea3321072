import { describe, expect, test } from 'vitest';
import { memoryPair } from '../transport/memory-pair.ts';
import { ConnectionError } from './connection-error.ts';
import { UnwritableError } from './json-text.ts';
import { Peer } from './peer.ts';
import { connect, deferred, note, turns } from './test-support/connect.ts';

const cancelled = { code: -32800, message: 'Request cancelled' };

describe('cancelling', () => {
  test('[JR22] an aborted request rejects at once with the reason, and the peer is told', async () => {
    const { peer, far, events } = connect();
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const call = peer.request('slow', [1], { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(peer.openRequests).toBe(0);
    await far.play([
      { expect: { jsonrpc: '2.0', id: 1, method: 'slow', params: [1] } },
      { expect: note('$/cancel_request', { requestId: 1 }) },
      { send: { jsonrpc: '2.0', id: 1, error: cancelled } },
    ]);
    await peer.idle();
    expect(events).toEqual([]);
  });

  test('[JR22] a signal that has aborted before sends nothing, and one that aborts after the answer neither', async () => {
    const { peer, far } = connect();
    await expect(peer.request('x', undefined, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
    const controller = new AbortController();
    const call = peer.request('y', undefined, { signal: controller.signal });
    await far.expect({ jsonrpc: '2.0', id: 1, method: 'y' });
    await far.send({ jsonrpc: '2.0', id: 1, result: 1 });
    expect(await call).toBe(1);
    controller.abort();
    void peer.notify('last');
    await far.expect(note('last'));
  });

  test('[JR22] a request that is only asked to be cancelled waits for its answer; the peer is told once', async () => {
    const { peer, far, events } = connect();
    const [signal, cancel] = [new AbortController(), new AbortController()];
    await expect(peer.request('x', undefined, { cancel: AbortSignal.abort('early') })).rejects.toBe('early');
    const answered = peer.request('slow', undefined, { cancel: cancel.signal });
    const dropped = peer.request('slow', undefined, { signal: signal.signal, cancel: cancel.signal });
    cancel.abort();
    signal.abort('enough');
    await expect(dropped).rejects.toBe('enough');
    await far.play([
      { expect: { jsonrpc: '2.0', id: 1, method: 'slow' } },
      { expect: { jsonrpc: '2.0', id: 2, method: 'slow' } },
      { expect: note('$/cancel_request', { requestId: 1 }) },
      { expect: note('$/cancel_request', { requestId: 2 }) },
      { send: { jsonrpc: '2.0', id: 1, result: 'stopped' } },
    ]);
    expect(await answered).toBe('stopped');
    void peer.notify('last');
    await far.expect(note('last'));
    expect(events).toEqual([]);
  });

  test('[JR23] a cancelled request is still answered: its result, its RpcError, or -32800', async () => {
    const { far } = connect({
      requests: {
        ignores: () => turns(20).then(() => 'result'),
        obeys: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        breaks: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('secret')))),
        aborts: async () => {
          throw new DOMException('by itself', 'AbortError');
        },
        looksLate: async (_, context) => {
          await turns(20);
          context.signal.throwIfAborted();
        },
      },
    });
    const methods = ['ignores', 'obeys', 'breaks', 'looksLate'];
    for (const method of methods) await far.send({ jsonrpc: '2.0', id: method, method });
    for (const method of methods) await far.send(note('$/cancel_request', { requestId: method }));
    await far.send({ jsonrpc: '2.0', id: 'aborts', method: 'aborts' });
    await far.send(note('$/cancel_request', { requestId: 'unheard of' }));
    await far.send(note('$/cancel_request'));
    const answers = new Map<unknown, unknown>();
    while (answers.size < 5) {
      const { id, ...rest } = (await far.next()) as { id: unknown };
      answers.set(id, rest);
    }
    expect(Object.fromEntries(answers)).toEqual({
      ignores: { jsonrpc: '2.0', result: 'result' },
      obeys: { jsonrpc: '2.0', error: cancelled },
      breaks: { jsonrpc: '2.0', error: cancelled },
      looksLate: { jsonrpc: '2.0', error: cancelled },
      aborts: { jsonrpc: '2.0', error: cancelled },
    });
  });

  test('[JR23] of two requests with one id the second can be cancelled when the first has been answered', async () => {
    const gate = deferred();
    const { far } = connect({
      requests: {
        first: () => gate.promise.then(() => 1),
        second: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    for (const method of ['first', 'second']) await far.send({ jsonrpc: '2.0', id: 7, method });
    gate.resolve();
    await far.play([
      { expect: { jsonrpc: '2.0', id: 7, result: 1 } },
      { send: note('$/cancel_request', { requestId: 7 }) },
      { expect: { jsonrpc: '2.0', id: 7, error: cancelled } },
    ]);
  });
});

describe('ending', () => {
  for (const count of [1, 20, 1_000]) {
    test(`[JR24] ${count} notifications and then the end: all are handled, then open requests fail`, async () => {
      const log: string[] = [];
      const { peer, far } = connect({
        notifications: {
          n: async () => {
            await undefined;
            log.push('n');
          },
        },
      });
      const call = peer.request('x').catch((error: unknown) => log.push((error as ConnectionError).reason));
      for (let index = 0; index < count; index += 1) await far.send(note('n'));
      await far.close();
      await call;
      expect(log).toEqual([...Array.from({ length: count }, () => 'n'), 'ended']);
      await expect(peer.request('late')).rejects.toMatchObject({ name: 'ConnectionError', reason: 'ended' });
      expect((await peer.closed).reason).toBe('ended');
      expect(peer.openRequests).toBe(0);
    });
  }

  test('[JR24] the reason of a failing transport is kept, and a ConnectionError of its own is the reason itself', async () => {
    const exited = new ConnectionError('exited', 'The agent exited.', { exitCode: 3, stderrTail: 'boom' });
    const cause = new Error('reset');
    for (const thrown of [exited, cause]) {
      const frames = {
        async *[Symbol.asyncIterator]() {
          yield [JSON.stringify(note('n'))];
          throw thrown;
        },
      };
      let handled = 0;
      const notifications = {
        n: () => {
          handled += 1;
        },
      };
      const peer = new Peer({ send: () => undefined, frames, close: async () => {} }, { notifications });
      const error = await peer.request('x').catch((reason: unknown) => reason);
      expect(handled).toBe(1);
      expect(error).toBe(await peer.closed);
      if (thrown === exited) expect(error).toBe(exited);
      else expect(error).toMatchObject({ reason: 'failed', cause });
    }
  });

  test('[JR24] a handler that awaits an answer through its context learns of the end at once', async () => {
    const log: string[] = [];
    const { peer, far } = connect({
      notifications: {
        ask: async (_, context) => {
          await context.request('q').catch((error: ConnectionError) => log.push(`inner ${error.reason}`));
          await context.request('q').catch((error: ConnectionError) => log.push(`again ${error.reason}`));
        },
        after: () => void log.push('after'),
      },
    });
    const outer = peer.request('outer').catch((error: ConnectionError) => log.push(`outer ${error.reason}`));
    await far.send(note('ask'));
    await far.send(note('after'));
    await turns(20);
    await far.close();
    await outer;
    expect(log).toEqual(['inner ended', 'again ended', 'after', 'outer ended']);
  });

  test('[JR24] so does a request that awaits one, when only after the end the next is held up by it', async () => {
    const gate = deferred();
    const log: string[] = [];
    const { peer, far } = connect({
      limits: { running: 1 },
      requests: {
        ask: (_, context) =>
          context.request('q').catch((error: ConnectionError) => void log.push(`inner ${error.reason}`)),
        next: () => void log.push('next'),
      },
      notifications: { slow: () => gate.promise },
    });
    await far.send({ jsonrpc: '2.0', id: 1, method: 'ask' });
    await far.send(note('slow'));
    await far.send({ jsonrpc: '2.0', id: 2, method: 'next' });
    await far.close();
    await turns(20);
    gate.resolve();
    expect((await peer.closed).reason).toBe('ended');
    expect(log).toEqual(['inner ended', 'next']);
  });

  /** A connection whose far side ends what it sends but still reads, like a shell pipeline. */
  function halfClosing(options: ConstructorParameters<typeof Peer>[1]) {
    const [inner, far] = memoryPair();
    const end = deferred();
    const sent: string[] = [];
    const frames = {
      async *[Symbol.asyncIterator]() {
        const iterator = inner.frames[Symbol.asyncIterator]();
        for (;;) {
          const step = await Promise.race([iterator.next(), end.promise]);
          if (step === undefined || step.done) return;
          yield step.value;
        }
      },
    };
    const transport = { send: (frame: string) => void sent.push(frame), frames, close: () => inner.close() };
    return { peer: new Peer(transport, options), far, end: end.resolve, sent };
  }

  test('[JR25] requests that run when the peer ends its side are finished and answered', async () => {
    const gate = deferred();
    const { peer, far, end, sent } = halfClosing({
      requests: {
        prompt: async (_, context) => {
          await gate.promise;
          void context.notify('update');
          return context.signal.aborted;
        },
      },
    });
    far.send('{"jsonrpc":"2.0","id":1,"method":"prompt"}');
    await turns(20);
    end();
    await turns(20);
    gate.resolve();
    expect((await peer.closed).reason).toBe('ended');
    expect(sent).toEqual(['{"jsonrpc":"2.0","method":"update"}', '{"jsonrpc":"2.0","id":1,"result":false}']);
  });

  test("[JR25] with whenPeerEnds: 'cancel' their signals abort and nothing is waited for", async () => {
    let reason: unknown;
    const { peer, far, end } = halfClosing({
      whenPeerEnds: 'cancel',
      requests: {
        prompt: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              reason = signal.reason;
            });
          }),
      },
    });
    far.send('{"jsonrpc":"2.0","id":1,"method":"prompt"}');
    await turns(20);
    end();
    expect(await peer.closed).toBe(reason);
    expect(reason).toMatchObject({ reason: 'ended' });
  });

  test('[JR26] close fails open requests, aborts handlers, drops what waits and sends what was sent', async () => {
    const log: string[] = [];
    const { peer, far } = connect({
      notifications: {
        slow: (_, { signal }) =>
          new Promise(() => signal.addEventListener('abort', () => log.push(`slow ${signal.reason.reason}`))),
        behind: () => void log.push('behind'),
      },
      requests: {
        run: (_, { signal }) =>
          new Promise(() => signal.addEventListener('abort', () => log.push(`run ${signal.reason.reason}`))),
      },
    });
    await far.send({ jsonrpc: '2.0', id: 1, method: 'run' });
    await far.send(note('slow'));
    await far.send(note('behind'));
    await turns(20);
    const call = peer.request('x').catch((error: ConnectionError) => log.push(`call ${error.reason}`));
    void peer.notify('last');
    await Promise.all([peer.close(), peer.close()]);
    await call;
    expect(log.sort()).toEqual(['call closed', 'run closed', 'slow closed']);
    expect(await peer.closed).toMatchObject({ name: 'ConnectionError', reason: 'closed' });
    await far.play([{ expect: { jsonrpc: '2.0', id: 1, method: 'x' } }, { expect: note('last') }, { expectEnd: true }]);
    await expect(peer.request('y')).rejects.toMatchObject({ reason: 'closed' });
    await expect(peer.notify('y')).rejects.toMatchObject({ reason: 'closed' });
  });

  test('[JR26] await using closes', async () => {
    const { peer, far } = connect();
    {
      await using scoped = peer;
      void scoped.notify('hello');
    }
    await far.play([{ expect: note('hello') }, { expectEnd: true }]);
  });

  test('[JR27] when sending fails, what still arrives is handled, then open requests fail with the cause', async () => {
    const cause = new Error('broken pipe');
    const gate = deferred();
    const log: string[] = [];
    const [inner, far] = memoryPair();
    let sends = 0;
    const transport = {
      send: () => {
        sends += 1;
        return sends > 1 ? gate.promise.then(() => Promise.reject(cause)) : undefined;
      },
      frames: inner.frames,
      close: () => inner.close(),
    };
    const peer = new Peer(transport, { notifications: { n: () => void log.push('n') } });
    const call = peer.request('x').catch((error: unknown) => error);
    const waiting = peer.notify('y').catch((error: unknown) => error);
    far.send(JSON.stringify(note('n')));
    gate.resolve();
    expect(await waiting).toBe(cause);
    await expect(peer.request('z')).rejects.toMatchObject({ reason: 'failed', cause });
    expect(await call).toMatchObject({ reason: 'failed', cause });
    expect(log).toEqual(['n']);
    expect(await peer.closed).toBe(await call);
    // Who comes later is told the first cause as well, not what followed from it.
    await expect(peer.notify('late')).rejects.toBe(cause);
  });

  test('[JR28] a listener that throws changes nothing, and unserialisable parameters leave nothing behind', async () => {
    const { peer, far } = connect({
      onEvent: () => {
        throw new Error('careless');
      },
      requests: { ping: () => 'pong' },
    });
    await far.send(note('unknown'));
    await far.sendText('noise');
    await far.next();
    await expect(peer.request('x', { big: 1n })).rejects.toThrow(UnwritableError);
    expect(() => peer.notify('x', { big: 1n })).toThrow(UnwritableError);
    expect(peer.openRequests).toBe(0);
    await far.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await far.expect({ jsonrpc: '2.0', id: 1, result: 'pong' });
  });
});
