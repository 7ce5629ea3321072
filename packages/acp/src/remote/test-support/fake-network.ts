import type { EventSink, HttpAnswer, HttpRequest, RequestBody } from '../server/http-exchange.ts';

/** What the network does to a request: nothing, loses it, loses its answer, or cuts the body of the answer after so many bytes. */
export interface Fate {
  readonly losesRequest?: boolean;
  readonly losesAnswer?: boolean;
  /** Nothing comes of the request, and nobody is told. */
  readonly isSwallowed?: boolean;
  /** After so many bytes of a stream the connection breaks. With `isSilent` neither side is told. */
  readonly cutAfter?: number;
  readonly isSilent?: boolean;
}

/** A server as the network sees it. */
export type Handle = (request: HttpRequest) => Promise<HttpAnswer>;

/** Something that was asked over the network. */
export interface Exchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly fate: Fate;
  /** The status of the answer, if there was one. */
  status?: number;
  /** Ends a stream as a broken network does. */
  cut?: () => void;
}

const encoder = new TextEncoder();

/** A network between a client and a server in one process: a `fetch` that loses and cuts as it is told. */
export class FakeNetwork {
  readonly exchanges: Exchange[] = [];
  /** Decides what happens to a request. */
  fate: (request: { readonly method: string; readonly body: string }) => Fate = () => ({});
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  readonly fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    const method = init.method ?? 'GET';
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = String(init.body ?? '');
    const fate = this.fate({ method, body });
    const exchange: Exchange = { method, headers, body, fate };
    this.exchanges.push(exchange);
    await turns(1);
    signal?.throwIfAborted();
    if (fate.isSwallowed && signal) await raced(new Promise(() => {}), signal);
    if (fate.losesRequest) throw new TypeError('fetch failed: the request was lost');
    const answering = this.#handle(requestOf(method, headers, body));
    const answer = await (signal ? raced(answering, signal) : answering);
    exchange.status = answer.status;
    await turns(1);
    if (fate.losesAnswer) {
      // The server has sent it, and finds out later.
      answer.stream?.(new PipeSink(0, false, undefined).sink);
      throw new TypeError('fetch failed: the answer was lost');
    }
    signal?.throwIfAborted();
    if (answer.stream === undefined) return responseOf(answer, answer.body ?? null);
    const pipe = new PipeSink(fate.cutAfter ?? Number.POSITIVE_INFINITY, fate.isSilent ?? false, signal ?? undefined);
    exchange.cut = () => pipe.cut();
    answer.stream(pipe.sink);
    return responseOf(answer, pipe.readable);
  };

  /** The streams that were opened, in order. */
  get streams(): readonly Exchange[] {
    return this.exchanges.filter(({ cut }) => cut !== undefined);
  }
}

function requestOf(method: string, headers: Record<string, string>, body: string): HttpRequest {
  return {
    method,
    target: '/acp',
    header: (name) => headers[name],
    readBody: async (maxBytes): Promise<RequestBody> =>
      encoder.encode(body).length > maxBytes ? { ok: false, problem: 'too-large' } : { ok: true, text: body },
  };
}

function responseOf({ status, headers }: HttpAnswer, body: string | ReadableStream | null): Response {
  return new Response(body, { status, headers: { ...headers } });
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** The body of a stream: what the server writes, up to where the network breaks. */
class PipeSink {
  readonly readable: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #left: number;
  readonly #isSilent: boolean;
  #isBroken = false;
  #listener: { onDrain(): void; onClosed(): void } | undefined;

  constructor(cutAfter: number, isSilent: boolean, signal: AbortSignal | undefined) {
    this.#left = cutAfter;
    this.#isSilent = isSilent;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#listener?.onDrain(),
        cancel: () => this.#close(),
      },
      { highWaterMark: 16 * 1024, size: (chunk) => chunk?.byteLength ?? 0 },
    );
    signal?.addEventListener('abort', () => {
      if (this.#isBroken && !this.#isSilent) return;
      this.#isBroken = true;
      this.#error(signal.reason);
      this.#close();
    });
  }

  /** Breaks the connection; both sides are told unless the network is silent. */
  cut(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    if (this.#isSilent) return;
    this.#error(new TypeError('The network was cut.'));
    queueMicrotask(() => this.#close());
  }

  readonly sink: EventSink = {
    write: (text) => {
      // What is written to a connection that is broken is lost without a word.
      if (this.#isBroken) return true;
      const bytes = encoder.encode(text);
      const whole = bytes.subarray(0, this.#left);
      this.#left -= whole.length;
      if (whole.length > 0) this.#controller.enqueue(whole);
      if (this.#left === 0) this.cut();
      return (this.#controller.desiredSize ?? 1) > 0;
    },
    end: () => {
      if (!this.#isBroken) this.#controller.close();
      this.#isBroken = true;
      this.#close();
    },
    destroy: () => {
      this.#error(new TypeError('The server ended the connection.'));
      this.#isBroken = true;
      this.#close();
    },
    listen: (listener) => {
      this.#listener = listener;
    },
  };

  #error(cause: unknown): void {
    try {
      this.#controller.error(cause);
    } catch {
      // It has ended already.
    }
  }

  #close(): void {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.onClosed();
  }
}
