import type { OngoingWork, WorkKind } from './ongoing-work.ts';

/** How a client may cancel a single tool call or terminal. */
export interface Cancellation {
  /** Whether the client may cancel it; `onCancel` implies it. */
  readonly isCancellable?: boolean;
  /** Called when the client cancels it, or the work that it belongs to. Report its end then. */
  readonly onCancel?: () => unknown;
}

/** Returns the signal of something that the client may cancel; `undefined` if it may not. */
export function cancelSignal(
  work: OngoingWork,
  kind: WorkKind,
  id: string,
  { onCancel, isCancellable = onCancel !== undefined }: Cancellation,
): AbortSignal | undefined {
  if (!isCancellable) return undefined;
  const controller = new AbortController();
  work.allowCancel(kind, id, () => {
    if (controller.signal.aborted) return;
    controller.abort(new DOMException('The client cancelled it.', 'AbortError'));
    void work.attempt(onCancel);
  });
  return controller.signal;
}

/** What a tool call or terminal says that the client may cancel. */
export const cancellable = { cancel: {} } as const;
