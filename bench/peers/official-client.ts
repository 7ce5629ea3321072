import type { ChildProcessByStdio } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { type ClientConnection, client, ndJsonStream } from '@agentclientprotocol/sdk';
import * as v2 from '@agentclientprotocol/sdk/experimental/v2';

type Child = ChildProcessByStdio<Writable, Readable, null>;

const options = { maxMessageBytes: 256 * 1024 * 1024 };

/** A client of the official SDK on the pipes of a child, which calls back for updates and for the child being ready. */
export function officialClient(
  child: Child,
  onReady: () => void,
  onUpdate: (params: unknown) => void,
): ClientConnection {
  return client({ name: 'bench' })
    .onNotification('_bench/ready', (params: unknown) => params, onReady)
    .onNotification('session/update', ({ params }) => onUpdate(params))
    .connect(ndJsonStream(...pipesOf(child), options));
}

/** A client of the v2 API of the official SDK on the pipes of a child. */
export function officialV2Client(
  child: Child,
  onReady: () => void,
  onUpdate: (params: unknown) => void,
): v2.ClientConnection {
  const connection = v2
    .client({ name: 'bench' })
    .onNotification(
      '_bench/ready',
      (params: unknown) => params,
      () => {},
    )
    .onNotification('session/update', ({ params }) => onUpdate(params))
    .connect(v2.ndJsonStream(...pipesOf(child), options));
  // It takes no notification before the handshake.
  const info = { name: 'bench', version: '1' };
  void connection.agent.request('initialize', { protocolVersion: 2, info, capabilities: {} }).then(onReady);
  return connection;
}

function pipesOf(child: Child): [WritableStream<Uint8Array>, ReadableStream<Uint8Array>] {
  return [
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  ];
}
