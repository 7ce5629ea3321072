import { Gate } from '../../transport/gate.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { clientClock } from '../wire/clock.ts';
import { remoteAddress } from './address.ts';
import { httpClient } from './http-client.ts';
import type { CarrierOptions, RemoteOptions, RemotePlatform } from './options.ts';
import { platformSocket } from './platform-socket.ts';
import type { RemoteError } from './remote-error.ts';
import { webSocketClient } from './web-socket-client.ts';

/** Statuses of servers and proxies that do not know WebSockets. */
const noWebSockets: readonly unknown[] = [400, 404, 405, 406, 426, 501];

/**
 * Connects to an agent behind a URL. An address with `ws` or `wss` is tried as a WebSocket first and over HTTP if the server has none; one with
 * `http` or `https` is used over HTTP, unless the option `first` says otherwise. The connection survives the loss of the network if the
 * server is one of Emend.
 */
export function remote(address: string | URL, options: RemoteOptions = {}): Transport {
  const { href } = remoteAddress(address);
  const platform: RemotePlatform = {
    openSocket: typeof WebSocket === 'function' ? platformSocket : undefined,
    sendsHeaders: false,
    fetch: (input, init) => fetch(input, init),
    clock: clientClock,
    random: Math.random,
    ...options.platform,
  };
  const http: Carrier = (given) => httpClient(href.replace(/^ws/, 'http'), given, platform);
  if (href.startsWith('http') && options.first !== 'websocket') return opened(options, http);
  const socket: Carrier = (given) => webSocketClient(href.replace(/^http/, 'ws'), given, platform);
  // A browser does not tell the status.
  const falls = ({ reason, status }: RemoteError) =>
    noWebSockets.includes(status) || (!platform.sendsHeaders && reason === 'unreachable');
  return opened(options, socket, (failure) => (falls(failure) ? http : undefined));
}

/** Opens a connection of one kind. */
type Carrier = (options: CarrierOptions) => Transport;

/**
 * Returns a transport that is that of the first carrier or, if that could not begin, of the one to try after such a failure. What was sent
 * meanwhile goes to the one that is chosen. It can be opened again with the carrier that was used.
 */
function opened(
  options: CarrierOptions,
  first: Carrier,
  second?: (failure: RemoteError) => Carrier | undefined,
): Transport {
  let used = first;
  /** What was sent before the choice was made. */
  const early: string[] = [];
  const decided = new Gate();
  let isDecided = second === undefined;

  function decide(failure?: RemoteError): boolean {
    const other = failure && second?.(failure);
    isDecided = true;
    if (other !== undefined) {
      used = other;
      chosen = other({ ...options, triedBefore: ` (WebSocket: ${failure?.message})` });
    }
    for (const frame of early.splice(0)) void chosen.send(frame);
    if (failure === undefined || other !== undefined) decided.open();
    else decided.fail(failure);
    return other !== undefined;
  }

  let chosen = first({ ...options, decide });

  const iterator = () => chosen.frames[Symbol.asyncIterator]();
  const next = () => iterator().next();
  const frames: AsyncIterableIterator<readonly Received[]> = {
    next: () => (isDecided ? next() : decided.promise.then(next, next)),
    return: async () => (await iterator().return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => frames,
  };

  return {
    send(frame) {
      if (isDecided) return chosen.send(frame);
      early.push(frame);
      return decided.promise;
    },
    frames,
    close: () => chosen.close(),
    abort: () => chosen.abort?.(),
    again: () => opened({ ...options, wasReached: true }, used),
  };
}
