import { type AddressInfo, connect as connectTcp } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { serveHttp } from './serve-http.ts';

const runs = counts({ short: 25, long: 400 });

/** Sends bytes to a port and waits until the server has closed the connection, or has answered. */
function send(port: number, bytes: Uint8Array | string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connectTcp(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

async function witness() {
  const messages: unknown[] = [];
  const service = await serveHttp(({ transport }) => {
    void (async () => {
      for await (const frames of transport.frames) messages.push(...frames);
    })();
  });
  const { port } = service.server.address() as AddressInfo;
  const isAlive = async () =>
    (await send(port, 'GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).slice(9, 12);
  return { service, port, messages, isAlive };
}

test('[W49] random bytes on the port reach no agent and end nothing', async () => {
  const { service, port, messages, isAlive } = await witness();
  await using _ = service;
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc
      .tuple(fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS', 'PRI'), fc.string(), fc.string())
      .map(([method, target, rest]) => `${method} /acp${target} HTTP/1.1\r\nhost: localhost\r\n${rest}\r\n\r\n`),
  );
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) => {
      await send(port, bytes);
    }),
    { numRuns: runs },
  );
  expect([await isAlive(), messages, service.connections]).toEqual(['200', [], []]);
});

test('[W49] random bodies are refused with a status and reach no agent', async () => {
  const { service, port, messages, isAlive } = await witness();
  await using _ = service;
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.json().map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      const head = `POST /acp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`;
      expect((await send(port, Buffer.concat([Buffer.from(head), bytes]))).slice(0, 11)).toMatch(/^HTTP\/1\.1 [45]/);
    }),
    { numRuns: runs },
  );
  expect([await isAlive(), messages, service.connections]).toEqual(['200', [], []]);
});
