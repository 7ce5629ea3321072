import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { GatheredBytes } from '../../remote/server/gathered-bytes.ts';
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
    readBody: (maxBytes, fits = () => true) => readBody(incoming, maxBytes, fits, options),
  };
}

function headerOf(incoming: Incoming, name: string): string | undefined {
  const { headers } = incoming;
  // HTTP/2 has a pseudo-header in place of `host`, which counts even if there are both.
  const value = (name === 'host' ? headers[':authority'] : undefined) ?? headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

function addressOf(incoming: Incoming): string | undefined {
  // The socket that HTTP/2 shows in place of its own throws once its session is gone.
  if (isHttp2(incoming)) return incoming.stream.session?.socket?.remoteAddress;
  return incoming.socket.remoteAddress;
}

/** Returns whether a request names more than one host; Node shows only the first of them. */
export function namesHosts({ rawHeaders }: Incoming): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
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

function readBody(
  incoming: Incoming,
  maxBytes: number,
  fits: (size: number) => boolean,
  { bodies, onRead }: ReadingOptions,
): Promise<RequestBody> {
  const stated = incoming.headers['content-length'];
  const expected = stated === undefined ? undefined : Number(stated);
  if (expected !== undefined && expected > maxBytes) return Promise.resolve({ ok: false, problem: 'too-large' });
  if (expected !== undefined && !fits(expected)) return Promise.resolve({ ok: false, problem: 'no-room' });
  onRead?.();
  return new Promise((resolve) => {
    let bytes = new GatheredBytes();

    function finish(body: RequestBody): void {
      forget();
      incoming.off('data', onData).off('end', onEnd).off('close', onCut).off('aborted', onCut).off('error', onCut);
      // Whatever happens to the request afterwards is no news.
      incoming.on('error', () => {});
      if (!body.ok) incoming.pause();
      bytes = new GatheredBytes();
      resolve(body);
    }
    function onData(chunk: Buffer): void {
      const size = bytes.size + chunk.length;
      if (size > maxBytes) finish({ ok: false, problem: 'too-large' });
      else if (!fits(size)) finish({ ok: false, problem: 'no-room' });
      else bytes.add(chunk);
    }
    function onEnd(): void {
      // Not every way to lose a request is an error in Node.
      const isWhole = expected === undefined || bytes.size === expected;
      finish(isWhole ? bodyOf(bytes.joined()) : { ok: false, problem: 'cut-off' });
    }
    function onCut(): void {
      finish({ ok: false, problem: 'cut-off' });
    }
    const forget = bodies.add(onCut);
    if (incoming.destroyed) return onCut();
    incoming.on('data', onData).on('end', onEnd).on('close', onCut).on('aborted', onCut).on('error', onCut);
  });
}

function bodyOf({ buffer, byteOffset, length }: Uint8Array): RequestBody {
  const bytes = Buffer.from(buffer, byteOffset, length);
  return isUtf8(bytes) ? { ok: true, text: bytes.toString() } : { ok: false, problem: 'not-utf8' };
}
