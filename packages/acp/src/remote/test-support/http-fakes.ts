import { setImmediate } from 'node:timers/promises';
import type { EventSink, HttpAnswer, HttpRequest, RequestBody } from '../server/http-exchange.ts';
import { sseParser } from '../wire/sse-parser.ts';

/** Lets everything happen that needs no more than the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

/** Returns a request with these headers; a body that is no string is sent as JSON. */
export function fakeRequest(method: string, headers: Record<string, string> = {}, body: unknown = ''): HttpRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    target: '/acp',
    header: (name) => headers[name],
    readBody: async (maxBytes): Promise<RequestBody> =>
      text.length > maxBytes ? { ok: false, problem: 'too-large' } : { ok: true, text },
  };
}

/** Returns a POST of a message. */
export function fakePost(message: unknown, headers: Record<string, string> = {}): HttpRequest {
  return fakeRequest('POST', { 'content-type': 'application/json', ...headers }, message);
}

/** Returns a request for a stream. */
export function fakeGet(headers: Record<string, string> = {}): HttpRequest {
  return fakeRequest('GET', { accept: 'text/event-stream', ...headers });
}

/** A reader of a stream that notes what it is given. */
export class FakeSink implements EventSink {
  readonly writes: string[] = [];
  end_: 'open' | 'ended' | 'destroyed' = 'open';
  /** What `write` returns. */
  hasRoom = true;
  #listener: { onDrain(): void; onClosed(): void } | undefined;

  write(text: string): boolean {
    this.writes.push(text);
    return this.hasRoom;
  }

  end(): void {
    this.#close('ended');
  }

  destroy(): void {
    this.#close('destroyed');
  }

  listen(listener: { onDrain(): void; onClosed(): void }): void {
    this.#listener = listener;
  }

  /** There is room again. */
  drain(): void {
    this.hasRoom = true;
    this.#listener?.onDrain();
  }

  /** The network is gone, and the server is told. */
  cut(): void {
    this.#close('destroyed');
  }

  /** The events that were written, as `[id, data]`. */
  get events(): [string, unknown][] {
    const events: [string, unknown][] = [];
    const parse = sseParser(Number.POSITIVE_INFINITY, {
      event: (id, data) => data !== undefined && events.push([id, data]),
      retry() {},
    });
    parse(new TextEncoder().encode(this.writes.join('')));
    return events;
  }

  #close(how: 'ended' | 'destroyed'): void {
    if (this.end_ !== 'open') return;
    this.end_ = how;
    this.#listener?.onClosed();
  }
}

/** Connects a reader to the stream of an answer. */
export function readerOf(answer: HttpAnswer): FakeSink {
  const sink = new FakeSink();
  answer.stream?.(sink);
  return sink;
}
