import { unlessAborted } from '../../transport/unless-aborted.ts';

/** Calls a hook and waits for it until its request is cancelled: the author's code may never finish. */
export async function unlessCancelled<T>(hook: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return unlessAborted(Promise.resolve(hook()), [signal]);
}
