import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import type { Transport } from '../../../transport/transport.ts';

/** Returns a transport as the official SDK takes it: with the framing of the SDK itself, byte for byte. */
export function officialBytes(transport: Transport): Stream {
  const frames = transport.frames[Symbol.asyncIterator]();
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let rest = '';
  const input = new ReadableStream<Uint8Array>({
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
  return ndJsonStream(output, input);
}
