import type { ChildProcessByStdio } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { type ClientConnection, client, ndJsonStream } from '@agentclientprotocol/sdk';

/** A client of the official SDK on the pipes of a child, which calls back for updates and for the child being ready. */
export function officialClient(
  child: ChildProcessByStdio<Writable, Readable, null>,
  onReady: () => void,
  onUpdate: (params: unknown) => void,
): ClientConnection {
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    { maxMessageBytes: 256 * 1024 * 1024 },
  );
  return client({ name: 'bench' })
    .onNotification('_bench/ready', (params: unknown) => params, onReady)
    .onNotification('session/update', ({ params }) => onUpdate(params))
    .connect(stream);
}
