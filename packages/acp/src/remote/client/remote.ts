import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { Transport } from '../../transport/transport.ts';
import { clientClock } from '../wire/clock.ts';
import { remoteAddress } from './address.ts';
import { withFallback } from './fallback.ts';
import { httpClient } from './http-client.ts';
import type { CarrierOptions, RemoteOptions, RemotePlatform, RemoteState } from './options.ts';
import { platformSocket } from './platform-socket.ts';
import { RemoteError } from './remote-error.ts';
import { type WebSocketTransport, webSocketClient } from './web-socket-client.ts';

/** Statuses of servers and proxies that do not know WebSockets. */
const noWebSockets: ReadonlySet<number | undefined> = new Set([400, 404, 405, 406, 426, 501]);

/**
 * Connects to an agent behind a URL. An address with `ws` or `wss` is tried as a WebSocket first and over HTTP if the server has none; one with
 * `http` or `https` is used over HTTP, unless the option `first` says otherwise. The connection survives the loss of the network if the
 * server is one of Emend.
 */
export function remote(address: string | URL, options: RemoteOptions = {}): Transport {
  const url = remoteAddress(address);
  const platform = { ...platformParts(), ...options.platform };
  const http: Carrier = (given) => httpClient(url.href.replace(/^ws/, 'http'), given, platform);
  if (url.protocol.startsWith('http') && options.first !== 'websocket')
    return lasting(http(options), () => http, options);
  const socket = (given: CarrierOptions) => webSocketClient(url.href.replace(/^http/, 'ws'), given, platform);
  return socketFirst(socket, http, options, platform);
}

/** Opens a connection of one kind. */
type Carrier = (options: CarrierOptions) => Transport;

/** Returns a transport that can be opened again with the carrier that was used. */
function lasting(transport: Transport, used: () => Carrier, options: RemoteOptions): Transport {
  return {
    send: (frame) => transport.send(frame),
    frames: transport.frames,
    close: () => transport.close(),
    abort: () => transport.abort?.(),
    again: () => lasting(used()({ ...options, wasReached: true }), used, options),
  };
}

function socketFirst(
  open: (options: CarrierOptions) => WebSocketTransport,
  http: Carrier,
  options: RemoteOptions,
  platform: RemotePlatform,
): Transport {
  let isDecided = false;
  let closed: RemoteState | undefined;
  let used: Carrier = open;
  const falls = (cause: unknown) => {
    isDecided = true;
    // A browser does not tell the status.
    const isHidden = !platform.sendsHeaders && cause instanceof RemoteError && cause.reason === 'unreachable';
    const isWorthIt = isHidden || (cause instanceof RemoteError && noWebSockets.has(cause.status));
    if (!isWorthIt && closed !== undefined) notifyListener(options.onState, closed);
    if (isWorthIt) used = http;
    return isWorthIt;
  };
  const onState = (state: RemoteState) => {
    isDecided ||= state.type === 'open';
    // Whether it is closed is known once it is clear that there is no other way.
    if (!isDecided && state.type === 'closed') closed = state;
    else options.onState?.(state);
  };
  const socket = open({ ...options, onState });
  return lasting(
    withFallback(socket, falls, () => http(options)),
    () => used,
    options,
  );
}

function platformParts(): RemotePlatform {
  const isSocketKnown = typeof WebSocket === 'function';
  return {
    openSocket: isSocketKnown ? (url, { protocols }) => platformSocket(url, protocols, clientClock) : undefined,
    sendsHeaders: false,
    fetch: (input, init) => fetch(input, init),
    clock: clientClock,
    random: Math.random,
  };
}
