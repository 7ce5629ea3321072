/** A number of messages and their length in UTF-16 units; as a limit, whichever is reached first counts. */
export interface Amount {
  readonly messages: number;
  readonly size: number;
}

/** Limits of what a peer keeps in memory. */
export interface PeerLimits {
  /** Received and not yet handled: at this amount the peer stops reading. */
  readonly queue: Amount;
  /** Received and not yet handled while a handler awaits an answer, so that reading must go on; at this amount the connection fails. */
  readonly hardQueue: Amount;
  /** Sent without waiting and not yet taken by the transport; at this amount the connection fails. */
  readonly unsent: Amount;
  /** Incoming requests that run at the same time; further ones wait in the queue. */
  readonly running: number;
}

const MIB = 1024 * 1024;

/** The default limits of a peer. */
export const defaultPeerLimits: PeerLimits = {
  queue: { messages: 1_000, size: 4 * MIB },
  hardQueue: { messages: 100_000, size: 128 * MIB },
  unsent: { messages: 1_000_000, size: 256 * MIB },
  running: 1_000,
};

/** Returns whether an amount has reached a limit. */
export function reaches(amount: Amount, limit: Amount): boolean {
  return amount.messages >= limit.messages || amount.size >= limit.size;
}
