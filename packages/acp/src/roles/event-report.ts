import { notifyListener } from '../jsonrpc/notify-listener.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';

/** Something a connection noticed; what tells of a failure in the author's own code has the error with it. */
interface Noticed {
  readonly type: string;
  /** What was being done. */
  readonly method?: unknown;
  readonly error?: unknown;
}

/** Who listens to events, if anybody does. */
interface Listening<Event> {
  readonly onEvent?: (event: Event) => void;
}

/**
 * Tells an event to whoever listens. Where nobody does, failures in the author's own code are printed with their stack: the peer
 * is not told of them, and an author who sees nothing can mend nothing.
 */
export function report<Event extends Noticed>(listening: Listening<Event>, event: Event): void {
  if (listening.onEvent !== undefined) notifyListener(listening.onEvent, event);
  else if (isFailure(event)) console.error(`@emend/acp: ${headline(event)}:`, event.error);
}

/** Whether an event tells of a mistake in the author's own code, rather than of what the peer did: that is refused, in words. */
function isFailure(event: Noticed): boolean {
  return 'error' in event && !(event.error instanceof RpcError);
}

function headline({ type, method }: Noticed): string {
  return typeof method === 'string' ? `${type} (${method})` : type;
}
