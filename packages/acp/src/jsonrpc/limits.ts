/** An amount of messages and of text, in UTF-16 units; whichever is reached first counts. */
export interface Amount {
  readonly messages: number;
  readonly size: number;
}

/** How much a peer keeps in memory. */
export interface PeerLimits {
  /** Received and not yet handled: from here on the peer stops reading. */
  readonly queue: Amount;
  /** Received and not yet handled while reading must go on for the sake of a handler's own request; beyond it the connection fails. */
  readonly hardQueue: Amount;
  /** Sent and not yet taken by the transport, by senders who do not wait; beyond it the connection fails. */
  readonly unsent: Amount;
  /** Incoming requests running at the same time; further ones wait in the queue. */
  readonly running: number;
}

const MIB = 1024 * 1024;

/** The limits where the caller names none. */
export const defaultPeerLimits: PeerLimits = {
  queue: { messages: 1_000, size: 4 * MIB },
  hardQueue: { messages: 100_000, size: 128 * MIB },
  unsent: { messages: 1_000_000, size: 256 * MIB },
  running: 1_000,
};

/** Whether an amount has reached a limit. */
export function reaches(amount: Amount, limit: Amount): boolean {
  return amount.messages >= limit.messages || amount.size >= limit.size;
}
