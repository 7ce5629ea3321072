/** A frame that arrived but cannot be handed on whole; what is left of it says which message it was. */
export interface BrokenFrame {
  readonly problem: 'too-long' | 'not-utf8';
  /** The length of the frame in bytes. */
  readonly size: number;
  /** How the frame begins, at most `EXCERPT_BYTES` bytes of it. */
  readonly head: string;
  /** How the frame ends, at most `EXCERPT_BYTES` bytes of it; empty when `head` is the whole frame. */
  readonly tail: string;
}

/** What a transport delivers in one place of the stream: a frame (one JSON text), or the report of one it could not deliver. */
export type Received = string | BrokenFrame;

/** Carries frames, each one JSON text, both ways and in order. */
export interface Transport {
  /**
   * Takes a frame to be sent after all earlier ones; a promise asks the sender to wait until there is room again,
   * and rejects when sending has failed.
   */
  send(frame: string): Promise<void> | undefined;
  /** The frames as they arrive, in batches so that a thousand small ones cost one turn of the loop; read once, by one reader. */
  readonly frames: AsyncIterable<readonly Received[]>;
  /** Sends what is waiting, then ends both directions; frames in hand are still delivered, then the iteration ends. */
  close(): Promise<void>;
  /**
   * Drops what is waiting and ends both directions at once, for a peer who takes nothing any more; `close` then waits for
   * nothing. A transport without it is closed, however long that takes.
   */
  abort?(): void;
}

/** How much of a broken frame is kept at either end. */
export const EXCERPT_BYTES = 1024;

/** The frame limit where the caller names none: 64 MiB. */
export const DEFAULT_MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** The amount of unsent text, in UTF-16 units, from which on a sender is asked to wait. */
export const DEFAULT_HIGH_WATER = 256 * 1024;

/** Whether a sender may go on; once nothing waits it always may, however low the mark is. */
export function hasRoom(size: number, highWater: number): boolean {
  return size === 0 || size < highWater;
}
