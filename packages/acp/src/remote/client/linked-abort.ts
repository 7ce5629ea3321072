/** The controllers that abort with each signal. One listener serves all of them: Node takes more than ten for a leak, and says so. */
const linked = new WeakMap<AbortSignal, Set<AbortController>>();

/** Returns a controller that aborts with a signal. `unlink` must be called when it is no longer needed. */
export function linkedAbort(signal: AbortSignal): {
  readonly controller: AbortController;
  readonly unlink: () => void;
} {
  // `AbortSignal.any` is not in all supported browsers, and leaks memory with signals that live long in some versions of Node.
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  const controllers = linked.get(signal) ?? listenTo(signal);
  controllers.add(controller);
  return { controller, unlink: () => void controllers.delete(controller) };
}

function listenTo(signal: AbortSignal): Set<AbortController> {
  const controllers = new Set<AbortController>();
  linked.set(signal, controllers);
  signal.addEventListener('abort', () => {
    for (const controller of controllers) controller.abort(signal.reason);
  });
  return controllers;
}
