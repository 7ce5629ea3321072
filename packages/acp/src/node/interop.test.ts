import { Readable, Writable } from 'node:stream';
import { client, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import type { PeerEvent } from '../jsonrpc/events.ts';
import { Peer } from '../jsonrpc/peer.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import type { AgentProcess } from './process/agent-process.ts';
import { launchAgent } from './process/launch-agent.ts';
import { program, until } from './test-support/programs.ts';

/** An agent made with the official SDK: extension methods and notifications, both ways. */
const officialAgent = `
  import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
  import { Readable, Writable } from 'node:stream';
  const raw = (params: unknown) => params;
  const log: unknown[] = [];
  const mine = new AbortController();
  const abort = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  agent({ name: 'official' })
    .onRequest('_test/echo', raw, ({ params }) => params)
    .onRequest('_test/refuse', raw, () => { throw new RequestError(-32002, 'Not here', { uri: 'x' }); })
    .onRequest('_test/break', raw, () => { throw new Error('secret'); })
    .onRequest('_test/hang', raw, ({ signal }) => abort(signal))
    .onRequest('_test/log', raw, () => log)
    .onRequest('_test/callBack', raw, async ({ params, client }) => ({ got: await client.request('_test/double', params) }))
    .onRequest('_test/cancelMine', raw, async ({ client }) => {
      const call = client.request('_test/hangHere', {}, { cancellationSignal: mine.signal });
      return call.then(() => 'answered', (error) => ({ code: error.code }));
    })
    .onRequest('_test/stream', raw, async ({ params, client }) => {
      for (let index = 0; index < (params as { count: number }).count; index += 1) await client.notify('_test/update', { index });
      return { done: true };
    })
    .onNotification('_test/note', raw, ({ params }) => void log.push(params))
    .onNotification('_test/enough', raw, () => mine.abort())
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
`;

/** An agent made with our own peer, with the same methods. */
const ourAgent = `
  import { Peer } from '../jsonrpc/peer.ts';
  import { RpcError } from '../jsonrpc/rpc-error.ts';
  import { stdio } from './stdio.ts';
  const log: unknown[] = [];
  const mine = new AbortController();
  const abort = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  new Peer(stdio(), {
    requests: {
      '_test/echo': (params) => params,
      '_test/refuse': () => { throw new RpcError(-32002, 'Not here', { uri: 'x' }); },
      '_test/break': () => { throw new Error('secret'); },
      '_test/hang': (_, { signal }) => abort(signal),
      '_test/log': () => log,
      '_test/callBack': async (params, context) => ({ got: await context.request('_test/double', params) }),
      '_test/cancelMine': (_, context) => {
        const call = context.request('_test/hangHere', {}, { signal: mine.signal });
        return call.then(() => 'answered', (error) => error.message);
      },
      '_test/stream': async (params, context) => {
        for (let index = 0; index < (params as { count: number }).count; index += 1) await context.notify('_test/update', { index });
        return { done: true };
      },
    },
    notifications: {
      '_test/note': (params) => void log.push(params),
      '_test/enough': () => mine.abort(new Error('enough')),
    },
  });
`;

const odd = { text: 'é日本🙂\u2028\n"', nested: [null, { a: [] }], big: 1e21, _meta: { traceparent: '00-1-2-01' } };

describe('our client and an agent of the official SDK', () => {
  async function connect(test: (peer: Peer, agent: AgentProcess, seen: Seen) => Promise<void>) {
    await using agent = await launchAgent(process.execPath, [await program(officialAgent)], { graceMilliseconds: 500 });
    const seen: Seen = { updates: [], begun: 0, aborted: 0, events: [] };
    await using peer = new Peer(agent.transport, {
      malformed: 'report',
      onEvent: (event) => void seen.events.push(event),
      requests: {
        '_test/double': (params) => [params, params],
        '_test/hangHere': (_, { signal }) =>
          new Promise((_, reject) => {
            seen.begun += 1;
            signal.addEventListener('abort', () => {
              seen.aborted += 1;
              reject(signal.reason);
            });
          }),
      },
      notifications: { '_test/update': (params) => void seen.updates.push(params) },
    });
    await test(peer, agent, seen);
  }

  interface Seen {
    updates: unknown[];
    begun: number;
    aborted: number;
    events: PeerEvent[];
  }

  test('requests, errors, notifications and calls back', () =>
    connect(async (peer, _, seen) => {
      expect(await peer.request('_test/echo', odd)).toEqual(odd);
      expect(await peer.request('_test/callBack', odd)).toEqual({ got: [odd, odd] });
      const refusal = await peer.request('_test/refuse', {}).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RpcError);
      expect(refusal).toMatchObject({ code: -32002, message: 'Not here', data: { uri: 'x' } });
      await expect(peer.request('_test/break', {})).rejects.toMatchObject({ code: -32603 });
      await expect(peer.request('_test/unheardOf', {})).rejects.toMatchObject({ code: -32601 });
      await peer.notify('_test/note', { a: 1 });
      await peer.notify('_test/note', { b: [2] });
      // Their side lets a request overtake a notification sent before it, so it may take another look.
      let log: unknown = [];
      while ((log as unknown[]).length < 2) log = await peer.request('_test/log', {});
      expect(log).toEqual([{ a: 1 }, { b: [2] }]);
      expect(await peer.request('_test/stream', { count: 500 })).toEqual({ done: true });
      expect(seen.updates).toEqual(Array.from({ length: 500 }, (_unused, index) => ({ index })));
      expect(seen.events).toEqual([]);
    }));

  test('cancellation, theirs and ours', () =>
    connect(async (peer, _, seen) => {
      const controller = new AbortController();
      const call = peer.request('_test/hang', {}, { signal: controller.signal });
      await peer.request('_test/echo', {});
      controller.abort(new Error('enough'));
      await expect(call).rejects.toThrow('enough');
      const mine = peer.request('_test/cancelMine', {});
      // Only what has begun can be aborted; a machine that is busy takes its time.
      await until(() => seen.begun === 1);
      await peer.notify('_test/enough', {});
      expect(await mine).toEqual({ code: -32800 });
      expect(seen.aborted).toBe(1);
      // Their answer to the cancelled request came in the meantime, and is not worth an event.
      expect(seen.events).toEqual([]);
    }));
});

