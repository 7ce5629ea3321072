/** Calls a listener, if there is one. What it throws is ignored: it must neither end the connection nor keep a message from being sent. */
export function notifyListener<Event>(listener: ((event: Event) => void) | undefined, event: Event): void {
  try {
    listener?.(event);
  } catch {
    // A listener has to handle its own errors.
  }
}
