import { Gate } from '../transport/gate.ts';
import type { BatchAnswer } from './batch-answer.ts';
import { type ContextPeer, RequestContext } from './handler-context.ts';
import type { RequestId, RequestMessage } from './message.ts';
import { errorText, resultText } from './message-text.ts';
import { notifyListener } from './notify-listener.ts';
import type { PeerOptions, RequestHandler } from './peer-options.ts';
import { RpcError, refusedCode, requestCancelled, rpcErrorCodes, toRpcError } from './rpc-error.ts';
import { isThenable } from './thenable.ts';

/** Runs the handlers of incoming requests and sends their answers. */
export class RunningRequests {
  readonly #options: PeerOptions;
  readonly #handlers: ReadonlyMap<string, RequestHandler>;
  readonly #limit: number;
  readonly #peer: ContextPeer;
  readonly #onFree: () => void;
  readonly #contexts = new Set<RequestContext>();
  readonly #byId = new Map<RequestId, RequestContext>();
  #unsentAnswers = 0;
  #freed: Gate | undefined;

  /** `onFree` is called when a request is done: its answer has been sent. */
  constructor(options: PeerOptions, limit: number, peer: ContextPeer, onFree: () => void) {
    this.#options = options;
    this.#handlers = new Map(Object.entries(options.requests ?? {}));
    this.#limit = limit;
    this.#peer = peer;
    this.#onFree = onFree;
  }

  /** The number of requests that are not done: running, or answered and not sent. */
  get size(): number {
    return this.#contexts.size + this.#unsentAnswers;
  }

  /** Whether no further request may start. */
  get isFull(): boolean {
    return this.size >= this.#limit;
  }

  /** Resolves when a request is done. */
  get freed(): Promise<void> {
    this.#freed ??= new Gate();
    return this.#freed.promise;
  }

  /** Whether some of them wait for the peer: to answer a request of theirs, or to take an answer. */
  get waitForPeer(): boolean {
    if (this.#unsentAnswers > 0) return true;
    for (const context of this.#contexts) if (context.openCalls > 0) return true;
    return false;
  }

  /** Runs the handler of a request; one that was cancelled while it waited starts with its signal aborted. */
  run(message: RequestMessage, idText: string, batch: BatchAnswer | undefined, isCancelled: boolean): void {
    const { method, id, params } = message;
    if (this.#byId.has(id)) notifyListener(this.#options.onEvent, { type: 'duplicate-request', id, method });
    const context = new RequestContext(this.#peer, method, id);
    this.#contexts.add(context);
    this.#byId.set(id, context);
    if (isCancelled) context.abort(requestCancelled());
    const answer = (result: unknown) => this.#answer(context, idText, batch, result);
    const refuse = (thrown: unknown) => this.#refuse(context, idText, batch, thrown);
    const handler = this.#handlers.get(method) ?? this.#options.otherRequest;
    if (handler === undefined) {
      refuse(new RpcError(rpcErrorCodes.methodNotFound, `Method not found: ${method}`));
      return;
    }
    try {
      const result = handler(params, context);
      if (isThenable(result)) void Promise.resolve(result).then(answer, refuse);
      else answer(result);
    } catch (thrown) {
      refuse(thrown);
    }
  }

  /** Aborts the signal of a running request. Returns false if none has this id. */
  cancel(id: RequestId): boolean {
    const context = this.#byId.get(id);
    context?.abort(requestCancelled());
    return context !== undefined;
  }

  /** Aborts the signals of all requests, or of those of some methods. */
  abortAll(reason: unknown, methods?: readonly string[]): void {
    for (const context of [...this.#contexts]) {
      if (methods === undefined || methods.includes(context.method)) context.abort(reason);
    }
  }

  #answer(context: RequestContext, idText: string, batch: BatchAnswer | undefined, result: unknown): void {
    let text: string;
    try {
      text = resultText(idText, result);
    } catch (error) {
      this.#refuse(context, idText, batch, error);
      return;
    }
    this.#finish(context, text, batch);
  }

  #refuse(context: RequestContext, idText: string, batch: BatchAnswer | undefined, thrown: unknown): void {
    const error = toRpcError(thrown, context);
    context.markRefused();
    // What the refusal does not tell the peer.
    const kept = error === thrown ? error.cause : thrown;
    if (kept !== undefined && (error.code === rpcErrorCodes.internalError || error.code === refusedCode))
      notifyListener(this.#options.onEvent, { type: 'handler-failed', method: context.method, error: kept });
    this.#finish(context, errorText(idText, error), batch);
  }

  /** Sends the answer of a request, which from now on cannot be cancelled. */
  #finish(context: RequestContext, answer: string, batch: BatchAnswer | undefined): void {
    this.#contexts.delete(context);
    if (this.#byId.get(context.id) === context) this.#byId.delete(context.id);
    const room = batch === undefined ? this.#peer.send(answer) : batch.add(answer, () => context.follow());
    context.markAnswered();
    if (batch === undefined) context.follow();
    if (room === undefined) {
      this.#free();
      return;
    }
    this.#unsentAnswers += 1;
    const sent = () => {
      this.#unsentAnswers -= 1;
      this.#free();
    };
    room.then(sent, sent);
  }

  #free(): void {
    this.#freed?.open();
    this.#freed = undefined;
    this.#onFree();
  }
}
