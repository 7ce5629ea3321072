import type { Transport } from '../../../transport/transport.ts';

/** Returns a transport in memory that can also be given bytes, as if there were a pipe to a peer that decodes them. */
export function byteTransport(transport: Transport, decodes: 'stream' | 'each piece' = 'stream'): Transport {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    send: (frame) => transport.send(frame),
    frames: transport.frames,
    close: () => transport.close(),
    writeBytes(bytes) {
      const text = decodes === 'stream' ? decoder.decode(bytes, { stream: true }) : new TextDecoder().decode(bytes);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) void transport.send(line);
    },
  };
}
