import { ConnectionError } from './connection-error.ts';
import type { HandlerContext, RequestOptions } from './handler-context.ts';
import type { RequestId, ResponseMessage } from './message.ts';
import { RpcError } from './rpc-error.ts';

/** A request of ours that waits for its answer. */
export interface PendingRequest {
  readonly method: string;
  /** The handler through whose context it was made, if any. */
  readonly context: HandlerContext | undefined;
  settle(outcome: { readonly result: unknown } | { readonly error: unknown }): void;
}

// Answers to cancelled requests are expected and not worth an event; more of them than this nobody waits for.
const REMEMBERED_CANCELS = 1_000;

/** The requests we made and that are not answered yet. */
export class PendingRequests {
  readonly #open = new Map<RequestId, PendingRequest>();
  readonly #cancelled = new Set<RequestId>();
  #lastId = 0;

  /** The number of requests that wait. */
  get size(): number {
    return this.#open.size;
  }

  /** The id for the next request. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Makes a call wait under its id; `onCancel` is told, once, when one of its signals aborts first. */
  open<Result>(
    id: number,
    method: string,
    context: HandlerContext | undefined,
    options: RequestOptions<Result> | undefined,
    onCancel: () => void,
  ): Promise<Result> {
    const signal = options?.signal;
    const onResult = options?.onResult;
    let isTold = false;
    const tell = () => {
      if (!isTold) onCancel();
      isTold = true;
    };
    context?.countCall(1);
    return new Promise<Result>((resolve, reject) => {
      const settle: PendingRequest['settle'] = (outcome) => {
        this.#open.delete(id);
        context?.countCall(-1);
        signal?.removeEventListener('abort', cancel);
        options?.cancel?.removeEventListener('abort', tell);
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
        tell();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      options?.cancel?.addEventListener('abort', tell, { once: true });
      this.#open.set(id, { method, context, settle });
    });
  }

  /** The call that waits under an id. */
  get(id: RequestId): PendingRequest | undefined {
    return this.#open.get(id);
  }

  /** Settles the call a response answers; says why not when there is none. */
  settle(response: ResponseMessage): 'settled' | 'cancelled' | 'duplicate' | 'unknown' {
    const call = this.#open.get(response.id);
    if (call !== undefined) {
      call.settle(outcomeOf(response, call.method));
      return 'settled';
    }
    if (this.#cancelled.delete(response.id)) return 'cancelled';
    const { id } = response;
    return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= this.#lastId ? 'duplicate' : 'unknown';
  }

  /** Fails every call that `which` picks. */
  fail(error: unknown, which: (call: PendingRequest) => boolean = () => true): void {
    for (const call of [...this.#open.values()]) if (which(call)) call.settle({ error });
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
  // Peers of the old school send the other member as null.
  if (error === undefined || (error === null && result !== undefined)) return { result };
  if ((result === undefined || result === null) && isErrorObject(error)) {
    const message = typeof error.message === 'string' ? error.message : '';
    return { error: new RpcError(error.code, message, error.data, method) };
  }
  return { error: malformedResponse(response) };
}

/** The failure of a request whose answer is not a JSON-RPC response. */
export function malformedResponse(response: unknown): ConnectionError {
  return new ConnectionError('malformed-response', 'The answer to this request is not a JSON-RPC response.', {
    cause: response,
  });
}

// Only an integer is a code (B17).
function isErrorObject(value: unknown): value is { code: number; message?: unknown; data?: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && Number.isInteger(value.code);
}
