import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BodyReader } from './body-reader.ts';

/** Settings of TLS for connections to a server, for example `ca` for a certificate that nobody else signs. */
export interface ClientTls {
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly rejectUnauthorized?: boolean;
}

/** A function like `fetch`, and its connections. */
export interface HttpFetch {
  readonly fetch: typeof fetch;
  /** Closes the connections that nobody uses. */
  close(): void;
}

/**
 * Returns a function like `fetch` on top of node:http, which costs a fraction of it. It has what remote connections need: texts as
 * bodies of requests, streams as bodies of responses, and cookies; it follows no redirects.
 */
export function httpFetch(tls: ClientTls = {}): HttpFetch {
  // With a time limit of its own, the agent also keeps to that of a server, so that no request meets a socket that is being closed.
  const pooling = { keepAlive: true, timeout: 60_000 };
  const plainAgent = new http.Agent(pooling);
  const tlsAgent = new https.Agent({ ...pooling, ...(tls as https.AgentOptions) });
  let last: { readonly url: string; readonly target: http.RequestOptions } | undefined;

  // The address of a connection does not change.
  function targetOf(url: string): http.RequestOptions {
    if (last?.url === url) return last.target;
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const target = {
      agent: protocol === 'https:' ? tlsAgent : plainAgent,
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: pathname + search,
    };
    last = { url, target };
    return target;
  }

  /** A connection that nobody uses may be as dead as the one that has failed. */
  function failed(signal: RequestInit['signal']): void {
    if (signal?.reason?.name === 'AbortError') return;
    for (const { freeSockets } of [plainAgent, tlsAgent])
      for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
  }

  function send(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { signal } = init;
      signal?.throwIfAborted();
      const target = targetOf(url);
      const request = (target.protocol === 'https:' ? https : http).request({
        ...target,
        method: init.method ?? 'GET',
        headers: plainHeaders(init.headers),
      });
      const stop = abortWith(signal, request);
      request.on('error', (cause) => {
        stop();
        failed(signal);
        reject(signal?.aborted === true ? signal.reason : new TypeError(cause.message, { cause }));
      });
      request.on('response', (incoming) => {
        incoming.once('close', () => {
          stop();
          if (!incoming.readableEnded) failed(signal);
        });
        resolve(responseOf(incoming, signal ?? undefined) as Response);
      });
      request.end(init.body ?? undefined);
    });
  }

  return {
    fetch: (input, init = {}) => send(String(input instanceof Request ? input.url : input), init),
    close() {
      plainAgent.destroy();
      tlsAgent.destroy();
    },
  };
}

/** Ends a request when its signal aborts; the returned function forgets it. */
function abortWith(signal: AbortSignal | null | undefined, request: ClientRequest): () => void {
  if (signal === undefined || signal === null) return () => {};
  const abort = () => request.destroy();
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}

function plainHeaders(headers: RequestInit['headers']): http.OutgoingHttpHeaders {
  if (headers === undefined) return {};
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(headers);
  return { ...headers } as http.OutgoingHttpHeaders;
}

/** The part of a `Response` that is there. */
type PlainResponse = Pick<Response, 'status' | 'ok' | 'statusText' | 'text'> & {
  readonly headers: Pick<Headers, 'get' | 'has' | 'getSetCookie'>;
  readonly body: BodyReader | null;
};

function responseOf(incoming: IncomingMessage, signal: AbortSignal | undefined): PlainResponse {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = incoming;
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  let body: BodyReader | null = null;
  if (headers['content-length'] === '0' || status === 204) incoming.resume();
  else body = new BodyReader(incoming, signal);
  return {
    status,
    statusText,
    ok: status >= 200 && status < 300,
    headers: { get, has: (name) => get(name) !== null, getSetCookie: () => headers['set-cookie'] ?? [] },
    body,
    text: () => body?.text() ?? Promise.resolve(''),
  };
}
