import { Readable, Writable } from 'node:stream';
import { agent, ndJsonStream } from '@agentclientprotocol/sdk';

// Answers every request with its parameters.
agent({ name: 'echo' })
  .onRequest(
    '_bench/echo',
    (params: unknown) => params,
    ({ params }) => params,
  )
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
