import { notifyListener } from '../jsonrpc/notify-listener.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';

/** An event of a connection; one about a failure in the author's own code has an `error`. */
interface ReportedEvent {
  readonly type: string;
  readonly method?: unknown;
  readonly error?: unknown;
}

/** Options with a listener for events. */
interface EventOptions<Event> {
  readonly onEvent?: (event: Event) => void;
}

/**
 * Passes an event to the listener. Without a listener, failures in the author's own code are printed with their stack: they are not
 * sent to the peer, so nobody would see them otherwise.
 */
export function report<Event extends ReportedEvent>(options: EventOptions<Event>, event: Event): void {
  if (options.onEvent !== undefined) notifyListener(options.onEvent, event);
  else if (isFailure(event)) console.error(`@emend/acp: ${headline(event)}:`, event.error);
}

/** Returns whether the author's own code failed. An `RpcError` is an intended answer to the peer. */
function isFailure(event: ReportedEvent): boolean {
  return 'error' in event && !(event.error instanceof RpcError);
}

function headline({ type, method }: ReportedEvent): string {
  return typeof method === 'string' ? `${type} (${method})` : type;
}
