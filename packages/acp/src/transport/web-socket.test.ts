import { describe, expect, test } from 'vitest';
import { transportContract } from '../testing/transport-contract.ts';
import type { Received } from './transport.ts';
import { type WebSocketLike, webSocket } from './web-socket.ts';

type Listener = (event: { readonly data: unknown }) => void;

/** A WebSocket without a network: what it sends goes to its twin a turn later. */
class FakeSocket implements WebSocketLike {
  readyState: number;
  bufferedAmount = 0;
  binaryType = 'blob';
  twin: FakeSocket | undefined;
  readonly sent: string[] = [];
  readonly #listeners: Record<string, Listener[]> = {};

  constructor(readyState = 1) {
    this.readyState = readyState;
  }

  /** A socket that was closed before never opens. */
  open(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.emit('open');
  }

  send(data: string): void {
    this.sent.push(data);
    queueMicrotask(() => this.twin?.emit('message', data));
  }

  close(): void {
    if (this.readyState >= 2) return;
    this.readyState = 2;
    queueMicrotask(() => {
      this.readyState = 3;
      this.emit('close');
      this.twin?.close();
    });
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners[type] ??= [];
    this.#listeners[type].push(listener);
  }

  emit(type: string, data?: unknown): void {
    for (const listener of this.#listeners[type] ?? []) listener({ data });
  }
}

async function makePair() {
  const one = new FakeSocket();
  const other = new FakeSocket();
  one.twin = other;
  other.twin = one;
  return { near: webSocket(one), far: webSocket(other) };
}

async function all(frames: AsyncIterable<readonly Received[]>): Promise<Received[]> {
  const seen: Received[] = [];
  for await (const batch of frames) seen.push(...batch);
  return seen;
}

describe('WebSocket', () => {
  for (const { rules, name, check } of transportContract) test(`[${rules}] [TR17] ${name}`, () => check(makePair));

  test('[TR17] frames sent while connecting go out when it opens', async () => {
    const socket = new FakeSocket(0);
    const transport = webSocket(socket, { highWater: 3 });
    expect(transport.send('1')).toBe(undefined);
    const waiting = transport.send('23');
    expect(waiting).toBeInstanceOf(Promise);
    expect(socket.sent).toEqual([]);
    socket.open();
    await waiting;
    transport.send('4');
    expect(socket.sent).toEqual(['1', '23', '4']);
  });

  test('[TR13] [TR17] a close while connecting waits for what was sent before', async () => {
    const socket = new FakeSocket(0);
    const transport = webSocket(socket);
    transport.send('1');
    const closing = transport.close();
    await expect(transport.send('2')).rejects.toThrow('The WebSocket is closed.');
    socket.open();
    await closing;
    expect([socket.sent, socket.readyState]).toEqual([['1'], 3]);
    const idle = new FakeSocket(0);
    await webSocket(idle).close();
    expect(idle.readyState).toBe(3);
    const vain = new FakeSocket(0);
    const lost = webSocket(vain);
    lost.send('1');
    const ending = lost.close();
    vain.emit('close');
    await ending;
  });

  test('[TR18] an abort ends the socket, by force where it can, and waits for nothing', async () => {
    class Stuck extends FakeSocket {
      override close(): void {
        this.readyState = 2;
      }
    }
    const plain = new Stuck();
    const forceful = Object.assign(new Stuck(), { terminate: () => void forceful.emit('close') });
    for (const socket of [plain, forceful]) {
      const transport = webSocket(socket);
      const reading = all(transport.frames);
      const closing = transport.close();
      transport.abort?.();
      await closing;
      expect(await reading).toEqual([]);
      await expect(transport.send('1')).rejects.toThrow('The WebSocket is closed.');
    }
  });

  test('[TR6] [TR17] [W12] a binary message is no frame, whatever it contains, and a text that is too long is reported', async () => {
    const socket = new FakeSocket();
    const transport = webSocket(socket, { maxFrameBytes: 8 });
    expect(socket.binaryType).toBe('arraybuffer');
    const bytes = (text: string) => new TextEncoder().encode(text);
    socket.emit('message', bytes('{"é":1}').buffer);
    socket.emit('message', bytes('[1,2,3,4,5]'));
    socket.emit('message', new Blob(['[]']));
    socket.emit('message', '"ééé"');
    socket.emit('message', '"éééé"');
    socket.close();
    expect(await all(transport.frames)).toEqual([
      { problem: 'binary', size: 8, head: '', tail: '' },
      { problem: 'binary', size: 11, head: '', tail: '' },
      { problem: 'binary', size: 0, head: '', tail: '' },
      '"ééé"',
      { problem: 'too-long', size: 10, head: '"éééé"', tail: '' },
    ]);
  });

  test('[TR10] [TR17] with a moment to wait, send waits until the unsent amount has shrunk', async () => {
    const socket = new FakeSocket();
    let moments = 0;
    const moment = async () => {
      moments += 1;
      if (moments === 3) socket.bufferedAmount = 0;
    };
    const transport = webSocket(socket, { highWater: 10, moment });
    expect(transport.send('1')).toBe(undefined);
    socket.bufferedAmount = 10;
    await transport.send('2');
    expect(moments).toBe(3);
    // There is room once nothing waits, however low the mark is.
    expect(webSocket(socket, { highWater: 0, moment }).send('3')).toBe(undefined);
  });

  test('[TR8] a socket that can be paused is, and one that cannot fails at the limit', async () => {
    const calls: string[] = [];
    const pausable = Object.assign(new FakeSocket(), {
      pause: () => void calls.push('pause'),
      resume: () => void calls.push('resume'),
    });
    const polite = webSocket(pausable, { highWater: 4 });
    pausable.emit('message', '12345');
    expect(calls).toEqual(['pause']);
    await polite.frames[Symbol.asyncIterator]().next();
    expect(calls).toEqual(['pause', 'resume']);

    const plain = new FakeSocket();
    const iterator = webSocket(plain, { highWater: 4, maxUnread: 8 }).frames[Symbol.asyncIterator]();
    plain.emit('message', '12345');
    plain.emit('message', '6789');
    expect(await iterator.next()).toEqual({ done: false, value: ['12345', '6789'] });
    await expect(iterator.next()).rejects.toThrow('More than 8 characters arrived unread.');
    expect(plain.readyState).toBe(3);

    // Empty messages take up room as well: the socket is closing.
    const empty = new FakeSocket();
    webSocket(empty, { highWater: 4, maxUnread: 8 });
    for (let count = 0; count < 9; count++) empty.emit('message', '');
    expect(empty.readyState).toBe(2);
  });

  test('[TR12] [TR14] an error ends the iteration with it, and refuses what is sent later', async () => {
    const socket = new FakeSocket();
    const transport = webSocket(socket);
    socket.emit('message', '1');
    socket.emit('error');
    const iterator = transport.frames[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: ['1'] });
    await expect(iterator.next()).rejects.toThrow('The WebSocket failed.');
    await expect(transport.send('2')).rejects.toThrow('The WebSocket failed.');
  });
});
