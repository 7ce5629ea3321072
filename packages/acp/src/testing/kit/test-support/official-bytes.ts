import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import type { Transport } from '../../../transport/transport.ts';

/** A connection as the official SDK takes it, and what gives it bytes. */
interface OfficialBytes {
  readonly stream: Stream;
  writeBytes(bytes: Uint8Array): void;
}

/** Returns a transport as the official SDK takes it: with the framing of the SDK itself, byte for byte. */
export function officialBytes(transport: Transport): OfficialBytes {
  const frames = transport.frames[Symbol.asyncIterator]();
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let rest = '';
  let writeBytes = (_: Uint8Array) => {};
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      writeBytes = (bytes) => controller.enqueue(bytes);
    },
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done === true) return controller.close();
      for (const frame of value) controller.enqueue(encoder.encode(`${frame}\n`));
    },
  });
  const output = new WritableStream<Uint8Array>({
    write(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) void transport.send(line);
    },
    close: () => transport.close(),
    abort: () => transport.close(),
  });
  return { stream: ndJsonStream(output, input), writeBytes: (bytes) => writeBytes(bytes) };
}
