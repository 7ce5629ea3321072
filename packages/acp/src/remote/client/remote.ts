import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { Transport } from '../../transport/transport.ts';
import { platformClock } from '../wire/clock.ts';
import { remoteAddress } from './address.ts';
import { withFallback } from './fallback.ts';
import { httpClient } from './http-client.ts';
import type { RemoteOptions, RemotePlatform, RemoteState } from './options.ts';
import { platformSocket } from './platform-socket.ts';
import { RemoteError } from './remote-error.ts';
import { webSocketClient } from './web-socket-client.ts';

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
  const http = (given: RemoteOptions) => httpClient(url.href.replace(/^ws/, 'http'), given, platform);
  if (url.protocol.startsWith('http') && options.first !== 'websocket') return http(options);
  return socketFirst(url.href.replace(/^http/, 'ws'), options, platform, http);
}

function socketFirst(
  address: string,
  options: RemoteOptions,
  platform: RemotePlatform,
  http: (options: RemoteOptions) => Transport,
): Transport {
  let isDecided = false;
  let closed: RemoteState | undefined;
  const falls = (cause: unknown) => {
    isDecided = true;
    // A browser does not tell the status.
    const isHidden = !platform.sendsHeaders && cause instanceof RemoteError && cause.reason === 'unreachable';
    const isWorthIt = isHidden || (cause instanceof RemoteError && noWebSockets.has(cause.status));
    if (!isWorthIt && closed !== undefined) notifyListener(options.onState, closed);
    return isWorthIt;
  };
  const onState = (state: RemoteState) => {
    isDecided ||= state.type === 'open';
    // Whether it is closed is known once it is clear that there is no other way.
    if (!isDecided && state.type === 'closed') closed = state;
    else options.onState?.(state);
  };
  const socket = webSocketClient(address, { ...options, onState }, platform);
  return withFallback(socket, falls, () => http(options));
}

function platformParts(): RemotePlatform {
  const isSocketKnown = typeof WebSocket === 'function';
  return {
    openSocket: isSocketKnown ? (url, { protocols }) => platformSocket(url, protocols, platformClock) : undefined,
    sendsHeaders: false,
    fetch: (input, init) => fetch(input, init),
    clock: platformClock,
    random: Math.random,
  };
}
