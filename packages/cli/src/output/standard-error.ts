import type { Writable } from 'node:stream';

/** How much is buffered for a slow reader, in bytes. */
const mostWaiting = 1024 * 1024;

/** How long the process waits at its end for the reader of standard error, in milliseconds. */
const patience = 1_000;

/**
 * Writes to a stream that may never be read. A closed stream is no error, and the buffer for a slow reader is limited: what does not fit
 * is dropped, and a line says how many bytes are missing as soon as there is room again.
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

  /** Writes a text or bytes completely, or not at all. */
  write(chunk: string | Uint8Array): void {
    if (!this.#stream.writable) return;
    const size = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    const waiting = this.#stream.writableLength;
    // A chunk of any length may be written if nothing is pending.
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

/** Writes to standard error without waiting for its reader. The text must be neutral already, or output of another program. */
export function writeStandardError(chunk: string | Uint8Array): void {
  ours ??= new BoundedWriter(process.stderr);
  ours.write(chunk);
}

/** Ends the process although nobody reads the rest of standard error; standard output is still waited for. */
export function leaveStandardError(): void {
  if (process.stderr.writableLength === 0) return;
  const timer = setTimeout(() => {
    if (process.stdout.writableLength > 0) leaveStandardError();
    else process.exit();
  }, patience);
  // Pending writes keep the process alive by themselves.
  timer.unref();
}
