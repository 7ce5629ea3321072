import type { PeerEvent } from '../jsonrpc/events.ts';
import type { Received } from '../transport/transport.ts';

/** The event that a peer would have told of a frame which a bridge in this process kept to itself. */
export function noiseEvent(frame: Received): PeerEvent {
  if (typeof frame !== 'string') return { type: 'broken-frame', frame };
  return { type: 'noise', problem: isJson(frame) ? 'not-jsonrpc' : 'not-json', text: frame };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
