import type { Transport } from '@emend/acp';
import { type Dialect, dialects, isObject, present } from '@emend/acp/protocol';
import { parsedJson } from '../input/parsed-json.ts';

/** Returns the transport of an agent that speaks a single dialect: every client seems to ask for that one. */
export function onlyDialect(transport: Transport, dialect: Dialect): Transport {
  async function* frames(): AsyncGenerator<Batch, undefined> {
    let hasShaken = false;
    for await (const batch of transport.frames) {
      yield batch.map((frame) => {
        if (hasShaken || typeof frame !== 'string' || !frame.includes('"initialize"')) return frame;
        const changed = askingFor(dialect, frame);
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

/** Returns the handshake as if it asked for this dialect; `undefined` for any other frame. */
function askingFor(dialect: Dialect, frame: string): string | undefined {
  const message = parsedJson(frame);
  if (!isObject(message) || message['method'] !== 'initialize') return undefined;
  const { clientInfo } = isObject(message['params']) ? message['params'] : {};
  // Capabilities have another form in each dialect; this agent needs none of its client.
  const params = present({ protocolVersion: dialects[dialect].protocolVersion, clientInfo });
  return JSON.stringify({ ...message, params });
}
