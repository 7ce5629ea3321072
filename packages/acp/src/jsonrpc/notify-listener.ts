/** Tells a listener, if there is one. A listener's mistake must not become that of the connection, nor keep a message from being sent. */
export function notifyListener<Event>(listener: ((event: Event) => void) | undefined, event: Event): void {
  try {
    listener?.(event);
  } catch {
    // It is the listener's own to notice.
  }
}
