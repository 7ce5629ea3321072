import { Gate } from '../transport/gate.ts';
import type { RequestId } from './message.ts';
import { notificationText } from './message-text.ts';

/** Options of a request. */
export interface RequestOptions<Result = unknown> {
  /** Cancels the request: the promise rejects at once with the signal's reason, and the peer gets `$/cancel_request`. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the peer to cancel the request; the promise still waits for the answer. */
  readonly cancel?: AbortSignal | undefined;
  /**
   * Called with the result before any later message is handled. Its return value becomes the result; what it throws rejects
   * the request.
   */
  readonly onResult?: ((result: unknown) => Result) | undefined;
}

/** What a handler's context needs from its peer. */
export interface ContextPeer {
  call<Result>(
    context: HandlerContext | undefined,
    method: string,
    params: unknown,
    options: RequestOptions<Result> | undefined,
  ): Promise<Result>;
  notify(method: string, params?: unknown): Promise<void>;
  send(text: string): Promise<void> | undefined;
}

const DONE = Promise.resolve();

/** What a handler gets with a message: the method, a signal, and a way to call the peer back. */
export class HandlerContext {
  /** The method of the message. */
  readonly method: string;
  readonly #peer: ContextPeer;
  #controller: AbortController | undefined;
  #abort: { readonly reason: unknown } | undefined;
  #openCalls = 0;

  constructor(peer: ContextPeer, method: string) {
    this.#peer = peer;
    this.method = method;
  }

  /** Aborts when the peer cancels the request or the connection ends. */
  get signal(): AbortSignal {
    // Few handlers use the signal, and creating one costs more than handling a message.
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abort !== undefined) this.#controller.abort(this.#abort.reason);
    }
    return this.#controller.signal;
  }

  /** Sends a request. Unlike a request made on the peer itself, it may be awaited in any handler. */
  request<Result = unknown>(method: string, params?: unknown, options?: RequestOptions<Result>): Promise<Result> {
    return this.#peer.call(this, method, params, options);
  }

  /** Sends a notification. The promise resolves when there is room for more. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#peer.notify(method, params);
  }

  /** Whether the signal has been aborted, without creating one. */
  get aborted(): boolean {
    return this.#abort !== undefined;
  }

  /** The number of requests made through this context that have not settled. */
  get openCalls(): number {
    return this.#openCalls;
  }

  /** Counts a request made through this context: 1 when it is sent, -1 when it settles. */
  countCall(change: 1 | -1): void {
    this.#openCalls += change;
  }

  /** Aborts the signal. */
  abort(reason: unknown): void {
    if (this.#abort !== undefined) return;
    this.#abort = { reason };
    this.#controller?.abort(reason);
  }
}

/** What the handler of a request gets with it. */
export class RequestContext extends HandlerContext {
  /** The id that the peer gave the request. */
  readonly id: RequestId;

  readonly #peer: ContextPeer;
  #answered: Gate | undefined;
  #isAnswered = false;
  #answer: 'awaited' | 'sent' | 'refusal' = 'awaited';
  #following: string[] = [];

  constructor(peer: ContextPeer, method: string, id: RequestId) {
    super(peer, method);
    this.#peer = peer;
    this.id = id;
  }

  /** Resolves when the answer has been given to the transport; what is sent after that follows it. */
  get answered(): Promise<void> {
    this.#answered ??= new Gate();
    if (this.#isAnswered) this.#answered.open();
    return this.#answered.promise;
  }

  /**
   * Sends a notification after the answer, however early this is called; nothing is sent if the request is refused. The
   * promise resolves at once if the answer has not been sent, so that a handler may await it.
   */
  notifyAfterAnswer(method: string, params?: unknown): Promise<void> {
    if (this.#answer === 'sent') return this.notify(method, params);
    if (this.#answer === 'awaited') this.#following.push(notificationText(method, params));
    return DONE;
  }

  /** Marks the request as answered. */
  markAnswered(): void {
    this.#isAnswered = true;
    this.#answered?.open();
  }

  /** Marks the answer, which is not sent yet, as an error. */
  markRefused(): void {
    this.#answer = 'refusal';
    this.#following = [];
  }

  /** Sends what has to follow the answer, which the transport has got by now. */
  follow(): void {
    if (this.#answer === 'refusal') return;
    this.#answer = 'sent';
    for (const text of this.#following) void this.#peer.send(text);
    this.#following = [];
  }
}
