import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type HttpFetch, httpFetch } from './http-fetch.ts';

const open: (Server | HttpFetch)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections();
    each.close();
  }
});

async function serving(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acp?a=1`;
}

function client(): typeof fetch {
  const http = httpFetch();
  open.push(http);
  return http.fetch;
}

test('[W17] method, headers and body are sent, and the answer is read with its cookies', async () => {
  const url = await serving((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      response.setHeader('set-cookie', ['a=1', 'b=2; Path=/']);
      response.writeHead(201, { 'X-Seen': `${request.method} ${request.url} ${request.headers['x-given']}` });
      response.end(`got ${body}`);
    });
  });
  const response = await client()(url, { method: 'POST', headers: { 'X-Given': 'g' }, body: '{"é":1}' });
  expect([response.status, response.ok, response.headers.get('X-Seen'), response.headers.get('none')]).toEqual([
    201,
    true,
    'POST /acp?a=1 g',
    null,
  ]);
  expect([response.headers.getSetCookie(), await response.text()]).toEqual([['a=1', 'b=2; Path=/'], 'got {"é":1}']);
});

test('[RE70] requests one after another use one connection', async () => {
  const ports = new Set<number | undefined>();
  const url = await serving((request, response) => {
    ports.add(request.socket.remotePort);
    response.writeHead(202, { 'content-length': '0' }).end();
  });
  const send = client();
  for (let n = 0; n < 5; n += 1) {
    const response = await send(url, { method: 'POST', body: '{}' });
    expect([response.status, response.body, await response.text()]).toEqual([202, null, '']);
  }
  expect(ports.size).toBe(1);
});

test('[RE72] a stream is read as it comes, and not faster than it is asked for', async () => {
  let response: ServerResponse | undefined;
  const url = await serving((_, given) => {
    response = given;
    given.writeHead(200).write('data: 1\n\n');
  });
  const reader = (await client()(url)).body?.getReader();
  const text = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(await text()).toBe('data: 1\n\n');
  response?.write('data: 2\n\n');
  expect(await text()).toBe('data: 2\n\n');
  const chunk = Buffer.alloc(64 * 1024);
  const fill = () => {
    while (response !== undefined && response.writableLength < 1024 * 1024) response.write(chunk);
  };
  let written = 0;
  for (let last = -1; last !== written; ) {
    last = written;
    fill();
    await new Promise((resolve) => setTimeout(resolve, 50));
    written = response?.socket?.bytesWritten ?? 0;
  }
  expect(written).toBeLessThan(32 * 1024 * 1024);
  await reader?.cancel();
  await expect.poll(() => response?.destroyed).toBe(true);
});

test('[RE72] a stream that ends is done, and one that is cut fails', async () => {
  let isCut = false;
  const url = await serving((_, response) => {
    response.writeHead(200).write('data: 1\n\n');
    setTimeout(() => (isCut ? response.destroy() : response.end()), 20);
  });
  expect(await (await client()(url)).text()).toBe('data: 1\n\n');
  isCut = true;
  await expect((await client()(url)).text()).rejects.toThrow();
});

test('[RE72] a signal ends a request that waits and one that is being read, with its reason', async () => {
  let answers = false;
  const url = await serving((_, response) => {
    if (answers) response.writeHead(200).write('data: 1\n\n');
  });
  const waiting = new AbortController();
  const request = client()(url, { signal: waiting.signal });
  setTimeout(() => waiting.abort(new Error('enough')), 20);
  await expect(request).rejects.toThrow('enough');
  answers = true;
  const reading = new AbortController();
  const reader = (await client()(url, { signal: reading.signal })).body?.getReader();
  await reader?.read();
  const next = reader?.read();
  reading.abort(new Error('really enough'));
  await expect(next).rejects.toThrow('really enough');
  await expect(client()(url, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
});

test.each([
  ['fails', new Error('silent'), 3],
  ['is no longer needed', undefined, 2],
])('[RE36] connections that wait are used again, but not after one that %s', async (_, reason, count) => {
  const ports = new Set<number | undefined>();
  const url = await serving((request, response) => {
    ports.add(request.socket.remotePort);
    if (request.method === 'GET') response.writeHead(200).write('data: 1\n\n');
    else response.writeHead(202, { 'content-length': '0' }).end();
  });
  const send = client();
  const controller = new AbortController();
  const reader = (await send(url, { signal: controller.signal })).body?.getReader();
  await reader?.read();
  await send(url, { method: 'POST' });
  const next = reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort(reason);
  await expect(next).rejects.toThrow();
  await send(url, { method: 'POST' });
  expect(ports.size).toBe(count);
});

test('[RE36] a request without an answer in time is repeated over a new connection', async () => {
  const ports = new Set<number | undefined>();
  let isDeaf = false;
  const url = await serving((request, response) => {
    ports.add(request.socket.remotePort);
    if (!isDeaf) response.writeHead(202, { 'content-length': '0' }).end();
  });
  const send = client();
  await Promise.all([send(url), send(url)]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  isDeaf = true;
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('late')), 20);
  await expect(send(url, { signal: controller.signal })).rejects.toThrow('late');
  isDeaf = false;
  await send(url);
  expect(ports.size).toBe(3);
});

test('[RE70] a server that is not there is a TypeError, as of fetch', async () => {
  await expect(client()('http://127.0.0.1:1/acp')).rejects.toThrow(TypeError);
});
