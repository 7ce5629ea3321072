import { remote } from '@emend/acp/node';
import type { RemoteOptions } from '@emend/acp/remote';
import { expect, test } from 'vitest';
import { type Carrier, carriers } from './peers/official-clients.ts';
import { officialNovemberAgent } from './peers/official-november-agent.ts';
import { socketUrl, startOfficialServer, type TestServer } from './peers/official-server.ts';
import { officialV1Agent } from './peers/official-v1-agent.ts';
import { wantedOfNovember, wantedOfV1, wholeSessionOfOurs } from './peers/our-client.ts';
import { startRustStyleServer } from './peers/rust-style-server.ts';

const transportTo = (carrier: Carrier, { url }: TestServer, options: RemoteOptions = {}) =>
  remote(carrier === 'websocket' ? socketUrl(url) : url, options);

test.each(carriers)(
  '[W2, W6] our client has a whole session with a v1 server of the official SDK over %s',
  async (carrier) => {
    await using server = await startOfficialServer(() => officialV1Agent());
    expect(await wholeSessionOfOurs(transportTo(carrier, server))).toEqual(wantedOfV1);
  },
);

test.each(carriers)(
  '[W2] our client has a whole session with a v2 server of the official SDK over %s',
  async (carrier) => {
    await using server = await startOfficialServer(() => officialNovemberAgent());
    expect(await wholeSessionOfOurs(transportTo(carrier, server))).toEqual(wantedOfNovember);
  },
);

test.each(carriers)(
  '[W2, W6] our client has a whole session with a server that answers loads on the stream of the session and chooses no subprotocol, over %s',
  async (carrier) => {
    const offered: unknown[] = [];
    await using server = await startRustStyleServer(() => officialV1Agent(), {
      onRequest: (_, headers) => offered.push(headers['sec-websocket-protocol']),
    });
    expect(await wholeSessionOfOurs(transportTo(carrier, server))).toEqual(wantedOfV1);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter((each) => each !== undefined)).toEqual([]);
  },
);

test('[W16] where there is no WebSocket, a client that tries it first goes on over HTTP', async () => {
  const methods: string[] = [];
  await using server = await startRustStyleServer(() => officialV1Agent(), {
    hasSockets: false,
    onRequest: (method) => methods.push(method),
  });
  expect(await wholeSessionOfOurs(remote(server.url, { first: 'websocket' }))).toEqual(wantedOfV1);
  expect(methods.slice(0, 2)).toEqual(['UPGRADE', 'POST']);
  expect(methods.filter((each) => each === 'UPGRADE')).toHaveLength(1);
});
