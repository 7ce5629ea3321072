/** Returns a controller that aborts with a signal. `unlink` must be called when it is no longer needed. */
export function linkedAbort(signal: AbortSignal): {
  readonly controller: AbortController;
  readonly unlink: () => void;
} {
  // `AbortSignal.any` is not in all supported browsers, and leaks memory with signals that live long in some versions of Node.
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { controller, unlink: () => signal.removeEventListener('abort', abort) };
}
