import type { AsyncCloseable } from '../transport/async-closeable.ts';
import type { Transport } from '../transport/transport.ts';
import { ConnectionError, connectionErrorOf } from './connection-error.ts';
import { Dispatcher } from './dispatcher.ts';
import { FrameSender } from './frame-sender.ts';
import { type ContextPeer, HandlerContext, type RequestOptions } from './handler-context.ts';
import { isAwaitedBy } from './hold.ts';
import { Inbox } from './inbox.ts';
import { type Amount, defaultPeerLimits } from './limits.ts';
import { notificationText, requestText } from './message-text.ts';
import type { PeerOptions } from './peer-options.ts';
import { PendingRequests } from './pending-requests.ts';
import { Receiver } from './receiver.ts';
import { RunningRequests } from './running-requests.ts';

const DONE = Promise.resolve();

/**
 * One end of a JSON-RPC connection; both ends are alike.
 *
 * A frame goes from the transport through the receiver, which keeps the order, to the dispatcher, which calls the handler.
 * `SPEC.md` says what is guaranteed.
 */
export class Peer implements AsyncCloseable {
  readonly #transport: Transport;
  readonly #sender: FrameSender;
  readonly #inbox = new Inbox();
  readonly #receiver: Receiver;
  readonly #running: RunningRequests;
  readonly #pending = new PendingRequests();
  readonly #whenPeerEnds: PeerOptions['whenPeerEnds'];
  readonly #endWithPeer: readonly string[];
  readonly #onOver: () => void;
  /** Why no request can be answered any more. */
  #over: ConnectionError | undefined;
  #sendFailure: ConnectionError | undefined;
  #shutDown: Promise<void> | undefined;
  #resolveClosed!: (error: ConnectionError) => void;

  /** Resolves with the reason when the connection has ended completely; never rejects. */
  readonly closed: Promise<ConnectionError>;

