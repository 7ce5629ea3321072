import type { OngoingWork, WorkHandle, WorkKind } from './ongoing-work.ts';

/** How a client may cancel a single tool call or terminal. */
export interface Cancellation {
  /** Whether the client may cancel it; `onCancel` implies it. */
  readonly isCancellable?: boolean;
  /** Called when the client cancels it, the work that it belongs to, or the session while it is in the background. Report its end then. */
  readonly onCancel?: () => unknown;
}

/** Lets the client cancel something, if its author allows that; returns whether. */
export function allowCancel(
  work: OngoingWork,
  kind: WorkKind,
  handle: WorkHandle & { readonly signal: AbortSignal },
  { onCancel, isCancellable = onCancel !== undefined }: Cancellation,
): boolean {
  if (onCancel !== undefined) {
    handle.signal.addEventListener('abort', () => void work.attempt(onCancel), { once: true });
  }
  if (isCancellable) work.allowCancel(kind, handle.id, () => handle.abort());
  return isCancellable;
}

/** What a tool call or terminal says that the client may cancel. */
export const cancellable = { cancel: {} } as const;
