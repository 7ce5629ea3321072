import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { InspectorEvent } from '../api/inspector.ts';
import { overviewOf } from '../api/test-support/overview-of.ts';
import { PageSocket } from './page-socket.ts';
import { ScriptedInspector } from './test-support/scripted-inspector.ts';
import { type Serving, serving } from './test-support/serving.ts';

async function pageOf({ address, token }: Serving) {
  const authorization = `Bearer ${token}`;
  const response = await fetch(`${address}api/ticket`, { method: 'POST', headers: { authorization } });
  const { ticket } = (await response.json()) as { ticket: string };
  const socket = new WebSocket(`${address.replace('http', 'ws')}api/socket?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  const page = pageOver(socket);
  await once(socket, 'open');
  return page;
}

function pageOver(socket: WebSocket) {
  const messages: unknown[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const ask = (id: unknown, call: unknown, question: unknown = {}) =>
    socket.send(JSON.stringify({ id, call, question }));
  return { socket, messages, ask };
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('[IP30] a page asks and is answered, and a question that fails is answered with a sentence', async () => {
  const server = await serving();
  const page = await pageOf(server);
  server.inspector.answer = (call) => {
    if (call === 'time') throw new Error('There are no times.');
    return overviewOf(7);
  };
  page.ask(1, 'overview');
  await expect.poll(() => page.messages).toEqual([{ id: 1, answer: overviewOf(7) }]);
  page.ask(2, 'time');
  page.ask(3, 'overview');
  await expect.poll(() => page.messages.length).toBe(3);
  expect(page.messages.slice(1)).toEqual([
    { id: 2, failure: 'There are no times.' },
    { id: 3, answer: overviewOf(7) },
  ]);
});

test('[IP30] an answer that cannot be written is answered with a sentence, and an event that cannot is left out', async () => {
  const server = await serving();
  const page = await pageOf(server);
  server.inspector.answer = (call) => (call === 'frame' ? JSON.parse(nested(50_000)) : overviewOf(7));
  page.ask(1, 'frame', { frame: 1 });
  await expect.poll(() => page.messages.length).toBe(1);
  server.inspector.emit({ type: 'grown', overview: JSON.parse(nested(50_000)) });
  page.ask(2, 'overview');
  await expect.poll(() => page.messages.length).toBe(2);
  expect(page.messages).toEqual([
    { id: 1, failure: 'The answer cannot be written: Maximum call stack size exceeded.' },
    { id: 2, answer: overviewOf(7) },
  ]);
});

test('[IP28] what no page would ask closes the socket, and nobody is asked', async () => {
  const server = await serving();
  const rows = { filter: '', open: [], start: 0, end: 10 };
  const wrong = [
    'no JSON',
    '[]',
    'null',
    JSON.stringify({ id: 1, call: 'start', question: { command: ['sh', '-c', 'true'] } }),
    JSON.stringify({ id: 1, call: 'toString', question: {} }),
    JSON.stringify({ id: 1, call: '__proto__', question: {} }),
    JSON.stringify({ id: 'x', call: 'overview', question: {} }),
    JSON.stringify({ id: 1, call: 'overview' }),
    JSON.stringify({ id: 1, call: 'frame', question: { frame: '1' } }),
    JSON.stringify({ id: 1, call: 'frame', question: { frame: 1.5 } }),
    JSON.stringify({ id: 1, call: 'rows', question: { ...rows, open: 3 } }),
    JSON.stringify({ id: 1, call: 'rows', question: { ...rows, open: ['x'] } }),
    JSON.stringify({ id: 1, call: 'rows', question: { ...rows, filter: null } }),
    JSON.stringify({ id: 1, call: 'problems', question: { start: 0, end: 1, levels: ['fatal'] } }),
    Buffer.from('{}'),
  ];
  for (const message of wrong) {
    const { socket } = await pageOf(server);
    socket.send(message);
    const [code] = await once(socket, 'close');
    expect([String(message), code]).toEqual([String(message), 1008]);
  }
  expect(server.inspector.asked).toEqual([]);
});

test('[IP29] events reach every page, and nothing is kept of a page that left', async () => {
  const server = await serving();
  const pages = [await pageOf(server), await pageOf(server)];
  const event: InspectorEvent = { type: 'grown', overview: overviewOf(8) };
  server.inspector.emit(event);
  for (const page of pages) await expect.poll(() => page.messages).toEqual([{ event }]);
  for (const page of pages) page.socket.close();
  await expect.poll(() => server.inspector.listeners.size).toBe(0);
});

test('[IP29] a page that does not read is not answered any further, and goes on where it stopped', async () => {
  const mostWaiting = 4 * 1024 * 1024;
  const inspector = new ScriptedInspector();
  const listening = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void listening.close());
  const connected = once(listening, 'connection') as Promise<[WebSocket]>;
  await once(listening, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  onTestFinished(() => socket.terminate());
  const [near] = await connected;
  new PageSocket(near, inspector);
  const page = pageOver(socket);
  await once(socket, 'open');
  const long = 'x'.repeat(1024 * 1024);
  const waiting: number[] = [];
  inspector.answer = () => {
    waiting.push(near.bufferedAmount);
    return { ...overviewOf(0), leftOut: [long] };
  };
  socket.pause();
  const count = 60;
  for (let id = 0; id < count; id += 1) page.ask(id, 'overview');
  await expect
    .poll(() => {
      if (near.bufferedAmount <= mostWaiting) return false;
      for (let frames = 1; frames <= 1_000; frames += 1)
        inspector.emit({ type: 'grown', overview: overviewOf(frames) });
      return true;
    })
    .toBe(true);
  socket.resume();
  await expect.poll(() => page.messages.length).toBe(count + 1);
  const events = page.messages.filter((message) => 'event' in (message as object));
  expect(events).toEqual([{ event: { type: 'grown', overview: overviewOf(1_000) } }]);
  const ids = page.messages.flatMap((message) => ('id' in (message as object) ? [(message as { id: number }).id] : []));
  expect(ids).toEqual(Array.from({ length: count }, (_, id) => id));
  expect(waiting.filter((bytes) => bytes > mostWaiting)).toEqual([]);
});
