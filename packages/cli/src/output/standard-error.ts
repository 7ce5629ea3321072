import type { Writable } from 'node:stream';

/** How much waits for a reader who does not keep up, in bytes. */
const mostWaiting = 1024 * 1024;

/** How long a program that is done waits for the reader of its standard error, in milliseconds. */
const patience = 1_000;

/**
 * Writes to a stream that may never be read: a stream that is closed ends nothing, and what a slow reader leaves waiting is bounded.
 * What does not fit is left out, and how much that was is said where it is missing, as soon as there is room again.
 */
export class BoundedWriter {
  readonly #stream: Writable;
  readonly #limit: number;
  #leftOut = 0;

  constructor(stream: Writable, limit = mostWaiting) {
    this.#stream = stream;
    this.#limit = limit;
    // Without a listener a closed pipe would end the process.
    stream.on('error', () => {});
    stream.on('drain', () => this.#sayLeftOut());
  }

  /** Writes text or bytes, all of it or nothing. */
  write(chunk: string | Uint8Array): void {
    if (!this.#stream.writable) return;
    const size = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    const waiting = this.#stream.writableLength;
    // However long a chunk is, it may go where nothing waits.
    if (waiting > 0 && waiting + size > this.#limit) {
      this.#leftOut += size;
      return;
    }
    this.#sayLeftOut();
    this.#stream.write(chunk);
  }

  #sayLeftOut(): void {
    if (this.#leftOut === 0) return;
    const text = `\nemend: ${this.#leftOut} bytes of standard error are missing here, since nobody read them in time.\n`;
    this.#leftOut = 0;
    this.#stream.write(text);
  }
}

let ours: BoundedWriter | undefined;

/** Writes to standard error what is neutral already, or what somebody else printed; whether it is read changes nothing else. */
export function writeStandardError(chunk: string | Uint8Array): void {
  ours ??= new BoundedWriter(process.stderr);
  ours.write(chunk);
}

/** Has a program that is done end even if nobody reads the rest of its standard error; standard output is waited for. */
export function leaveStandardError(): void {
  if (process.stderr.writableLength === 0) return;
  const timer = setTimeout(() => {
    if (process.stdout.writableLength > 0) leaveStandardError();
    else process.exit();
  }, patience);
  // What is left to be written keeps the process alive by itself.
  timer.unref();
}
