import { ConnectionError } from './connection-error.ts';
import type { HandlerContext, RequestOptions } from './handler-context.ts';
import type { RequestId, ResponseMessage } from './message.ts';
import { RpcError } from './rpc-error.ts';

/** A request that was sent and has no answer yet. */
interface PendingRequest {
  readonly method: string;
  /** The context through which a handler made it, if one did. */
  readonly context: HandlerContext | undefined;
  settle(outcome: { readonly result: unknown } | { readonly error: unknown }): void;
}

// Answers to cancelled requests are expected and not worth an event; this many cancelled ids are remembered.
const REMEMBERED_CANCELS = 1_000;

/** The requests that were sent and have no answer yet. */
export class PendingRequests {
  readonly #open = new Map<RequestId, PendingRequest>();
  readonly #cancelled = new Set<RequestId>();
  #lastId = 0;

  /** The number of pending requests. */
  get size(): number {
    return this.#open.size;
  }

  /** Returns the id for the next request. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Adds a request and returns the promise of its result; `onCancel` is called once if one of its signals aborts first. */
  open<Result>(
    id: number,
    method: string,
    context: HandlerContext | undefined,
    options: RequestOptions<Result> | undefined,
    onCancel: () => void,
  ): Promise<Result> {
    const signal = options?.signal;
    const onResult = options?.onResult;
    let isCancelled = false;
    const cancelOnce = () => {
      if (!isCancelled) onCancel();
      isCancelled = true;
    };
    context?.countCall(1);
    return new Promise<Result>((resolve, reject) => {
      const settle: PendingRequest['settle'] = (outcome) => {
        this.#open.delete(id);
        context?.countCall(-1);
        signal?.removeEventListener('abort', cancel);
        options?.cancel?.removeEventListener('abort', cancelOnce);
        if ('error' in outcome) return reject(outcome.error);
        try {
          resolve(onResult === undefined ? (outcome.result as Result) : onResult(outcome.result));
        } catch (error) {
          reject(error);
        }
      };
      const cancel = () => {
        settle({ error: signal?.reason });
        this.#remember(id);
        cancelOnce();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      options?.cancel?.addEventListener('abort', cancelOnce, { once: true });
      this.#open.set(id, { method, context, settle });
    });
  }

  /** Returns the pending request with an id. */
  get(id: RequestId): PendingRequest | undefined {
    return this.#open.get(id);
  }

  /** Settles the request that a response answers. Returns why not if there is none. */
  settle(response: ResponseMessage): 'settled' | 'cancelled' | 'duplicate' | 'unknown' {
    const request = this.#open.get(response.id);
    if (request !== undefined) {
      request.settle(outcomeOf(response, request.method));
      return 'settled';
    }
    if (this.#cancelled.delete(response.id)) return 'cancelled';
    const { id } = response;
    return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= this.#lastId ? 'duplicate' : 'unknown';
  }

  /** Rejects every request for which `which` returns true; all of them by default. */
  fail(error: unknown, which: (request: PendingRequest) => boolean = () => true): void {
    for (const request of [...this.#open.values()]) if (which(request)) request.settle({ error });
  }

  #remember(id: RequestId): void {
    this.#cancelled.add(id);
    if (this.#cancelled.size <= REMEMBERED_CANCELS) return;
    for (const oldest of this.#cancelled) {
      this.#cancelled.delete(oldest);
      return;
    }
  }
}

function outcomeOf(response: ResponseMessage, method: string): { result: unknown } | { error: unknown } {
  const { result, error } = response;
  // Some peers send the other member as null.
  if (error === undefined || (error === null && result !== undefined)) return { result };
  if ((result === undefined || result === null) && isErrorObject(error)) {
    const message = typeof error.message === 'string' ? error.message : '';
    return { error: new RpcError(error.code, message, error.data, method) };
  }
  return { error: malformedResponse(response) };
}

/** Returns the error of a request whose answer is not a JSON-RPC response. */
export function malformedResponse(response: unknown): ConnectionError {
  return new ConnectionError('malformed-response', 'The answer to this request is not a JSON-RPC response.', {
    cause: response,
  });
}

// Only an integer is a code (B17).
function isErrorObject(value: unknown): value is { code: number; message?: unknown; data?: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && Number.isInteger(value.code);
}
