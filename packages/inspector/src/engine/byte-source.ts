/** The bytes of a recording, which may grow at their end. */
export interface ByteSource {
  /** How many bytes there are so far. */
  readonly size: number;
  /** Whether more may come. */
  readonly isLive: boolean;
  /** Returns the bytes from `start` to `end` (excluded); fewer if the recording has become shorter. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Calls back when bytes have come, or when no more will come. Returns a function that stops it. */
  listen(listener: () => void): () => void;
}
