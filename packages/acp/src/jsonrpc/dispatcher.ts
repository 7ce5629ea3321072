import type { BrokenFrame, Transport } from '../transport/transport.ts';
import { BatchAnswer } from './batch-answer.ts';
import { brokenMessageOf } from './broken-message.ts';
import { ConnectionError } from './connection-error.ts';
import type { PeerEvent } from './events.ts';
import { outlineOf } from './frame-outline.ts';
import { type ContextPeer, HandlerContext, RequestContext } from './handler-context.ts';
import { isReadMessage, type ReadMessage } from './inbox.ts';
import { jsonText } from './json-text.ts';
import type { Amount, PeerLimits } from './limits.ts';
import { CANCEL, isOf, LookAhead } from './look-ahead.ts';
import {
  isRequestId,
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from './message.ts';
import { errorText, resultText } from './message-text.ts';
import { notifyListener } from './notify-listener.ts';
import type { NotificationHandler, PeerOptions, RequestHandler } from './peer-options.ts';
import { malformedResponse, type PendingRequest, type PendingRequests } from './pending-requests.ts';
import { type Hold, type Holder, Receiver, type Recipient } from './receiver.ts';
import { RpcError, rpcErrorCodes, toRpcError } from './rpc-error.ts';
import { RunningRequests } from './running-requests.ts';

/** What the receiving half of a peer needs of the whole. */
export interface IncomingOwner extends ContextPeer {
  readonly calls: PendingRequests;
  /** Fails the calls that `which` picks, because nothing more will arrive. */
  failCalls(which: (call: PendingRequest) => boolean): void;
  onOverrun(): void;
  onFailure(cause: unknown): void;
  onEnd(failure: { readonly cause: unknown } | undefined): void;
  onDrained(): void;
}

// How many turns of the microtask queue the code that awaits an answer gets before the next message is handled: enough
// for a few async functions around each other, each of which passes a value on one turn later (JR5).
const TURNS_FOR_ANSWERS = 12;

// Stands for the entry of a batch that was handled ahead of the others.
const TAKEN = Symbol('taken');

/** The receiving half of a peer: has messages handled in order, and answers requests. */
export class Incoming implements Recipient {
  readonly #owner: IncomingOwner;
  readonly #options: PeerOptions;
  readonly #receiver: Receiver;
  readonly #running: RunningRequests;
  readonly #requests: ReadonlyMap<string, RequestHandler>;
  readonly #notifications: ReadonlyMap<string, NotificationHandler>;
  readonly #limits: PeerLimits;
  readonly #ahead: LookAhead;
  /** Notifications that were told ahead of their place. */
  readonly #told = new WeakSet<NotificationMessage>();
  #answeredLately = false;
  #drained = false;

  constructor(transport: Transport, options: PeerOptions, limits: PeerLimits, owner: IncomingOwner) {
    this.#owner = owner;
    this.#options = options;
    this.#limits = limits;
    this.#requests = new Map(Object.entries(options.requests ?? {}));
    this.#notifications = new Map(Object.entries(options.notifications ?? {}));
    this.#receiver = new Receiver(transport, limits, this);
    this.#running = new RunningRequests(
      limits.running,
      (text) => owner.send(text),
      () => this.#onFree(),
    );
    this.#ahead = new LookAhead({
      calls: owner.calls,
      running: this.#running,
      handleResponse: (response) => this.#handleResponse(response),
      tellUrgent: (message) => this.#tellUrgent(message),
    });
  }

  /** Reads until the end. */
  run(): Promise<void> {
    return this.#receiver.run();
  }

  /** Settles when nothing waits to be handled. */
  idle(): Promise<void> {
    return this.#receiver.idle();
  }

  /** The amount that waits to be handled. */
  get waiting(): Amount {
    return this.#receiver.waiting;
  }

  /** Whether requests are running or their answers wait to be sent. */
  get isAnswering(): boolean {
    return this.#running.size > 0;
  }

  /** Has the question asked again whether reading must go on. */
  reconsider(): void {
    this.#receiver.reconsider();
  }

  /** Handles nothing more; what runs may still end. */
  stop(): void {
    this.#drained = true;
    this.#receiver.stop();
  }

  /** Aborts the signals of all running handlers. */
  abortHandlers(reason: unknown): void {
    const { holder } = this.#receiver;
    if (holder instanceof HandlerContext) holder.abort(reason);
    this.#running.abortAll(reason);
  }

  /** Aborts the signals of requests of some methods. */
  abortRequests(reason: unknown, methods: readonly string[]): void {
    this.#running.abortAll(reason, methods);
  }

  handleMessage(value: unknown, text: string | undefined, batch: BatchAnswer | undefined): Hold | undefined {
    switch (kindOf(value)) {
      case 'notification':
        if (this.#answeredLately) return this.#letAnswersRun({ value, text, batch });
        return this.#handleNotification(value as NotificationMessage, batch);
      case 'request':
        if (this.#answeredLately) return this.#letAnswersRun({ value, text, batch });
        return this.#handleRequest(value as RequestMessage, text, batch);
      case 'response':
        this.#handleResponse(value as ResponseMessage);
        batch?.settle();
        return undefined;
      case 'batch':
        if (batch === undefined) this.#openBatch(value as unknown[], text);
        else this.#handleInvalid(value, text, batch);
        return undefined;
      case 'invalid':
        this.#handleInvalid(value, text, batch);
        return undefined;
    }
  }

  handleText(text: string): void {
    this.#emit({ type: 'noise', problem: 'not-json', text });
    if (this.#options.malformed !== 'report')
      this.#sendError('null', new RpcError(rpcErrorCodes.parseError, 'Parse error'));
  }

  handleBroken(frame: BrokenFrame): void {
    this.#emit({ type: 'broken-frame', frame });
    const message = brokenMessageOf(frame);
    const what = frame.problem === 'too-long' ? `is too long (${frame.size} bytes)` : 'is not UTF-8';
    if (message?.kind === 'response') {
      const reason = frame.problem === 'too-long' ? 'oversized-response' : 'malformed-response';
      const error = new ConnectionError(reason, `The answer to this request ${what}.`, { cause: frame });
      this.#fail(message.id, error);
    } else if (message?.kind === 'request') {
      this.#sendError(message.idText, new RpcError(rpcErrorCodes.invalidRequest, `The request ${what}`));
    } else if (frame.problem === 'not-utf8' && this.#options.malformed !== 'report') {
      this.#sendError('null', new RpcError(rpcErrorCodes.parseError, 'Parse error'));
    }
  }

  mustReadOn(holder: Holder | undefined): boolean {
    if (holder === 'running') return this.#running.waitForPeer;
    return holder instanceof HandlerContext && holder.openCalls > 0;
  }

  looksAhead(holder: Holder | undefined): boolean {
    return holder === 'running' || this.mustReadOn(holder);
  }

  lookAhead(holder: Holder, item: ReadMessage | BrokenFrame): ReadMessage | BrokenFrame | undefined {
    if (!isReadMessage(item)) {
      const message = brokenMessageOf(item);
      if (message?.kind !== 'response' || !this.#ahead.isAwaitedBy(holder, message.id)) return item;
      this.handleBroken(item);
      return undefined;
    }
    const { value, batch } = item;
    if (Array.isArray(value) && batch === undefined) {
      for (const [index, entry] of value.entries()) if (this.#ahead.take(holder, entry)) value[index] = TAKEN;
      return item;
    }
    if (!this.#ahead.take(holder, value)) return item;
    batch?.settle();
    return undefined;
  }

  giveUp(holder: Holder): void {
    this.#owner.failCalls(({ context }) => isOf(holder, context));
  }

  handleOverrun(): void {
    this.#owner.onOverrun();
  }

  handleFailure(cause: unknown): void {
    this.#owner.onFailure(cause);
  }

  handleEnd(failure: { readonly cause: unknown } | undefined): void {
    this.#owner.onEnd(failure);
  }

  handleDrained(): void {
    this.#drained = true;
    this.#owner.onDrained();
  }

  #handleNotification(message: NotificationMessage, batch: BatchAnswer | undefined): Hold | undefined {
    const { method, params } = message;
    const handler = this.#notifications.get(method) ?? this.#options.otherNotification;
    if (method === CANCEL) this.#ahead.cancel(message);
    else if (handler === undefined) this.#emit({ type: 'unknown-notification', method, params });
    else {
      const context = new HandlerContext(this.#owner, method);
      const failed = (error: unknown) => this.#emit({ type: 'handler-failed', method, error });
      try {
        const handling = handler(params, context);
        if (isThenable(handling)) {
          const released = Promise.resolve(handling).then(noop, failed);
          return { holder: context, released: released.then(() => void batch?.settle()) };
        }
      } catch (error) {
        failed(error);
      }
    }
    batch?.settle();
    return undefined;
  }

  #handleRequest(message: RequestMessage, text: string | undefined, batch: BatchAnswer | undefined): Hold | undefined {
    if (this.#running.isFull) {
      this.#receiver.putFirst([{ value: message, text, batch }]);
      return { holder: 'running', released: this.#running.freed };
    }
    const { method, id } = message;
    if (this.#running.has(id)) this.#emit({ type: 'duplicate-request', id, method });
    const context = new RequestContext(this.#owner, method, id);
    const idText = idTextOf(id, text);
    this.#running.start(context);
    this.#ahead.begin(context);
    const answer = (result: unknown) => this.#answer(context, idText, batch, result);
    const refuse = (thrown: unknown) => this.#refuse(context, idText, batch, thrown);
    const handler = this.#requests.get(method) ?? this.#options.otherRequest;
    if (handler === undefined) {
      refuse(new RpcError(rpcErrorCodes.methodNotFound, `Method not found: ${method}`));
      return undefined;
    }
    try {
      const result = handler(message.params, context);
      if (isThenable(result)) void Promise.resolve(result).then(answer, refuse);
      else answer(result);
    } catch (thrown) {
      refuse(thrown);
    }
    return undefined;
  }

  #answer(context: RequestContext, idText: string, batch: BatchAnswer | undefined, result: unknown): void {
    let text: string;
    try {
      text = resultText(idText, result);
    } catch (error) {
      this.#refuse(context, idText, batch, error);
      return;
    }
    this.#running.finish(context, text, batch);
  }

  #refuse(context: RequestContext, idText: string, batch: BatchAnswer | undefined, thrown: unknown): void {
    const error = toRpcError(thrown, context);
    context.markRefused();
    // What the refusal does not tell the peer.
    const kept = error === thrown ? error.cause : thrown;
    if (kept !== undefined && error.code === rpcErrorCodes.internalError)
      this.#emit({ type: 'handler-failed', method: context.method, error: kept });
    this.#running.finish(context, errorText(idText, error), batch);
  }

  #handleResponse(response: ResponseMessage): void {
    const outcome = this.#owner.calls.settle(response);
    if (outcome === 'settled') this.#answeredLately = true;
    else if (outcome !== 'cancelled') this.#emit({ type: 'unmatched-response', problem: outcome, response });
  }

  #handleInvalid(value: unknown, text: string | undefined, batch: BatchAnswer | undefined): void {
    this.#emit({ type: 'noise', problem: 'not-jsonrpc', text: text ?? textOf(value) });
    const { id, method } = isObject(value) ? value : {};
    const known = isRequestId(id);
    const isAnswer = known && method === undefined && this.#fail(id, malformedResponse(value));
    if (isAnswer || this.#options.malformed === 'report') {
      batch?.settle();
      return;
    }
    const idText = known && typeof method === 'string' ? idTextOf(id, text) : 'null';
    const answer = errorText(idText, new RpcError(rpcErrorCodes.invalidRequest, 'Invalid request'));
    if (batch === undefined) void this.#owner.send(answer);
    else void batch.add(answer);
  }

  #openBatch(entries: readonly unknown[], text: string | undefined): void {
    if (entries.length === 0 || entries.length > this.#limits.hardQueue.messages) {
      this.#handleInvalid(entries, text, undefined);
      return;
    }
    const batch = new BatchAnswer((answer) => this.#owner.send(answer));
    const waiting = entries.filter((entry) => entry !== TAKEN);
    for (const _ of waiting) batch.expect();
    this.#receiver.putFirst(waiting.map((value) => ({ value, text: undefined, batch })));
    batch.settle();
  }

  /** Lets the code that awaits an answer see it before the next message is handled (JR5). */
  #letAnswersRun(message: ReadMessage): Hold {
    this.#receiver.putFirst([message]);
    return { holder: 'answer', released: this.#turns() };
  }

  async #turns(): Promise<void> {
    for (let turn = 0; turn < TURNS_FOR_ANSWERS; turn += 1) await undefined;
    this.#answeredLately = false;
  }

  #tellUrgent(message: NotificationMessage): void {
    const { method, params } = message;
    const urgent = this.#options.urgent;
    // A batch that waited is looked at again when its entries wait.
    if (urgent === undefined || !Object.hasOwn(urgent, method) || this.#told.has(message)) return;
    this.#told.add(message);
    try {
      urgent[method]?.(params);
    } catch (error) {
      this.#emit({ type: 'handler-failed', method, error });
    }
  }

  #fail(id: RequestId, error: ConnectionError): boolean {
    const call = this.#owner.calls.get(id);
    if (call === undefined) return false;
    call.settle({ error });
    this.#answeredLately = true;
    return true;
  }

  #sendError(idText: string, error: RpcError): void {
    void this.#owner.send(errorText(idText, error));
  }

  #onFree(): void {
    if (this.#drained) this.#owner.onDrained();
  }

  #emit(event: PeerEvent): void {
    notifyListener(this.#options.onEvent, event);
  }
}

/** The id as JSON text; the text of the message has it exactly where a number is too large for JavaScript. */
function idTextOf(id: RequestId, text: string | undefined): string {
  const exact = typeof id !== 'number' || Number.isSafeInteger(id) || text === undefined;
  return (exact ? undefined : outlineOf(text).scalars.get('id')) ?? JSON.stringify(id);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function noop(): void {}

/** The text of a part of a batch, for people to look at; empty if it is nested too deep to be written again. */
function textOf(value: unknown): string {
  try {
    return jsonText(value) ?? '';
  } catch {
    return '';
  }
}