  constructor(transport: Transport, options: PeerOptions = {}) {
    const limits = { ...defaultPeerLimits, ...options.limits };
    this.#transport = transport;
    this.#whenPeerEnds = options.whenPeerEnds;
    this.#endWithPeer = options.endWithPeer ?? [];
    this.#onOver = options.onOver ?? (() => {});
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    const whenBroken = options.whenPeerEnds === 'run-on' ? 'discard' : 'reject';
    const sending = {
      onFailure: (cause: unknown) => this.#onSendFailure(cause),
      onOverrun: () => this.#terminate(overrun('Too much waits to be sent; the peer does not keep up.')),
    };
    this.#sender = new FrameSender(transport, limits.unsent, sending, whenBroken);
    const peer: ContextPeer = {
      call: (context, method, params, request) => this.#call(context, method, params, request),
      notify: (method, params) => this.notify(method, params),
      send: (text) => this.#sender.send(text),
    };
    this.#running = new RunningRequests(options, limits.running, peer, () => {
      if (this.#receiver.isDrained) this.#onDrained();
    });
    const dispatcher = new Dispatcher({
      options,
      peer,
      inbox: this.#inbox,
      pending: this.#pending,
      running: this.#running,
      mostEntries: limits.hardQueue.messages,
    });
    this.#receiver = new Receiver(transport, limits, this.#inbox, dispatcher, {
      onOverrun: () => this.#terminate(overrun('Too much arrived while a handler waited for an answer.')),
      onFailure: (cause) => this.#terminate(new ConnectionError('failed', 'Handling what arrived failed.', { cause })),
      onEnd: (failure) => {
        this.#setOver(this.#reasonOf(failure));
      },
      onHeldAtEnd: (holder) => this.#pending.fail(this.#over, ({ context }) => isAwaitedBy(holder, context)),
      onDrained: () => this.#onDrained(),
    });
    void this.#receiver.run();
  }

  /**
   * Sends a request. The promise settles when every notification that arrived before the answer has been handled, so it
   * must not be awaited in the handler of a notification; the handler's context has a `request` for that.
   */
  request<Result = unknown>(method: string, params?: unknown, options?: RequestOptions<Result>): Promise<Result> {
    return this.#call(undefined, method, params, options);
  }

  /**
   * Sends a notification. The promise resolves when there is room for more and rejects when the connection is over; it may
   * be ignored. Params that cannot be written as JSON throw an `UnwritableError` at once.
   */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#sender.send(notificationText(method, params)) ?? DONE;
  }

  /** Resolves when the transport has taken everything that was sent. */
  flush(): Promise<void> {
    return this.#sender.room ?? DONE;
  }

  /** Resolves when everything that was received has been handled. */
  idle(): Promise<void> {
    return this.#receiver.idle();
  }

  /** Resolves when no handler of a request runs any more, also of those that were aborted when the connection ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await this.#running.freed;
  }

  /** The number of requests sent that have no answer yet. */
  get openRequests(): number {
    return this.#pending.size;
  }

  /** The amount that was received and waits to be handled. */
  get waiting(): Amount {
    return { messages: this.#inbox.messages, size: this.#inbox.size };
  }

  /** Why the connection is over, as soon as that is known; handlers may still run then. */
  get over(): ConnectionError | undefined {
    return this.#over ?? this.#sendFailure;
  }

  /** Whether the transport takes more without waiting. */
  get hasRoom(): boolean {
    return this.#sender.room === undefined;
  }

  /** The amount that was sent and that the transport has not taken. */
  get unsent(): Amount {
    return this.#sender.unsent;
  }

  /** Replaces what was sent and has not left this process, as far as the transport can; null takes a frame away. */
  rewrite(replace: (frame: string) => string | null | undefined): void {
    this.#sender.rewrite(replace);
  }

  /** Ends the connection at once, because the peer does not keep up with what it is sent. */
  drop(): void {
    this.#terminate(overrun('Too much waits to be sent; the peer does not keep up.'));
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
    const id = this.#pending.nextId();
    try {
      text = requestText(id, method, params);
    } catch (error) {
      return Promise.reject(error);
    }
    const answer = this.#pending.open(
      id,
      method,
      context,
      options,
      () => void this.notify('$/cancel_request', { requestId: id }),
    );
    void this.#sender.send(text);
    if (context !== undefined) this.#receiver.reconsider();
    return answer;
  }

  #onSendFailure(cause: unknown): void {
    const isNews = this.over === undefined;
    this.#sendFailure = new ConnectionError('failed', 'Sending to the peer failed.', { cause });
    if (isNews) this.#onOver();
    if (!this.#runsOn) this.#abortHandlers(this.#sendFailure);
    // A peer that cannot hear us may still have sent something: the transport delivers that and then ends.
    this.#transport.close().catch(() => {});
  }

  #abortHandlers(reason: ConnectionError): void {
    const { holder } = this.#receiver;
    if (holder instanceof HandlerContext) holder.abort(reason);
    this.#running.abortAll(reason);
  }

  #reasonOf(failure: { readonly cause: unknown } | undefined): ConnectionError {
    const received = failure === undefined ? undefined : connectionErrorOf(failure.cause);
    // A failure without a reason says no more than the failed send.
    if (received !== undefined && (received.reason !== 'failed' || received === failure?.cause)) return received;
    return this.#sendFailure ?? received ?? new ConnectionError('ended', 'The peer ended the connection.');
  }

  #onDrained(): void {
    const over = this.#over;
    if (over === undefined || this.#shutDown !== undefined) return;
    this.#pending.fail(over);
    const mayFinish = this.#runsOn || (over.reason === 'ended' && this.#whenPeerEnds !== 'cancel');
    if (!mayFinish) this.#abortHandlers(over);
    else if (this.#runsOn) this.#running.abortAll(over, this.#endWithPeer);
    if (!mayFinish || this.#running.size === 0) this.#finish(over);
  }

  /** Whether running requests may finish however the connection ends. */
  get #runsOn(): boolean {
    return this.#whenPeerEnds === 'run-on';
  }

  #setOver(reason: ConnectionError): ConnectionError {
    const isNews = this.over === undefined;
    this.#over ??= reason;
    if (isNews) this.#onOver();
    return this.#over;
  }

  #terminate(error: ConnectionError): void {
    if (this.#shutDown !== undefined) return;
    const over = this.#setOver(error);
    if (this.#runsOn && error.reason !== 'closed' && this.#running.size > 0) {
      this.#sender.break(over);
      this.#transport.abort?.();
      this.#receiver.stop();
      this.#running.abortAll(over, this.#endWithPeer);
    } else {
      this.#finish(over);
      this.#receiver.stop();
      this.#abortHandlers(over);
    }
    this.#pending.fail(over);
  }

  #finish(over: ConnectionError): void {
    // After an overrun it is pointless to give the transport what it could not take, or to wait for it.
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
