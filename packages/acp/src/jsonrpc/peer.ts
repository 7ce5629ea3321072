import type { AsyncCloseable } from '../transport/async-closeable.ts';
import type { Transport } from '../transport/transport.ts';
import { ConnectionError } from './connection-error.ts';
import { Incoming } from './dispatcher.ts';
import { FrameSender } from './frame-sender.ts';
import type { HandlerContext, RequestOptions } from './handler-context.ts';
import { type Amount, defaultPeerLimits } from './limits.ts';
import { notificationText, requestText } from './message-text.ts';
import type { PeerOptions } from './peer-options.ts';
import { PendingRequests } from './pending-requests.ts';

const DONE = Promise.resolve();

/** One end of a JSON-RPC connection; both ends are alike. `SPEC.md` says what it guarantees. */
export class Peer implements AsyncCloseable {
  readonly #transport: Transport;
  readonly #sender: FrameSender;
  readonly #incoming: Incoming;
  readonly #calls = new PendingRequests();
  readonly #whenPeerEnds: PeerOptions['whenPeerEnds'];
  readonly #endWithPeer: readonly string[];
  /** Why no request can be answered any more. */
  #over: ConnectionError | undefined;
  #sendFailure: ConnectionError | undefined;
  #shutDown: Promise<void> | undefined;
  #resolveClosed!: (error: ConnectionError) => void;

  /** Resolves when the connection is over and done with, with the reason; never rejects. */
  readonly closed: Promise<ConnectionError>;

  constructor(transport: Transport, options: PeerOptions = {}) {
    const limits = { ...defaultPeerLimits, ...options.limits };
    this.#transport = transport;
    this.#whenPeerEnds = options.whenPeerEnds;
    this.#endWithPeer = options.endWithPeer ?? [];
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    const listener = {
      onFailure: (cause: unknown) => this.#onSendFailure(cause),
      onOverrun: () => this.#terminate(overrun('Too much waits to be sent; the peer does not keep up.')),
    };
    const whenBroken = options.whenPeerEnds === 'run-on' ? 'discard' : 'reject';
    this.#sender = new FrameSender(transport, limits.unsent, listener, whenBroken);
    this.#incoming = new Incoming(transport, options, limits, {
      calls: this.#calls,
      send: (text) => this.#sender.send(text),
      call: (context, method, params, request) => this.#call(context, method, params, request),
      notify: (method, params) => this.notify(method, params),
      failCalls: (which) => this.#calls.fail(this.#over, which),
      onOverrun: () => this.#terminate(overrun('Too much arrived while a handler waited for an answer.')),
      onFailure: (cause) => this.#terminate(new ConnectionError('failed', 'Handling what arrived failed.', { cause })),
      onEnd: (failure) => this.#onEnd(failure),
      onDrained: () => this.#onDrained(),
    });
    void this.#incoming.run();
  }

  /**
   * Asks the peer. The promise settles when every notification that arrived before the answer has been handled; so it must
   * not be awaited in the handler of a notification, which has its context for that.
   */
  request<Result = unknown>(method: string, params?: unknown, options?: RequestOptions<Result>): Promise<Result> {
    return this.#call(undefined, method, params, options);
  }

  /** Notifies the peer; the promise asks to wait for room and rejects when the connection is over, but need not be looked at. Params without a JSON text throw an `UnwritableError` at once. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#sender.send(notificationText(method, params)) ?? DONE;
  }

  /** Settles when the transport has taken everything that was sent. */
  flush(): Promise<void> {
    return this.#sender.room ?? DONE;
  }

  /** Settles when everything that was received has been handled. */
  idle(): Promise<void> {
    return this.#incoming.idle();
  }

  /** The number of our requests that are not answered yet. */
  get openRequests(): number {
    return this.#calls.size;
  }

  /** What was received and waits to be handled. */
  get waiting(): Amount {
    return this.#incoming.waiting;
  }

  /** Ends the connection: open requests fail, running handlers are aborted, what was sent still goes out. */
  close(): Promise<void> {
    this.#terminate(new ConnectionError('closed', 'The connection was closed.'));
    return this.#shutDown ?? DONE;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #call<Result>(
    context: HandlerContext | undefined,
    method: string,
    params: unknown,
    options: RequestOptions<Result> | undefined,
  ): Promise<Result> {
    if (options?.signal?.aborted) return Promise.reject(options.signal.reason);
    if (options?.cancel?.aborted) return Promise.reject(options.cancel.reason);
    const over = this.#over ?? this.#sendFailure;
    if (over !== undefined) return Promise.reject(over);
    let text: string;
    const id = this.#calls.nextId();
    try {
      text = requestText(id, method, params);
    } catch (error) {
      return Promise.reject(error);
    }
    const answer = this.#calls.open(
      id,
      method,
      context,
      options,
      () => void this.notify('$/cancel_request', { requestId: id }),
    );
    void this.#sender.send(text);
    if (context !== undefined) this.#incoming.reconsider();
    return answer;
  }

  #onSendFailure(cause: unknown): void {
    this.#sendFailure = new ConnectionError('failed', 'Sending to the peer failed.', { cause });
    if (!this.#runsOn) this.#incoming.abortHandlers(this.#sendFailure);
    // Who cannot hear us may still have said something: the transport delivers that and then ends.
    this.#transport.close().catch(() => {});
  }

  #onEnd(failure: { readonly cause: unknown } | undefined): void {
    this.#over ??= this.#reasonOf(failure);
  }

  #reasonOf(failure: { readonly cause: unknown } | undefined): ConnectionError {
    if (failure?.cause instanceof ConnectionError) return failure.cause;
    if (this.#sendFailure !== undefined) return this.#sendFailure;
    if (failure === undefined) return new ConnectionError('ended', 'The peer ended the connection.');
    return new ConnectionError('failed', 'Receiving from the peer failed.', { cause: failure.cause });
  }

  #onDrained(): void {
    const over = this.#over;
    if (over === undefined || this.#shutDown !== undefined) return;
    this.#calls.fail(over);
    const mayFinish = this.#runsOn || (over.reason === 'ended' && this.#whenPeerEnds !== 'cancel');
    if (!mayFinish) this.#incoming.abortHandlers(over);
    else if (this.#runsOn) this.#incoming.abortRequests(over, this.#endWithPeer);
    if (!mayFinish || !this.#incoming.isAnswering) this.#finish(over);
  }

  /** Whether running requests finish however the connection ends. */
  get #runsOn(): boolean {
    return this.#whenPeerEnds === 'run-on';
  }

  #terminate(error: ConnectionError): void {
    if (this.#shutDown !== undefined) return;
    this.#over ??= error;
    if (this.#runsOn && error.reason !== 'closed' && this.#incoming.isAnswering) {
      this.#sender.break(this.#over);
      this.#transport.abort?.();
      this.#incoming.stop();
      this.#incoming.abortRequests(this.#over, this.#endWithPeer);
    } else {
      this.#finish(this.#over);
      this.#incoming.stop();
      this.#incoming.abortHandlers(this.#over);
    }
    this.#calls.fail(this.#over);
  }

  #finish(over: ConnectionError): void {
    // After an overrun there is no point in giving the transport what it could not take, nor in waiting for it.
    const isOverrun = over.reason === 'overrun';
    if (!isOverrun) this.#sender.handOver();
    this.#sender.fail(over);
    if (isOverrun) this.#transport.abort?.();
    this.#shutDown = this.#transport.close().catch(() => {});
    void (isOverrun ? DONE : this.#shutDown).then(() => this.#resolveClosed(over));
  }
}

function overrun(message: string): ConnectionError {
  return new ConnectionError('overrun', message);
}
