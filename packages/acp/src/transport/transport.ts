/** A frame that arrived and cannot be delivered; its two ends may show which message it was. */
export interface BrokenFrame {
  /** `binary`: a message of a WebSocket that is not text; its content is not shown. */
  readonly problem: 'too-long' | 'not-utf8' | 'binary';
  /** The length of the frame in bytes. */
  readonly size: number;
  /** The start of the frame, at most `EXCERPT_BYTES` bytes. */
  readonly head: string;
  /** The end of the frame, at most `EXCERPT_BYTES` bytes; empty if `head` is the whole frame. */
  readonly tail: string;
}

/** What a transport delivers: a frame (one JSON text), or the report of a frame that it could not deliver. */
export type Received = string | BrokenFrame;

/** Carries frames, each one JSON text, in both directions and in order. */
export interface Transport {
  /**
   * Sends a frame after all earlier ones. Returns a promise if there is no room: it resolves when there is, and rejects if
   * sending has failed.
   */
  send(frame: string): Promise<void> | undefined;
  /** The frames as they arrive, in batches, so that many small frames cost one turn of the loop. Only one reader may iterate them. */
  readonly frames: AsyncIterable<readonly Received[]>;
  /** Sends what is buffered, then ends both directions; frames that have arrived are still delivered. */
  close(): Promise<void>;
  /**
   * Drops what is buffered and ends both directions at once, for a peer that no longer reads; `close` then waits for
   * nothing. A transport without it is closed, however long that takes.
   */
  abort?(): void;
  /**
   * Replaces frames that wait to be sent, or are kept until the peer has them, by what `replace` returns: undefined leaves a frame as it is, and null
   * takes it away. A transport without it does not keep frames for long.
   */
  rewrite?(replace: (frame: string) => string | null | undefined): void;
  /**
   * Returns a new transport to the same peer, for when this one has ended. A client that is connected by a transport with this method
   * goes on over the new one.
   */
  again?(): Transport | Promise<Transport>;
  /**
   * Writes bytes as they are, past everything that waits to be sent: for tests of how a peer reads. Transports of whole messages lack it.
   */
  writeBytes?(bytes: Uint8Array): void;
}

/** How many bytes of a broken frame are kept at either end. */
export const EXCERPT_BYTES = 1024;

/** The default length limit of a frame: 64 MiB. */
export const DEFAULT_MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** The default amount of unsent text, in UTF-16 units, at which a sender is asked to wait. */
export const DEFAULT_HIGH_WATER = 256 * 1024;

/** Returns whether a sender may go on; if nothing is buffered it always may, however low the mark is. */
export function hasRoom(size: number, highWater: number): boolean {
  return size === 0 || size < highWater;
}
