import { createServer } from 'node:http';
import type { Peer } from '@emend/acp/jsonrpc';
import type { RemoteConnection } from '@emend/acp/remote';

// Serves an agent over WebSocket and HTTP as the contestant that its argument names, and prints the address. The agent answers
// `_bench/echo` with its parameters, `_bench/memory` with the memory of the process, and sends as many updates as a prompt says.
// A contestant is loaded only when it runs.
const initialized = { protocolVersion: 1, agentInfo: { name: 'bench', version: '1' }, agentCapabilities: {} };
const sessionId = 'session-0123456789';
const update = {
  sessionUpdate: 'agent_message_chunk' as const,
  content: { type: 'text' as const, text: 'a few words of an answer ' },
};
const frame = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });

/** How many updates are sent before the sender waits for them to be taken. */
const updatesInARow = 256;

function memory(): { readonly bytes: number } {
  (globalThis as { gc?: () => void }).gc?.();
  return { bytes: process.memoryUsage().rss };
}

function countOf(params: unknown): number {
  return Number((params as { prompt: { text: string }[] }).prompt[0]?.text);
}

async function sendAll(count: number, send: () => Promise<void> | undefined): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const sent = send();
    if (index % updatesInARow === 0) await sent;
  }
}

async function ours(): Promise<string> {
  const [{ Peer }, { serveHttp }] = await Promise.all([import('@emend/acp/jsonrpc'), import('@emend/acp/node')]);
  const limits = { connections: 5_000, connectionsPerPrincipal: 5_000 };
  const everyone = new Set<Peer>();
  const service = await serveHttp(
    ({ transport }: RemoteConnection) => {
      const peer: Peer = new Peer(transport, {
        requests: {
          initialize: () => initialized,
          'session/new': () => ({ sessionId }),
          '_bench/echo': (params) => params,
          '_bench/memory': memory,
          '_bench/fan': (params) => void fanOut(everyone, params as FanOut),
          'session/prompt': async (params) => {
            await sendAll(countOf(params), () => peer.notify('session/update', { sessionId, update }));
            return { stopReason: 'end_turn' };
          },
        },
      });
      everyone.add(peer);
      void peer.closed.then(() => everyone.delete(peer));
    },
    { limits },
  );
  return service.url;
}

interface FanOut {
  readonly updates: number;
  readonly perSecond: number;
}

/** Sends the same updates to everybody at a given rate, each with the time at which it was sent. */
function fanOut(peers: ReadonlySet<Peer>, { updates, perSecond }: FanOut): void {
  const from = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(updates, ((performance.now() - from) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const params = { sessionId, update, _meta: { at: Number(process.hrtime.bigint()) } };
      for (const peer of peers) peer.notify('session/update', params).catch(() => {});
    }
    if (sent === updates) clearInterval(timer);
  }, 2);
}

async function official(): Promise<string> {
  const [{ agent }, { AcpServer }, { createNodeHttpHandler, createNodeWebSocketUpgradeHandler }, { WebSocketServer }] =
    await Promise.all([
      import('@agentclientprotocol/sdk'),
      import('@agentclientprotocol/sdk/experimental/server'),
      import('@agentclientprotocol/sdk/experimental/node'),
      import('ws'),
    ]);
  const acp = new AcpServer({
    createAgent: () =>
      agent({ name: 'bench' })
        .onRequest('initialize', () => initialized)
        .onRequest('session/new', () => ({ sessionId }))
        .onRequest(
          '_bench/echo',
          (params: unknown) => params,
          ({ params }) => params,
        )
        .onRequest('_bench/memory', (params: unknown) => params, memory)
        .onRequest('session/prompt', async ({ params, client }) => {
          await sendAll(countOf(params), () => client.notify('session/update', { sessionId, update }));
          return { stopReason: 'end_turn' as const };
        }),
  });
  const server = createServer(createNodeHttpHandler(acp));
  server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true }) as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/acp`;
}

/** The `ws` library and `JSON.parse`, with no protocol at all. */
async function bare(): Promise<string> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as { id: number; method: string; params: unknown };
      const answer = (result: unknown) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
      if (method !== 'session/prompt') return answer(params);
      const send = () => new Promise<void>((resolve) => socket.send(frame, () => resolve()));
      return void sendAll(countOf(params), send).then(() => answer({ stopReason: 'end_turn' }));
    });
  });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/acp`;
}

const servers: Readonly<Record<string, () => Promise<string>>> = { ours, official, bare };
const start = servers[process.argv[2] ?? ''];
if (start === undefined) throw new Error(`there is no server '${process.argv[2]}'`);
process.stdout.write(`${await start()}\n`);
// Ends with the program that started it.
process.stdin.on('end', () => process.exit()).resume();
