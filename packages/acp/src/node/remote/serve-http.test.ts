import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import type { RemoteState } from '../../remote/client/options.ts';
import { type Agent, agent } from '../../roles/agent/agent.ts';
import { connect } from '../../roles/client/connect.ts';
import type { Transport } from '../../transport/transport.ts';
import { type NodeRemoteOptions, remote } from './remote.ts';
import { type HttpService, serveHttp } from './serve-http.ts';
import { testCertificate } from './test-support/certificate.ts';
import { http2Fetch } from './test-support/http2-fetch.ts';

const tls = testCertificate();
const ca = { tls: { ca: tls.cert } };

/** An agent that asks before it speaks. */
function asking(): Agent {
  return agent({
    sessions: { log: new MemoryLog() },
    async prompt(turn) {
      if (turn.text === 'wait') {
        await turn.message().append('I wait.');
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
        return 'cancelled';
      }
      const { outcome } = await turn.requestPermission({ toolCallId: 'c1', title: 'Write' });
      await turn.message().append(`${turn.text}: ${outcome.outcome}`);
      return 'end_turn';
    },
  });
}

/** Has a whole conversation and returns what was said. */
async function conversation(transport: Transport): Promise<unknown[]> {
  const client = await connect(transport, { requestPermission: ({ options }) => options[0]?.optionId ?? '' });
  const session = await client.newSession({ cwd: '/' });
  const first = await session.prompt('héllo').ended;
  const waiting = session.prompt('wait');
  await expect.poll(() => JSON.stringify(session.state.messages)).toContain('I wait.');
  session.cancel();
  const second = await waiting.ended;
  const { sessions } = await client.listSessions();
  const texts = [...session.state.messages].map(
    ({ content }) => JSON.stringify(content).match(/"text":"([^"]*)"/)?.[1],
  );
  const loaded = await client.loadSession({ sessionId: session.id, cwd: '/' });
  const before = loaded.state.messages.length;
  await client.close();
  return [first.stopReason, second.stopReason, sessions.length > 0, texts, before];
}

const wanted = ['end_turn', 'cancelled', true, ['héllo', 'héllo: selected', 'wait', 'I wait.'], 4];

