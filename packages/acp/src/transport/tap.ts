import type { Received, Transport } from './transport.ts';

/** Sees a frame go by; what it throws goes nowhere. */
export type Observer = (direction: 'sent' | 'received', frame: Received) => void;

/** The same transport, with an observer who sees every frame and can touch none. */
export function tap(transport: Transport, observer: Observer): Transport {
  function observe(direction: 'sent' | 'received', frame: Received): void {
    try {
      observer(direction, frame);
    } catch {
      // Watching must never change what is watched.
    }
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    for await (const batch of transport.frames) {
      for (const frame of batch) observe('received', frame);
      yield batch;
    }
  }

  return {
    send(frame) {
      observe('sent', frame);
      return transport.send(frame);
    },
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    abort: () => transport.abort?.(),
  };
}
