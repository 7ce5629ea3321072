import type { Received, Transport } from './transport.ts';

/** Called for each frame; what it throws is ignored. */
export type Observer = (direction: 'sent' | 'received', frame: Received) => void;

/** Returns the same transport with an observer, which sees every frame and can change none. */
export function tap(transport: Transport, observer: Observer): Transport {
  function observe(direction: 'sent' | 'received', frame: Received): void {
    try {
      observer(direction, frame);
    } catch {
      // An observer must never affect the connection.
    }
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    for await (const batch of transport.frames) {
      for (const frame of batch) observe('received', frame);
      yield batch;
    }
  }

  const { again } = transport;
  return {
    send(frame) {
      observe('sent', frame);
      return transport.send(frame);
    },
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
    ...(again && { again: async () => tap(await again.call(transport), observer) }),
  };
}
