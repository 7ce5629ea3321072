import type { BrokenFrame } from '../transport/transport.ts';
import { BatchAnswer } from './batch-answer.ts';
import { brokenMessageOf } from './broken-message.ts';
import { ChunkParser } from './chunk-parser.ts';
import { isFields } from './chunk-text.ts';
import { ConnectionError } from './connection-error.ts';
import { EarlyCancels } from './early-cancels.ts';
import type { PeerEvent } from './events.ts';
import { exactIdText } from './exact-id.ts';
import { type ContextPeer, HandlerContext } from './handler-context.ts';
import { type Hold, type Holder, isAwaitedBy } from './hold.ts';
import { type Inbox, isReadMessage, type ReadMessage, type Waiting } from './inbox.ts';
import { jsonText } from './json-text.ts';
import {
  isRequestId,
  kindOf,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from './message.ts';
import { errorText } from './message-text.ts';
import { notifyListener } from './notify-listener.ts';
import type { NotificationHandler, PeerOptions } from './peer-options.ts';
import { malformedResponse, type PendingRequests } from './pending-requests.ts';
import type { ReceivedHandler } from './receiver.ts';
import { RpcError, rpcErrorCodes } from './rpc-error.ts';
import type { RunningRequests } from './running-requests.ts';
import { isThenable } from './thenable.ts';

/** The parts of a peer that a {@link Dispatcher} works with. */
interface DispatcherParts {
  readonly options: PeerOptions;
  readonly peer: ContextPeer;
  readonly inbox: Inbox;
  readonly pending: PendingRequests;
  readonly running: RunningRequests;
  /** The most entries that a batch may have. */
  readonly mostEntries: number;
}

/** The notification that cancels a request. */
const CANCEL = '$/cancel_request';

// How many turns of the microtask queue the code that awaits an answer gets before the next message is handled: enough
// for a few async functions around each other, each of which passes a value on one turn later (JR5).
const TURNS_FOR_ANSWERS = 12;

/** Stands for the entry of a batch that was handled ahead of the others. */
const TAKEN = Symbol('taken');

/** Hands each message to what it is for: a handler, the request it answers, or an event. */
export class Dispatcher implements ReceivedHandler {
  readonly #options: PeerOptions;
  readonly #notifications: ReadonlyMap<string, NotificationHandler>;
  readonly #parts: DispatcherParts;
  readonly #earlyCancels = new EarlyCancels<RequestId>();
  /** Urgent notifications that were reported ahead of their place. */
  readonly #reported = new WeakSet<NotificationMessage>();
  readonly #parser = new ChunkParser();
  #answeredLately = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#options = parts.options;
    this.#notifications = new Map(Object.entries(parts.options.notifications ?? {}));
  }

  handle(item: Waiting): Hold | undefined {
    if (typeof item === 'string') {
      const value = this.#parsed(item);
      if (value !== undefined) return this.#message(value, item, undefined);
      this.#notJson(item);
    } else if (isReadMessage(item)) return this.#message(item.value, item.text, item.batch);
    else this.#brokenFrame(item);
    return undefined;
  }

  mustReadOn(holder: Holder): boolean {
    if (holder === 'running') return this.#parts.running.waitForPeer;
    return holder !== 'answer' && holder.openCalls > 0;
  }

  lookAhead(holder: Holder, item: Waiting): Waiting | undefined {
    const read = this.#readAhead(item);
    if (read === undefined) return item;
    if (!isReadMessage(read)) return this.#takeBrokenAhead(holder, read) ? undefined : read;
    const { value, batch } = read;
    if (Array.isArray(value) && batch === undefined) {
      if (this.#isStrict) return read;
      for (const [index, entry] of value.entries()) if (this.#takeAhead(holder, entry)) value[index] = TAKEN;
      return read;
    }
    if (!this.#takeAhead(holder, value)) return read;
    batch?.settle();
    return undefined;
  }

  /** Returns a waiting frame with its value; `undefined` if it is not JSON. */
  #readAhead(item: Waiting): ReadMessage | BrokenFrame | undefined {
    if (typeof item !== 'string') return item;
    const value = this.#parsed(item);
    return value === undefined ? undefined : { value, text: item, batch: undefined };
  }

  /** Returns the value of a JSON text, and `undefined`, which none has, for a text that is not JSON. */
  #parsed(text: string): unknown {
    try {
      return this.#parser.parse(text);
    } catch {
      return undefined;
    }
  }

  #message(value: unknown, text: string | undefined, batch: BatchAnswer | undefined): Hold | undefined {
    switch (kindOf(value)) {
      case 'notification':
        if (this.#answeredLately) return this.#letAnswersRun({ value, text, batch });
        return this.#notification(value as NotificationMessage, batch);
      case 'request':
        if (this.#answeredLately) return this.#letAnswersRun({ value, text, batch });
        if (!isPlainId((value as RequestMessage).id) && this.#isStrict) return this.#refuse(value, text);
        return this.#request(value as RequestMessage, text, batch);
      case 'response':
        this.#response(value as ResponseMessage);
        batch?.settle();
        return undefined;
      case 'batch':
        if (batch === undefined && this.#isStrict) return this.#refuse(value, text);
        if (batch === undefined) this.#batch(value as unknown[], text);
        else this.#invalid(value, text, batch);
        return undefined;
      case 'invalid':
        this.#invalid(value, text, batch);
        return undefined;
    }
  }

  #notification(message: NotificationMessage, batch: BatchAnswer | undefined): Hold | undefined {
    const { method, params } = message;
    const handler = this.#notifications.get(method) ?? this.#options.otherNotification;
    if (method === CANCEL) this.#cancel(message);
    else if (handler === undefined) this.#emit({ type: 'unknown-notification', method, params });
    else {
      const context = new HandlerContext(this.#parts.peer, method);
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

  #request(message: RequestMessage, text: string | undefined, batch: BatchAnswer | undefined): Hold | undefined {
    const { running, inbox } = this.#parts;
    if (running.isFull) {
      inbox.unshift([{ value: message, text, batch }]);
      return { holder: 'running', released: running.freed };
    }
    running.run(message, exactIdText(message.id, message, text), batch, this.#earlyCancels.has(message.id));
    return undefined;
  }

  #response(response: ResponseMessage): void {
    const outcome = this.#parts.pending.settle(response);
    if (outcome === 'settled') this.#answeredLately = true;
    else if (outcome !== 'cancelled') this.#emit({ type: 'unmatched-response', problem: outcome, response });
  }

  #batch(entries: readonly unknown[], text: string | undefined): void {
    const { peer, inbox, mostEntries } = this.#parts;
    if (entries.length === 0 || entries.length > mostEntries) {
      this.#invalid(entries, text, undefined);
      return;
    }
    const batch = new BatchAnswer((answer) => peer.send(answer));
    const waiting = entries.filter((entry) => entry !== TAKEN);
    for (const _ of waiting) batch.expect();
    inbox.unshift(waiting.map((value) => ({ value, text: undefined, batch })));
    batch.settle();
  }

  #invalid(value: unknown, text: string | undefined, batch: BatchAnswer | undefined): void {
    this.#emit({ type: 'noise', problem: 'not-jsonrpc', text: text ?? textOf(value) });
    const { id, method } = isFields(value) ? value : {};
    const known = isRequestId(id);
    const isAnswer = known && method === undefined && this.#fail(id, malformedResponse(value));
    if (isAnswer || this.#options.malformed === 'report') {
      batch?.settle();
      return;
    }
    const idText = known && typeof method === 'string' ? exactIdText(id, value, text) : 'null';
    const answer = errorText(idText, new RpcError(rpcErrorCodes.invalidRequest, 'Invalid request'));
    if (batch === undefined) void this.#parts.peer.send(answer);
    else void batch.add(answer);
  }

  get #isStrict(): boolean {
    return this.#options.isStrict?.() === true;
  }

  /** Refuses what other connections would handle. */
  #refuse(value: unknown, text: string | undefined): undefined {
    this.#emit({ type: 'noise', problem: 'not-jsonrpc', text: text ?? textOf(value) });
    this.#sendError('null', new RpcError(rpcErrorCodes.invalidRequest, 'Invalid request'));
  }

  #notJson(text: string): void {
    this.#emit({ type: 'noise', problem: 'not-json', text });
    if (this.#options.malformed !== 'report') this.#sendParseError();
  }

  #brokenFrame(frame: BrokenFrame): void {
    this.#emit({ type: 'broken-frame', frame });
    const message = brokenMessageOf(frame);
    const what = frame.problem === 'too-long' ? `is too long (${frame.size} bytes)` : 'is not UTF-8';
    if (message?.kind === 'response') {
      const reason = frame.problem === 'too-long' ? 'oversized-response' : 'malformed-response';
      this.#fail(message.id, new ConnectionError(reason, `The answer to this request ${what}.`, { cause: frame }));
    } else if (message?.kind === 'request') {
      this.#sendError(message.idText, new RpcError(rpcErrorCodes.invalidRequest, `The request ${what}`));
    } else if (frame.problem === 'not-utf8' && this.#options.malformed !== 'report') this.#sendParseError();
  }

  /** Lets the code that awaits an answer see it before the next message is handled. */
  #letAnswersRun(message: ReadMessage): Hold {
    this.#parts.inbox.unshift([message]);
    return { holder: 'answer', released: this.#turns() };
  }

  async #turns(): Promise<void> {
    for (let turn = 0; turn < TURNS_FOR_ANSWERS; turn += 1) await undefined;
    this.#answeredLately = false;
  }

  /** Handles a message ahead of its place if the holder waits for it. Returns whether it has been handled. */
  #takeAhead(holder: Holder, value: unknown): boolean {
    const kind = kindOf(value);
    if (kind === 'response') {
      const response = value as ResponseMessage;
      if (!this.#isAwaited(holder, response.id)) return false;
      this.#response(response);
      return true;
    }
    // Only while the number of running requests is the obstacle: there a cancel is what may remove it.
    if (kind !== 'notification' || holder !== 'running') return false;
    const message = value as NotificationMessage;
    if (message.method !== CANCEL) this.#reportUrgent(message);
    else if (this.#parts.running.cancel(requestIdOf(message))) return true;
    else this.#earlyCancels.see(requestIdOf(message), message);
    return false;
  }

  #takeBrokenAhead(holder: Holder, frame: BrokenFrame): boolean {
    const message = brokenMessageOf(frame);
    if (message?.kind !== 'response' || !this.#isAwaited(holder, message.id)) return false;
    this.#brokenFrame(frame);
    return true;
  }

  #isAwaited(holder: Holder, id: RequestId): boolean {
    return isAwaitedBy(holder, this.#parts.pending.get(id)?.context);
  }

  #cancel(message: NotificationMessage): void {
    const id = requestIdOf(message);
    this.#earlyCancels.reach(id, message);
    this.#parts.running.cancel(id);
  }

  #reportUrgent(message: NotificationMessage): void {
    const { method, params } = message;
    const { urgent } = this.#options;
    // A batch that waited is looked at again when its entries wait.
    if (urgent === undefined || !Object.hasOwn(urgent, method) || this.#reported.has(message)) return;
    this.#reported.add(message);
    try {
      urgent[method]?.(params);
    } catch (error) {
      this.#emit({ type: 'handler-failed', method, error });
    }
  }

  #fail(id: RequestId, error: ConnectionError): boolean {
    const request = this.#parts.pending.get(id);
    if (request === undefined) return false;
    request.settle({ error });
    this.#answeredLately = true;
    return true;
  }

  #sendParseError(): void {
    this.#sendError('null', new RpcError(rpcErrorCodes.parseError, 'Parse error'));
  }

  #sendError(idText: string, error: RpcError): void {
    void this.#parts.peer.send(errorText(idText, error));
  }

  #emit(event: PeerEvent): void {
    notifyListener(this.#options.onEvent, event);
  }
}

/** Returns the id that a cancel names; one that no request has if it names none. */
function requestIdOf({ params }: NotificationMessage): RequestId {
  const requestId: unknown = (params as { readonly requestId?: unknown } | null | undefined)?.requestId;
  return isRequestId(requestId) ? requestId : Number.NaN;
}

function isPlainId(id: RequestId): boolean {
  return typeof id === 'string' || Number.isInteger(id);
}

function noop(): void {}

/** Returns the text of a part of a batch for people to read; empty if it is nested too deep to be written again. */
function textOf(value: unknown): string {
  try {
    return jsonText(value) ?? '';
  } catch {
    return '';
  }
}
