import type { Transport } from '@emend/acp';

/** The transport of an agent that knows a single version: whatever version a client asks for, it is taken to have asked for that one. */
export function onlyVersion(transport: Transport, version: 1 | 2): Transport {
  async function* frames(): AsyncGenerator<Batch, undefined> {
    let hasShaken = false;
    for await (const batch of transport.frames) {
      yield batch.map((frame) => {
        if (hasShaken || typeof frame !== 'string' || !frame.includes('"initialize"')) return frame;
        const changed = withVersion(frame, version);
        hasShaken = changed !== undefined;
        return changed ?? frame;
      });
    }
  }

  return {
    send: (frame) => transport.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
  };
}

type Batch = Transport['frames'] extends AsyncIterable<infer Item> ? Item : never;

/** The handshake as if it asked for this version; nothing if it is something else. */
function withVersion(frame: string, version: 1 | 2): string | undefined {
  try {
    const message = JSON.parse(frame);
    if (message?.method !== 'initialize' || typeof message.params !== 'object') return undefined;
    const { clientInfo } = message.params ?? {};
    // Capabilities have another form in the other version; this agent needs none of its client.
    return JSON.stringify({
      ...message,
      params: { protocolVersion: version, ...(clientInfo === undefined ? {} : { clientInfo }) },
    });
  } catch {
    return undefined;
  }
}