describe('on one port with TLS', () => {
  let service: HttpService;
  beforeAll(async () => {
    service = await serveHttp(asking(), { tls, authenticate: 'secret' });
  });
  afterAll(() => service.close());

  const open = (options: NodeRemoteOptions, url = service.url) => remote(url, { token: 'secret', ...ca, ...options });

  test('[W15] a conversation over HTTP/1.1', async () => {
    expect(await conversation(open({}))).toEqual(wanted);
  });

  test('[W15] the same over HTTP/2, with no connection header in any answer', async () => {
    const h2 = http2Fetch(new URL(service.url).origin, tls.cert);
    expect(await conversation(open({ platform: { fetch: h2.fetch } }))).toEqual(wanted);
    h2.close();
    expect(h2.answers.length).toBeGreaterThan(5);
    expect(h2.answers.filter((each) => each['connection'] ?? each['keep-alive'] ?? each['transfer-encoding'])).toEqual(
      [],
    );
  });

  test('[W15] the same over a WebSocket', async () => {
    expect(await conversation(open({}, service.url.replace('http', 'ws')))).toEqual(wanted);
  });

  test('[W16] a WebSocket that was asked for at an address of HTTP', async () => {
    const states: RemoteState[] = [];
    expect(await conversation(open({ first: 'websocket', onState: (state) => states.push(state) }))).toEqual(wanted);
    expect(states).toEqual([
      { type: 'connecting' },
      { type: 'open', carrier: 'websocket', isResumed: false },
      { type: 'closed', reason: 'It was closed.' },
    ]);
  });

  test('[W37] a wrong token is refused on both carriers, with the reason', async () => {
    const refused = (url: string) => conversation(open({ token: 'wrong' }, url)).catch((error: Error) => error.message);
    expect(await refused(service.url)).toContain('401');
    expect(await refused(service.url.replace('http', 'ws'))).toContain('A valid token is needed.');
  });

  test('[W19] 100 POSTs at once over HTTP/2 are handled in the order of their numbers', async () => {
    const order: number[] = [];
    await using counting = await serveHttp(
      agent({ prompt: () => {}, notifications: { _note: (params) => void order.push((params as { n: number }).n) } }),
      { tls },
    );
    const h2 = http2Fetch(new URL(counting.url).origin, tls.cert);
    const post = (body: object, headers: Record<string, string> = {}) =>
      h2.fetch(counting.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const answer = await post({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
    const id = answer.headers.get('acp-connection-id') ?? '';
    // 37 and 101 have no common factor, so that each number comes once.
    const numbers = Array.from({ length: 100 }, (_, at) => ((at + 1) * 37) % 101);
    const statuses = await Promise.all(
      numbers.map(async (n) => {
        const headers = { 'acp-connection-id': id, 'idempotency-key': String(n) };
        return (await post({ method: '_note', params: { n } }, headers)).status;
      }),
    );
    await expect.poll(() => order.length).toBe(100);
    h2.close();
    expect([new Set(statuses), order]).toEqual([new Set([202]), Array.from({ length: 100 }, (_, at) => at + 1)]);
  });
});

describe('beside another program', () => {
  const servers = {
    http: () => createServer(),
    https: () => createHttps(tls),
    http2: () => createSecureServer({ ...tls, allowHTTP1: true }),
  };

  test.each(Object.entries(servers))(
    '[RE73] on a server of node:%s that serves other paths as well',
    async (_, create) => {
      const server = create();
      server.on('request', (request: { url?: string }, response: import('node:http').ServerResponse) =>
        response.end(`theirs ${request.url}`),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const service = await serveHttp(asking(), { server, path: '/agents/one' });
      const other = await serveHttp(asking(), { server, path: '/agents/two' });
      const theirs = async (path: string) => {
        const url = new URL(path, service.url).href;
        const { fetch: own, close } = (await import('./http-fetch.ts')).httpFetch(ca.tls);
        const text = await (await own(url)).text();
        close();
        return text;
      };
      try {
        expect(await conversation(remote(service.url, ca))).toEqual(wanted);
        expect(await conversation(remote(other.url.replace('http', 'ws'), ca))).toEqual(wanted);
        expect([await theirs('/'), await theirs('/health'), await theirs('/acp')]).toEqual([
          'theirs /',
          'theirs /health',
          'theirs /acp',
        ]);
        await service.close();
        expect([await theirs('/agents/one'), server.listening]).toEqual(['theirs /agents/one', true]);
        expect(await conversation(remote(other.url, ca))).toEqual(wanted);
      } finally {
        await other.close();
        server.close();
        if ('closeAllConnections' in server) server.closeAllConnections();
      }
    },
  );
});

describe('starting and ending', () => {
  test('[RE79] a port in use, an address of others and a name of nobody are told in one sentence', async () => {
    await using service = await serveHttp(asking());
    const { port } = service.server.address() as AddressInfo;
    const problem = (options: object) => serveHttp(asking(), options).catch((error: Error) => error.message);
    expect(await problem({ port })).toBe(`Port ${port} of 127.0.0.1 is in use by another program.`);
    expect(await problem({ host: '192.0.2.1', authenticate: 't', insecure: true })).toBe(
      'This machine does not have the address 192.0.2.1.',
    );
    expect(await problem({ host: 'nobody.invalid', authenticate: 't', insecure: true })).toBe(
      'There is no address with the name nobody.invalid.',
    );
    expect(await problem({ port: 70_000 })).toContain('Cannot listen on port 70000');
    expect(await problem({ tls: { cert: 'no', key: 'no' } })).toContain('The certificate or its key cannot be used');
  });

  test('[W43] a server that others reach needs a token, and TLS or a word that there is none', async () => {
    const problem = (options: object) => serveHttp(asking(), { host: '0.0.0.0', ...options });
    await expect(problem({})).rejects.toThrow('needs a token');
    await expect(problem({ authenticate: 't' })).rejects.toThrow('needs a certificate');
    await (await problem({ authenticate: 't', insecure: true })).close();
    await (await problem({ authenticate: 't', tls })).close();
  });

  test('[RE79] something else than an agent is refused', async () => {
    await expect(serveHttp({ prompt: () => {} } as never)).rejects.toThrow(
      'The first argument of serveHttp() must be an agent made by agent(), or a function.',
    );
  });

  test('[RE79] a function gets each connection, and closing ends them all', async () => {
    const seen: string[] = [];
    const service = await serveHttp(
      (connection) => {
        seen.push(`${connection.kind} of ${connection.principal}`);
        void (async () => {
          for await (const frames of connection.transport.frames)
            for (const frame of frames) {
              const { id } = JSON.parse(String(frame));
              await connection.transport.send(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } }));
            }
        })();
      },
      { authenticate: [{ token: 't', principal: 'ann' }] },
    );
    const transport = remote(service.url.replace('http', 'ws'), { token: 't' });
    void transport.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}');
    const reader = transport.frames[Symbol.asyncIterator]();
    expect(await reader.next()).toEqual({
      done: false,
      value: ['{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}'],
    });
    expect([seen, service.connections.length]).toEqual([['websocket of ann'], 1]);
    await service.close();
    expect([service.connections.length, service.server.listening]).toEqual([0, false]);
    transport.abort?.();
  });

  test('[W26] a turn of a client that has left goes on into the log, and ends when the server is closed', async () => {
    const ended: string[] = [];
    let finish = () => {};
    const durable = agent({
      sessions: { log: new MemoryLog() },
      async prompt(turn) {
        await turn.message().append('begun');
        await new Promise<void>((resolve) => {
          finish = resolve;
          turn.signal.addEventListener('abort', () => resolve());
        });
        ended.push(turn.signal.aborted ? 'aborted' : 'finished');
      },
    });
    await using service = await serveHttp(durable);
    const talk = async () => {
      const client = await connect(remote(service.url.replace('http', 'ws')));
      const session = await client.newSession({ cwd: '/' });
      void session.prompt('go').ended.catch(() => {});
      await expect.poll(() => session.state.messages.length).toBe(2);
      await client.close();
      await expect.poll(() => service.connections.length).toBe(0);
    };
    await talk();
    expect(ended).toEqual([]);
    finish();
    await expect.poll(() => ended).toEqual(['finished']);
    await talk();
    await service.close();
    expect(ended).toEqual(['finished', 'aborted']);
  });

  test('[RE79] clients that keep their connections open, used or not, do not keep a server from closing', async () => {
    const service = await serveHttp(asking(), { tls });
    const { origin, port } = new URL(service.url);
    const h2 = http2Fetch(origin, tls.cert);
    expect((await h2.fetch(new URL('/health', origin), { method: 'GET' })).status).toBe(200);
    const silent = connectTcp(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const client = await connect(remote(service.url, ca));
    await service.close();
    expect(service.server.listening).toBe(false);
    await client.close();
    h2.close();
    silent.destroy();
  });

  test.each(['http', 'ws'] as const)(
    '[W52] everything that was said before the end of a draining arrives, over %s',
    async (scheme) => {
      const long = 'x'.repeat(8 * 1024 * 1024);
      let goOn = () => {};
      const mayGoOn = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const loud = agent({
        async prompt(turn) {
          await turn.message().append('begun');
          await mayGoOn;
          await turn.message().append(long);
        },
      });
      const service = await serveHttp(loud);
      const client = await connect(remote(service.url.replace('http', scheme)));
      const session = await client.newSession({ cwd: '/' });
      const turn = session.prompt('go').ended;
      await expect.poll(() => session.state.messages.length).toBe(2);
      const drained = service.drain({ grace: 500_000 });
      goOn();
      const [ended] = await Promise.all([turn, drained]);
      expect([ended.stopReason, JSON.stringify(session.state.messages.at(2)).includes(long)]).toEqual([
        'end_turn',
        true,
      ]);
      await client.close();
    },
  );

  test('[RE79] draining lets a running turn finish and then ends everything', async () => {
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = agent({
      async prompt(turn) {
        await turn.message().append('begun');
        await mayGoOn;
        await turn.message().append('done');
      },
    });
    const service = await serveHttp(slow);
    const client = await connect(remote(service.url.replace('http', 'ws')));
    const session = await client.newSession({ cwd: '/' });
    const turn = session.prompt('go').ended;
    await expect.poll(() => session.state.messages.length).toBe(2);
    const draining = service.drain({ grace: 500_000 });
    goOn();
    expect((await turn).stopReason).toBe('end_turn');
    await draining;
    expect([service.server.listening, service.connections.length]).toEqual([false, 0]);
    await client.close();
  });

  test.each(['drain', 'close'] as const)('[RE79] %s resolves after the turns that it cancelled', async (how) => {
    const order: string[] = [];
    const slow = agent({
      async prompt(turn) {
        await turn.message().append('begun');
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
        order.push('cancelled');
        await new Promise((resolve) => setTimeout(resolve, 100));
        order.push('turn ended');
      },
    });
    const service = await serveHttp(slow);
    const client = await connect(remote(service.url.replace('http', 'ws')));
    const session = await client.newSession({ cwd: '/' });
    session.prompt('go').ended.catch(() => {});
    await expect.poll(() => session.state.messages.length).toBe(2);
    await (how === 'drain' ? service.drain({ grace: 20 }) : service.close());
    order.push('server ended');
    expect(order).toEqual(['cancelled', 'turn ended', 'server ended']);
    await client.close();
  });
});
