import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Peer } from '../jsonrpc/peer.ts';
import { backPressureCheck, type TransportPair, transportContract } from '../testing/transport-contract.ts';
import { nodeStreams } from './node-streams.ts';

async function sockets(): Promise<readonly [Socket, Socket]> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-socket-'));
  const path = join(folder, 'socket');
  const server = createServer();
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const near = createConnection(path);
  const far = await accepted;
  server.close();
  rmSync(folder, { recursive: true, force: true });
  return [near, far];
}

async function socketPair(): Promise<TransportPair> {
  const [near, far] = await sockets();
  return {
    near: nodeStreams({ readable: near, writable: near }),
    far: nodeStreams({ readable: far, writable: far }),
  };
}

describe('Node streams', () => {
  for (const { rules, name, check } of [...transportContract, backPressureCheck])
    test(`[${rules}] ${name}`, () => check(socketPair));

  test('[TR12] a failed write rejects, ends the iteration with its cause and ends nothing else', async () => {
    const cause = new Error('EPIPE');
    const readable = new PassThrough();
    const writable = new Writable({ write: (_chunk, _encoding, done) => done(cause) });
    const transport = nodeStreams({ readable, writable });
    readable.write('{"a":1}\n');
    const iterator = transport.frames[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: ['{"a":1}'] });
    const waiting = iterator.next();
    transport.send('{}');
    await expect(waiting).rejects.toBe(cause);
    await expect(transport.send('{}')).rejects.toBe(cause);
    await transport.close();
    expect(readable.destroyed).toBe(true);
  });

  test('[TR18] [JR35] a peer that takes nothing any more is not waited for', async () => {
    const [near, far] = await sockets();
    far.pause();
    const transport = nodeStreams({ readable: near, writable: near });
    const peer = new Peer(transport, { limits: { unsent: { messages: 10, size: 1_000_000 } } });
    const text = 'x'.repeat(1_000_000);
    let isOver = false;
    void peer.closed.then(() => {
      isOver = true;
    });
    while (!isOver) {
      peer.notify('x', text).catch(() => {});
      await new Promise(setImmediate);
    }
    await peer.close();
    expect([(await peer.closed).reason, near.destroyed, near.writableLength]).toEqual(['overrun', true, 0]);
    await expect(transport.send('{}')).rejects.toThrow('The transport was aborted.');
    far.destroy();
  });

  test('[TR18] a close that waits settles', async () => {
    const stuck = new Writable({ write: () => {} });
    const transport = nodeStreams({ readable: new PassThrough(), writable: stuck });
    transport.send('{}');
    const closing = transport.close();
    transport.abort?.();
    await closing;
    expect(stuck.destroyed).toBe(true);
  });

  test('[TR8] with a mark of 0 a frame that comes in two reads is read', async () => {
    const readable = new PassThrough();
    const transport = nodeStreams({ readable, writable: new PassThrough() }, { highWater: 0 });
    const next = transport.frames[Symbol.asyncIterator]().next();
    readable.write('"a');
    await new Promise((resolve) => setImmediate(resolve));
    readable.write('b"\n');
    expect(await next).toEqual({ done: false, value: ['"ab"'] });
    await transport.close();
  });

  test('[TR8] a stream is paused while nobody reads its frames', async () => {
    const readable = new PassThrough();
    const transport = nodeStreams({ readable, writable: new PassThrough() }, { highWater: 10 });
    readable.write('"0123456789"\n');
    readable.write('"abc"\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(readable.isPaused()).toBe(true);
    const iterator = transport.frames[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: ['"0123456789"'] });
    expect(await iterator.next()).toEqual({ done: false, value: ['"abc"'] });
    await transport.close();
  });
});
