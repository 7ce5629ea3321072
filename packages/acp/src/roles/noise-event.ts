import type { PeerEvent } from '../jsonrpc/events.ts';
import type { Received } from '../transport/transport.ts';
import { parsed } from './any-version.ts';

/** Returns the event of a frame that is no message, as a peer reports it; for frames that a bridge in this process has swallowed. */
export function noiseEvent(frame: Received): PeerEvent {
  if (typeof frame !== 'string') return { type: 'broken-frame', frame };
  return { type: 'noise', problem: parsed(frame) === undefined ? 'not-json' : 'not-jsonrpc', text: frame };
}
