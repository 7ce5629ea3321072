import { expect, test, vi } from 'vitest';
import { remote } from './remote.ts';
import { serveHttp } from './serve-http.ts';

vi.mock('ws', () => {
  throw new Error('Cannot find package ws');
});

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';

test('[RE75] without the ws library HTTP is used; if that fails too, the reason says what to install', async () => {
  const transport = remote('ws://127.0.0.1:1/acp');
  void transport.send(initialize);
  await expect(transport.frames[Symbol.asyncIterator]().next()).rejects.toThrow(
    'The server could not be reached. connect ECONNREFUSED 127.0.0.1:1 (WebSocket: The server refused the socket (501): WebSockets need the ws library in Node: install it with npm install ws.)',
  );
});

test('[RE75] a server without the library serves HTTP, and tells clients that it has no WebSockets', async () => {
  await using service = await serveHttp(({ transport }) => {
    void (async () => {
      for await (const _ of transport.frames) await transport.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    })();
  });
  const upgrade = await new Promise<number | undefined>((resolve) => {
    void import('node:http').then(({ get }) => {
      const headers = {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
      };
      get(service.url, { headers, agent: false }, ({ statusCode }) => resolve(statusCode));
    });
  });
  const transport = remote(service.url.replace('http', 'ws'));
  void transport.send(initialize);
  const step = await transport.frames[Symbol.asyncIterator]().next();
  transport.abort?.();
  expect([upgrade, step.value]).toEqual([501, ['{"jsonrpc":"2.0","id":1,"result":{}}']]);
});
