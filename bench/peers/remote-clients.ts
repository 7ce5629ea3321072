import type { Stream } from '@agentclientprotocol/sdk';

/** How a connection is carried. */
export type Carrier = 'websocket' | 'http';

/** A client that is connected to a server. */
interface RemoteClient {
  request(method: string, params: unknown): Promise<unknown>;
}

/** Connects to a server; calls back for each update after it was checked. */
type Connect = (url: string, carrier: Carrier, onUpdate: (params: unknown) => void) => Promise<RemoteClient>;

const initialize = { protocolVersion: 1, clientCapabilities: {} };
const setup = { cwd: '/project', mcpServers: [] };

/** The contestants; each meets a server of its own kind, and is loaded only when it runs. */
export const remoteClients: Readonly<Record<string, { readonly server: string; readonly connect: Connect }>> = {
  ours: { server: 'ours', connect: ourClient },
  'official SDK': { server: 'official', connect: officialClient },
  'bare ws': { server: 'bare', connect: bareClient },
};

function addressOf(url: string, carrier: Carrier): string {
  return carrier === 'http' ? url : url.replace('http', 'ws');
}

async function ourClient(url: string, carrier: Carrier, onUpdate: (params: unknown) => void): Promise<RemoteClient> {
  const [{ Peer }, { remote }, { SessionNotification }] = await Promise.all([
    import('@emend/acp/jsonrpc'),
    import('@emend/acp/node'),
    import('@emend/acp/protocol/v1'),
  ]);
  const peer = new Peer(remote(addressOf(url, carrier)), {
    notifications: {
      'session/update': (params) => {
        const decoded = SessionNotification.decode(params);
        if (!decoded.ok) throw new Error('the update was refused');
        onUpdate(decoded.value);
      },
    },
  });
  await peer.request('initialize', initialize);
  await peer.request('session/new', setup);
  return peer;
}

async function officialClient(
  url: string,
  carrier: Carrier,
  onUpdate: (params: unknown) => void,
): Promise<RemoteClient> {
  const { client } = await import('@agentclientprotocol/sdk');
  const { agent } = client({ name: 'bench' })
    .onNotification('session/update', ({ params }) => onUpdate(params))
    .connect(await officialStream(url, carrier));
  await agent.request('initialize', initialize);
  await agent.request('session/new', setup);
  return { request: (method, params) => agent.request(method, params) };
}

async function officialStream(url: string, carrier: Carrier): Promise<Stream> {
  if (carrier === 'http') {
    const { createHttpStream } = await import('@agentclientprotocol/sdk/experimental/http-client');
    return createHttpStream(url);
  }
  const [{ createWebSocketStream }, { WebSocket }] = await Promise.all([
    import('@agentclientprotocol/sdk/experimental/ws-client'),
    import('ws'),
  ]);
  return createWebSocketStream(addressOf(url, carrier), { WebSocket: WebSocket as never });
}

async function bareClient(url: string, _: Carrier, onUpdate: (params: unknown) => void): Promise<RemoteClient> {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(addressOf(url, 'websocket'), { perMessageDeflate: false });
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const { id, result, params } = JSON.parse(String(data)) as { id?: number; result: unknown; params: unknown };
    if (id === undefined) return onUpdate(params);
    waiting.get(id)?.(result);
    return waiting.delete(id);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    request(method, params) {
      last += 1;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }));
      return new Promise((resolve) => waiting.set(last, resolve));
    },
  };
}