describe('a client of the official SDK and our agent', () => {
  async function connect(test: (agent: Official, seen: SeenByOfficial) => Promise<void>) {
    const child = await launchOurs();
    const seen: SeenByOfficial = { updates: [], begun: 0, aborted: 0 };
    const raw = (params: unknown) => params;
    const connection = client({ name: 'official' })
      .onRequest('_test/double', raw, ({ params }) => [params, params])
      .onRequest('_test/hangHere', raw, ({ signal }) => {
        return new Promise((_, reject) => {
          seen.begun += 1;
          signal.addEventListener('abort', () => {
            seen.aborted += 1;
            reject(signal.reason);
          });
        });
      })
      .onNotification('_test/update', raw, ({ params }) => void seen.updates.push(params))
      .connect(child.stream);
    await test(connection.agent, seen);
    connection.close();
    child.end();
    expect(await child.exited).toBe(0);
  }

  interface SeenByOfficial {
    updates: unknown[];
    begun: number;
    aborted: number;
  }

  type Official = ReturnType<ReturnType<typeof client>['connect']>['agent'];

  async function launchOurs() {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [await program(ourAgent)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const readable = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
    const stream = ndJsonStream(Writable.toWeb(child.stdin) as WritableStream<Uint8Array>, readable);
    return { stream, exited, end: () => child.stdin.end() };
  }

  test('requests, errors, notifications and calls back', () =>
    connect(async (agent, seen) => {
      expect(await agent.request('_test/echo', odd)).toEqual(odd);
      expect(await agent.request('_test/callBack', odd)).toEqual({ got: [odd, odd] });
      const refusal = await agent.request('_test/refuse', {}).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RequestError);
      expect(refusal).toMatchObject({ code: -32002, message: 'Not here', data: { uri: 'x' } });
      await expect(agent.request('_test/break', {})).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
      await expect(agent.request('_test/unheardOf', {})).rejects.toMatchObject({ code: -32601 });
      await agent.notify('_test/note', { a: 1 });
      await agent.notify('_test/note', { b: [2] });
      expect(await agent.request('_test/log', {})).toEqual([{ a: 1 }, { b: [2] }]);
      expect(await agent.request('_test/stream', { count: 500 })).toEqual({ done: true });
      await until(() => seen.updates.length === 500);
      expect(seen.updates).toEqual(Array.from({ length: 500 }, (_, index) => ({ index })));
    }));

  test('cancellation, theirs and ours', () =>
    connect(async (agent, seen) => {
      const controller = new AbortController();
      const call = agent.request('_test/hang', {}, { cancellationSignal: controller.signal });
      const outcome = call.catch((error: unknown) => error);
      await agent.request('_test/echo', {});
      controller.abort();
      expect(await outcome).toMatchObject({ code: -32800, message: 'Request cancelled' });
      const mine = agent.request('_test/cancelMine', {});
      await until(() => seen.begun === 1);
      await agent.notify('_test/enough', {});
      expect(await mine).toBe('enough');
      await until(() => seen.aborted === 1);
    }));
});
