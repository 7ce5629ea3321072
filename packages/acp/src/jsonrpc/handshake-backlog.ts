import type { Received } from '../transport/transport.ts';
import { ConnectionError } from './connection-error.ts';
import { sizeOf } from './inbox.ts';
import { type Amount, defaultPeerLimits, reaches } from './limits.ts';

/** Counts what is kept until a handshake is over; it obeys the same limit as what waits to be handled later. */
export class HandshakeBacklog implements Amount {
  readonly #limit: Amount;
  messages = 0;
  size = 0;

  constructor(limit: Amount = defaultPeerLimits.hardQueue) {
    this.#limit = limit;
  }

  /** Counts a frame that is kept; the failure of the connection if that is too much. */
  keep(frame: Received): ConnectionError | undefined {
    this.messages += 1;
    this.size += sizeOf(frame);
    if (!reaches(this, this.#limit)) return undefined;
    return new ConnectionError('overrun', 'Too much arrived before the handshake was over.');
  }
}
