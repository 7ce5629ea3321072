import { decodeUtf8 } from '../../transport/utf8.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import type { EventSink, HttpAnswer, HttpRequest, RequestBody } from './http-exchange.ts';
import type { RemoteServer } from './remote-server.ts';

/** Unread bytes of a stream from which on its writer has to wait. */
const HIGH_WATER = 64 * 1024;

/**
 * Returns a handler of standard requests for a remote server, for runtimes such as Deno, Bun and Workers and the frameworks on top of
 * them. It serves HTTP; a WebSocket is opened in a way of its own on each of these. Time limits of requests are those of the runtime.
 */
export function fetchHandler(server: Pick<RemoteServer, 'handle'>): (request: Request) => Promise<Response> {
  return async (request) => responseOf(await server.handle(readableRequest(request)), request);
}

function readableRequest(request: Request): HttpRequest {
  const { host, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    // Runtimes that hide the header have put it into the address.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : undefined),
    readBody: (maxBytes, fits) => readBody(request, maxBytes, fits),
  };
}

async function readBody(
  { headers, body }: Request,
  maxBytes: number,
  fits: (size: number) => boolean = () => true,
): Promise<RequestBody> {
  const stated = Number(headers.get('content-length') ?? 0);
  if (stated > maxBytes) return { ok: false, problem: 'too-large' };
  if (!fits(stated)) return { ok: false, problem: 'no-room' };
  if (body === null) return { ok: true, text: '' };
  const reader = body.getReader();
  const bytes = new GatheredBytes();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      bytes.add(step.value);
      const isTooLarge = bytes.size > maxBytes;
      if (!isTooLarge && fits(bytes.size)) continue;
      void reader.cancel().catch(() => {});
      return { ok: false, problem: isTooLarge ? 'too-large' : 'no-room' };
    }
  } catch {
    return { ok: false, problem: 'cut-off' };
  }
  const text = decodeUtf8(bytes.joined());
  return text === undefined ? { ok: false, problem: 'not-utf8' } : { ok: true, text };
}

function responseOf({ status, headers, body, stream }: HttpAnswer, request: Request): Response {
  const isEmpty = status === 204 || status === 304;
  const content = stream === undefined ? (isEmpty ? null : (body ?? '')) : eventStream(stream, request.signal);
  const length = stream === undefined && body === undefined && !isEmpty ? { 'content-length': '0' } : {};
  return new Response(content, { status, headers: { ...headers, ...length } });
}

/** Returns a body whose reader sets the pace of the events. */
function eventStream(open: (sink: EventSink) => void, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let listener: Parameters<EventSink['listen']>[0] | undefined;
  let isWaiting = false;
  let isGone = false;

  function gone(): void {
    if (isGone) return;
    isGone = true;
    listener?.onClosed();
  }

  return new ReadableStream(
    {
      start(controller) {
        signal.addEventListener('abort', gone);
        open({
          write(text) {
            if (isGone) return true;
            controller.enqueue(encoder.encode(text));
            isWaiting = (controller.desiredSize ?? 0) <= 0;
            return !isWaiting;
          },
          end() {
            if (isGone) return;
            controller.close();
            gone();
          },
          destroy() {
            if (isGone) return;
            controller.error(new Error('The server ended the stream.'));
            gone();
          },
          listen(given) {
            listener = given;
          },
        });
      },
      pull() {
        if (!isWaiting) return;
        isWaiting = false;
        listener?.onDrain();
      },
      cancel: gone,
    },
    { highWaterMark: HIGH_WATER, size: (chunk) => chunk?.length ?? 0 },
  );
}
