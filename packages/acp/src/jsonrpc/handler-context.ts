import { Gate } from '../transport/gate.ts';
import type { RequestId } from './message.ts';
import { notificationText } from './message-text.ts';

/** What can be told about a request besides its method and parameters. */
export interface RequestOptions<Result = unknown> {
  /** Cancels the request: the promise rejects at once with the signal's reason, and the peer is told. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the peer to cancel the request, and no more: the promise still waits for the answer. */
  readonly cancel?: AbortSignal | undefined;
  /**
   * Sees the result at its place in the order, before any later message is handled, and may turn it into something else;
   * what it throws rejects the request.
   */
  readonly onResult?: ((result: unknown) => Result) | undefined;
}

/** What a context needs of its peer. */
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

/** What a handler knows about the message it handles, and its way to call the peer back. */
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

  /** Aborts when the peer cancels the request, or when the connection is over. */
  get signal(): AbortSignal {
    // Few handlers look at the signal, and making one costs more than handling a message.
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abort !== undefined) this.#controller.abort(this.#abort.reason);
    }
    return this.#controller.signal;
  }

  /** Asks the peer; unlike a request made on the peer itself, it may be awaited in any handler. */
  request<Result = unknown>(method: string, params?: unknown, options?: RequestOptions<Result>): Promise<Result> {
    return this.#peer.call(this, method, params, options);
  }

  /** Notifies the peer; the promise asks to wait for room. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#peer.notify(method, params);
  }

  /** Whether the signal has been aborted, without making one. */
  get aborted(): boolean {
    return this.#abort !== undefined;
  }

  /** The number of requests made through this context that have not settled. */
  get openCalls(): number {
    return this.#openCalls;
  }

  /** Counts a request made through this context in (1) or out (-1). */
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

/** What the handler of a request knows. */
export class RequestContext extends HandlerContext {
  /** The id the peer gave the request. */
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

  /** Resolves when the answer has been given to the transport: what is sent after that follows it (JR30). */
  get answered(): Promise<void> {
    this.#answered ??= new Gate();
    if (this.#isAnswered) this.#answered.open();
    return this.#answered.promise;
  }

  /**
   * Notifies the peer behind the answer, however early it is called; nothing is sent if the request is refused (JR33). Until
   * then there is nothing to wait for, so that a handler may wait for the promise like for any other.
   */
  notifyAfterAnswer(method: string, params?: unknown): Promise<void> {
    if (this.#answer === 'sent') return this.notify(method, params);
    if (this.#answer === 'awaited') this.#following.push(notificationText(method, params));
    return DONE;
  }

  /** Says that the answer is on its way. */
  markAnswered(): void {
    this.#isAnswered = true;
    this.#answered?.open();
  }

  /** Says that the answer is a refusal, before it goes out. */
  markRefused(): void {
    this.#answer = 'refusal';
    this.#following = [];
  }

  /** Sends what goes out behind the answer, which the transport has by now. */
  follow(): void {
    if (this.#answer === 'refusal') return;
    this.#answer = 'sent';
    for (const text of this.#following) void this.#peer.send(text);
    this.#following = [];
  }
}
