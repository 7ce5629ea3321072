import type { Received } from '../transport/transport.ts';
import { ConnectionError } from './connection-error.ts';
import { sizeOf } from './inbox.ts';
import { type Amount, defaultPeerLimits, reaches } from './limits.ts';

/** Counts the frames that are buffered until a handshake is over, within the same limit as later frames. */
export class HandshakeBacklog implements Amount {
  readonly #limit: Amount;
  messages = 0;
  size = 0;

  constructor(limit: Amount = defaultPeerLimits.hardQueue) {
    this.#limit = limit;
  }

  /** Counts a buffered frame. Returns the error that ends the connection if that is too much. */
  keep(frame: Received): ConnectionError | undefined {
    this.messages += 1;
    this.size += sizeOf(frame);
    if (!reaches(this, this.#limit)) return undefined;
    return new ConnectionError('overrun', 'Too much arrived before the handshake was over.');
  }
}
