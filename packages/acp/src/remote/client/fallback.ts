import type { Received, Transport } from '../../transport/transport.ts';
import type { WebSocketTransport } from './web-socket-client.ts';

/**
 * Returns a transport that is the first one or, if `falls` says so of the reason why that could not begin, the second. What was sent
 * meanwhile goes to the one that is chosen.
 */
export function withFallback(
  first: WebSocketTransport,
  falls: (cause: unknown) => boolean,
  second: () => Transport,
): Transport {
  let chosen: Transport = first;
  let early: string[] | undefined = [];
  let iterator: AsyncIterator<readonly Received[]> | undefined;
  const decided = first.opened
    .catch((cause: unknown) => {
      if (!falls(cause)) return;
      chosen = second();
      for (const frame of early ?? []) void chosen.send(frame);
    })
    .then(() => {
      early = undefined;
    });

  function reader(): AsyncIterator<readonly Received[]> {
    iterator ??= chosen.frames[Symbol.asyncIterator]();
    return iterator;
  }

  const frames: AsyncIterableIterator<readonly Received[]> = {
    next: () => (early === undefined ? reader().next() : decided.then(() => reader().next())),
    return: async () => (await reader().return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => frames,
  };

  return {
    send(frame) {
      const room = chosen.send(frame);
      if (early === undefined) return room;
      early.push(frame);
      // A first one that fails is no failure yet.
      return room === undefined ? undefined : decided.then(() => (chosen === first ? room : undefined));
    },
    frames,
    close: () => chosen.close(),
    abort: () => chosen.abort?.(),
  };
}
