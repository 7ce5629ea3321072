import { EarlyCancels } from './early-cancels.ts';
import { type HandlerContext, RequestContext } from './handler-context.ts';
import { isRequestId, kindOf, type NotificationMessage, type RequestId, type ResponseMessage } from './message.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { Holder } from './receiver.ts';
import { requestCancelled } from './rpc-error.ts';
import type { RunningRequests } from './running-requests.ts';

/** The notification that cancels a request. */
export const CANCEL = '$/cancel_request';

/** What looking ahead works with. */
export interface LookAheadParts {
  readonly calls: PendingRequests;
  readonly running: RunningRequests;
  readonly handleResponse: (response: ResponseMessage) => void;
  /** Tells of a notification ahead of its place, where that is wanted. */
  readonly tellUrgent: (message: NotificationMessage) => void;
}

/** Finds, among the messages behind one that holds up the queue, those that must not wait: awaited answers, and cancels. */
export class LookAhead {
  readonly #parts: LookAheadParts;
  readonly #cancels = new EarlyCancels<RequestId>();

  constructor(parts: LookAheadParts) {
    this.#parts = parts;
  }

  /** Looks at a waiting message; true if it has been dealt with and waits no longer. */
  take(holder: Holder, value: unknown): boolean {
    const kind = kindOf(value);
    if (kind === 'response') {
      const response = value as ResponseMessage;
      if (!this.isAwaitedBy(holder, response.id)) return false;
      this.#parts.handleResponse(response);
      return true;
    }
    // Only while the number of running requests is the obstacle: there a cancel is what may remove it.
    if (kind !== 'notification' || holder !== 'running') return false;
    const message = value as NotificationMessage;
    if (message.method !== CANCEL) this.#parts.tellUrgent(message);
    else if (this.#cancel(message)) return true;
    else this.#cancels.see(requestIdOf(message), message);
    return false;
  }

  /** Cancels what a notification names, in its place in the order. */
  cancel(message: NotificationMessage): void {
    this.#cancels.reach(requestIdOf(message), message);
    this.#cancel(message);
  }

  /** Aborts a request that starts, if what cancels it has been seen already. */
  begin(context: RequestContext): void {
    if (this.#cancels.has(context.id)) context.abort(requestCancelled());
  }

  /** Whether a holder waits for the answer with this id. */
  isAwaitedBy(holder: Holder, id: RequestId): boolean {
    return isOf(holder, this.#parts.calls.get(id)?.context);
  }

  #cancel(message: NotificationMessage): boolean {
    return this.#parts.running.cancel(requestIdOf(message), requestCancelled());
  }
}

/** Whether a call that was made through a context is one that the holder waits for. */
export function isOf(holder: Holder, context: HandlerContext | undefined): boolean {
  return holder === 'running' ? context instanceof RequestContext : context !== undefined && context === holder;
}

/** The request that a cancel names; an id that no request has if it names none. */
function requestIdOf({ params }: NotificationMessage): RequestId {
  const requestId: unknown = (params as { readonly requestId?: unknown } | null | undefined)?.requestId;
  return isRequestId(requestId) ? requestId : Number.NaN;
}
