import { createServer, type Server as HttpServer } from 'node:http';
import { createSecureServer, type Http2SecureServer, type SecureServerOptions } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { NodeServer } from './mount.ts';
import { keepAlive } from './upgrades.ts';

/** Where a server listens. */
export interface ListenOptions {
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** The port to listen on; 0 takes a free one. Default: 0. */
  readonly port?: number;
  /** The certificate and its key, both in PEM format, for HTTPS with HTTP/2. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
}

const MAX_HEADER_BYTES = 16 * 1024;

/** How long the parts of a request may take, in milliseconds. */
export interface RequestTimes {
  readonly headers: number;
  readonly body: number;
}

/** Above that of common proxies: a server must not close a connection while the proxy sends on it. */
const IDLE_TIME = 75_000;

/** Creates a server with limits in time and size, which does not listen yet. */
export function createNodeServer(options: ListenOptions, times: RequestTimes): NodeServer {
  const server = bareServer(options, times);
  server.on('connection', keepAlive);
  // With a listener, Node leaves it to us to tell a client to send its body.
  (server as HttpServer).on('checkContinue', (incoming, outgoing) => {
    outgoing.writeContinue();
    server.emit('request', incoming, outgoing);
  });
  return server;
}

function bareServer({ tls }: ListenOptions, { headers, body }: RequestTimes): NodeServer {
  const timeouts = { headersTimeout: headers, requestTimeout: headers + body, keepAliveTimeout: IDLE_TIME };
  const checks = { connectionsCheckingInterval: Math.min(1_000, headers), maxHeaderSize: MAX_HEADER_BYTES };
  if (tls === undefined) return createServer({ ...timeouts, ...checks });
  const server = secureServer({
    ...tls,
    allowHTTP1: true,
    handshakeTimeout: headers,
    settings: { maxConcurrentStreams: 256, maxHeaderListSize: MAX_HEADER_BYTES },
  });
  // What serves HTTP/1.1 here takes these as properties only.
  Object.assign(server, timeouts, checks);
  // An HTTP/2 session has no idle time of its own. Its streams of events are never silent for so long.
  server.on('session', (session) => session.setTimeout(2 * IDLE_TIME, () => session.close()));
  return server;
}

function secureServer(options: SecureServerOptions): Http2SecureServer {
  try {
    return createSecureServer(options);
  } catch (cause) {
    const { message } = cause as Error;
    throw new TypeError(`The certificate or its key cannot be used: ${message}`, { cause });
  }
}

/** Starts to listen. */
export function listen(server: NodeServer, { host = '127.0.0.1', port = 0 }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => reject(new Error(failureToListen(cause, host, port), { cause }));
    server.once('error', onError);
    const onListening = () => {
      server.off('error', onError);
      resolve();
    };
    try {
      server.listen(port, host, onListening);
    } catch (cause) {
      // A port that is none.
      onError(cause as Error);
    }
  });
}

function failureToListen(cause: NodeJS.ErrnoException, host: string, port: number): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another program.`;
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no address with the name ${host}.`;
    default:
      return `Cannot listen on port ${port} of ${host}: ${cause.message}`;
  }
}

/** Returns the address of an endpoint for clients. */
export function urlOf(server: NodeServer, path: string, name: string | undefined): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://${hostAndPort(address, name)}${path}`;
}

function hostAndPort({ address, family, port }: AddressInfo, name: string | undefined): string {
  if (name !== undefined) return /:\d+$/.test(name) ? name : `${name}:${port}`;
  const isEverywhere = address === '0.0.0.0' || address === '::';
  if (isEverywhere) return `127.0.0.1:${port}`;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
