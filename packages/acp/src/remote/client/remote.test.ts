import { describe, expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import type { Socket, SocketEnd, SocketListener } from '../wire/socket.ts';
import type { RemoteOptions, RemotePlatform, RemoteState } from './options.ts';
import { remote } from './remote.ts';

const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
const answer = '{"jsonrpc":"2.0","id":0,"result":{}}';

/** A network whose WebSockets do what a test says and whose HTTP answers the handshake, and then nothing. */
function network(whenOpened: (listener: SocketListener, socket: { readonly sent: string[] }) => void) {
  const tried: string[] = [];
  const sent: string[] = [];
  const platform: Partial<RemotePlatform> = {
    openSocket(url) {
      tried.push(url);
      const socket: Socket = {
        bufferedAmount: 0,
        send: (text) => void sent.push(text),
        close: () => {},
        terminate: () => {},
        listen: (listener) => queueMicrotask(() => whenOpened(listener, { sent })),
      };
      return socket;
    },
    sendsHeaders: true,
    clock: new ManualClock(),
    random: () => 0.5,
    fetch: (async (input: URL, init: RequestInit) => {
      tried.push(`${init.method} ${input}`);
      if (init.method === 'POST') {
        sent.push(String(init.body));
        return new Response(answer, { headers: { 'acp-connection-id': 'c1', 'content-type': 'application/json' } });
      }
      return new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    }) as typeof fetch,
  };
  return { tried, sent, platform };
}

/** Connects, sends the handshake and returns what came of it. */
async function attempt(address: string, options: RemoteOptions) {
  const states: RemoteState[] = [];
  const transport = remote(address, { ...options, onState: (state) => states.push(state) });
  void transport.send(initialize);
  const step = await transport.frames[Symbol.asyncIterator]()
    .next()
    .catch((cause: Error) => cause.message);
  const seen = states.map((state) => (state.type === 'open' ? `open ${state.carrier}` : state.type));
  transport.abort?.();
  return { step, seen };
}

const refusing = (end: Partial<SocketEnd>) =>
  network((listener) => listener.closed({ code: 1006, reason: '', ...end }));
const delivered = { done: false, value: [answer] };

describe('which carrier is used', () => {
  test('[W16] an address of a WebSocket is tried as one, and stays one if it opens', async () => {
    const { tried, sent, platform } = network((listener) => {
      listener.opened?.(() => undefined);
      listener.message(answer);
    });
    expect(await attempt('ws://agent.example/acp', { platform })).toEqual({
      step: delivered,
      seen: ['connecting', 'open websocket'],
    });
    expect([tried, sent]).toEqual([['ws://agent.example/acp?counted=1'], [initialize]]);
  });

  test.each([400, 404, 405, 406, 426, 501])(
    '[W16] a WebSocket refused with %i is followed by HTTP at the same address',
    async (status) => {
      for (const [address, options] of [
        ['wss://agent.example/acp', {}],
        ['https://agent.example/acp', { first: 'websocket' }],
      ] as const) {
        const { tried, sent, platform } = refusing({ status });
        expect(await attempt(address, { ...options, platform })).toEqual({
          step: delivered,
          seen: ['connecting', 'connecting', 'open http'],
        });
        expect([tried.slice(0, 2), sent]).toEqual([
          ['wss://agent.example/acp?counted=1', 'POST https://agent.example/acp'],
          [initialize],
        ]);
      }
    },
  );

  test.each([401, 403, 421, 500])('[W16] one that is refused with %i is not', async (status) => {
    const { tried, platform } = refusing({ status, reason: 'No.' });
    expect(await attempt('ws://agent.example/acp', { platform })).toEqual({
      step: `The server refused the socket (${status}): No.`,
      seen: ['connecting', 'closed'],
    });
    expect(tried.length).toBe(1);
  });

  test('[W16] a server that cannot be reached is not tried over HTTP, unless the platform hides why', async () => {
    const node = refusing({ reason: 'connect ECONNREFUSED' });
    expect(await attempt('ws://agent.example/acp', { platform: node.platform })).toEqual({
      step: 'The socket was closed (1006): connect ECONNREFUSED',
      seen: ['connecting', 'closed'],
    });
    const page = refusing({});
    const { step } = await attempt('ws://agent.example/acp', { platform: { ...page.platform, sendsHeaders: false } });
    expect([step, node.tried.length, page.tried[1]]).toEqual([delivered, 1, 'POST http://agent.example/acp']);
  });

  test('[W16] an address of HTTP is used over HTTP, unless a WebSocket is asked for', async () => {
    const plain = network(() => {});
    expect((await attempt('http://agent.example/acp', { platform: plain.platform })).step).toEqual(delivered);
    const socket = network((listener) => {
      listener.opened?.(() => undefined);
      listener.message(answer);
    });
    await attempt('http://agent.example/acp', { platform: socket.platform, first: 'websocket' });
    expect([plain.tried[0], socket.tried]).toEqual([
      'POST http://agent.example/acp',
      ['ws://agent.example/acp?counted=1'],
    ]);
  });

  test('[RE78] closing before the choice is made ends it', async () => {
    const { tried, platform } = network(() => {});
    const transport = remote('ws://agent.example/acp', { platform });
    await transport.close();
    expect(await transport.frames[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    await expect(Promise.resolve(transport.send(initialize))).rejects.toThrow('The connection is closed.');
    expect(tried.filter((each) => !each.startsWith('ws'))).toEqual([]);
  });
});

const noAddress = 'The address of a remote agent must be a URL that begins with ws, wss, http or https.';
const hasSecret = 'A secret must not be in the address of a remote agent: use the option token.';

test.each([
  ['', noAddress],
  ['agent.example', noAddress],
  ['wss://', noAddress],
  ['ftp://agent.example', noAddress],
  ['wss://me:secret@agent.example/acp', hasSecret],
  ['wss://agent.example/acp?token=secret', hasSecret],
  ['wss://agent.example/acp#token=secret', hasSecret],
])('[RE78] the address "%s" is refused with one sentence', (address, sentence) => {
  expect(() => remote(address)).toThrow(new TypeError(sentence));
});
