import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { HttpRequest, RequestBody } from '../../remote/server/http-exchange.ts';
import type { Deadlines } from './deadlines.ts';

/** A request of node:http or of the compatible part of node:http2. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** Returns whether a request came over HTTP/2. */
export function isHttp2(incoming: Incoming): incoming is Http2ServerRequest {
  return incoming.httpVersionMajor === 2;
}

/** How a request is read. */
export interface ReadingOptions {
  /** Ends bodies that take too long. */
  readonly bodies: Deadlines;
  /** Called before the body is read, for a client that waits to be told to send it. */
  readonly onRead?: () => void;
}

/** Returns a request of Node in the form that the remote server reads. */
export function readableRequest(incoming: Incoming, options: ReadingOptions): HttpRequest {
  const address = addressOf(incoming);
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    header: (name) => headerOf(incoming, name),
    ...(address === undefined ? {} : { remoteAddress: address }),
    readBody(maxBytes) {
      options.onRead?.();
      return readBody(incoming, maxBytes, options.bodies);
    },
  };
}

function headerOf(incoming: Incoming, name: string): string | undefined {
  const { headers } = incoming;
  const value = headers[name];
  if (value !== undefined) return typeof value === 'string' ? value : value.join(', ');
  // HTTP/2 has a pseudo-header in place of `host`.
  return name === 'host' ? (headers[':authority'] as string | undefined) : undefined;
}

function addressOf(incoming: Incoming): string | undefined {
  // The socket that HTTP/2 shows in place of its own throws once its session is gone.
  if (isHttp2(incoming)) return incoming.stream.session?.socket?.remoteAddress;
  return incoming.socket.remoteAddress;
}

/** Returns whether a request says that it has a body. */
function hasBody({ headers }: Incoming): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns whether a part of a request has not come yet. */
export function isUnfinished(incoming: Incoming): boolean {
  if (isHttp2(incoming)) return !incoming.stream.readableEnded && !incoming.stream.endAfterHeaders;
  return !incoming.complete && hasBody(incoming);
}

function readBody(incoming: Incoming, maxBytes: number, bodies: Deadlines): Promise<RequestBody> {
  const stated = incoming.headers['content-length'];
  const expected = stated === undefined ? undefined : Number(stated);
  if (expected !== undefined && expected > maxBytes) return Promise.resolve({ ok: false, problem: 'too-large' });
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;

    function finish(body: RequestBody): void {
      forget();
      incoming.off('data', onData).off('end', onEnd).off('close', onCut).off('aborted', onCut).off('error', onCut);
      // Whatever happens to the request afterwards is no news.
      incoming.on('error', () => {});
      if (!body.ok) incoming.pause();
      chunks = [];
      resolve(body);
    }
    function onData(chunk: Buffer): void {
      size += chunk.length;
      if (size > maxBytes) finish({ ok: false, problem: 'too-large' });
      else chunks.push(chunk);
    }
    function onEnd(): void {
      // Not every way to lose a request is an error in Node.
      const isWhole = expected === undefined || size === expected;
      finish(isWhole ? bodyOf(chunks, size) : { ok: false, problem: 'cut-off' });
    }
    function onCut(): void {
      finish({ ok: false, problem: 'cut-off' });
    }
    const forget = bodies.add(onCut);
    if (incoming.destroyed) return onCut();
    incoming.on('data', onData).on('end', onEnd).on('close', onCut).on('aborted', onCut).on('error', onCut);
  });
}

function bodyOf(chunks: readonly Buffer[], size: number): RequestBody {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size);
  return isUtf8(bytes) ? { ok: true, text: bytes.toString() } : { ok: false, problem: 'not-utf8' };
}
