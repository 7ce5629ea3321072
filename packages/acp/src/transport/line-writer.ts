import { Gate, rejected } from './gate.ts';
import { DEFAULT_HIGH_WATER, hasRoom } from './transport.ts';

/**
 * Writes a piece of text, and tells when the next piece may be written: by the promise that it returns, or by calling `onWritten`, with the
 * error if writing has failed. The call costs less than a promise.
 */
export type Write = (text: string, onWritten: OnWritten) => Promise<void> | undefined;

/** Called when a piece of text was written, or could not be. */
export type OnWritten = (error?: Error | null) => void;

/**
 * How much of a long frame is written at once, in UTF-16 units: written whole, its bytes and a copy with its line end would be in
 * memory beside it.
 */
const PIECE_SIZE = 256 * 1024;

/** Writes frames as lines: frames sent in the same turn go out in one write, and one write is in flight at a time. */
export class LineWriter {
  readonly #write: Write;
  readonly #highWater: number;
  /** The pieces that wait to be written, in order. */
  #waiting: string[] = [];
  #size = 0;
  /** Whether a write is in flight, or will be at the end of this turn. */
  #isWriting = false;
  #room: Gate | undefined;
  #written: Gate | undefined;
  #ended = false;
  #failure: { readonly cause: unknown } | undefined;
  // Made once, not for each write.
  readonly #writeNext = (): void => this.#writeFirst();
  readonly #onWritten: OnWritten = (error) => (error ? this.#fail(error) : this.#writeFirst());

  constructor(write: Write, highWater: number = DEFAULT_HIGH_WATER) {
    this.#write = write;
    this.#highWater = highWater;
  }

  /** Sends a frame; see `Transport.send`. */
  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined) return rejected(this.#failure.cause);
    if (this.#ended) return rejected(new Error('The transport is closed.'));
    this.#add(inOneLine(frame));
    if (!this.#isWriting) {
      this.#isWriting = true;
      // One turn later: what the running code still sends goes out in the same write.
      void Promise.resolve().then(this.#writeNext);
    }
    if (hasRoom(this.#size, this.#highWater)) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  /** Accepts no more frames. Resolves when everything sent so far has been written; rejects if writing has failed. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#isWriting && this.#failure === undefined) {
      this.#written ??= new Gate();
      await this.#written.promise;
    }
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  /** Accepts no more frames and drops the waiting ones; a pending `end` rejects at once. */
  abort(): void {
    this.#fail(new Error('The transport was aborted.'));
  }

  #add(frame: string): void {
    this.#size += frame.length + 1;
    let from = 0;
    for (let to = pieceEnd(frame, from); to < frame.length; to = pieceEnd(frame, from)) {
      this.#waiting.push(frame.slice(from, to));
      from = to;
    }
    const rest = `${from === 0 ? frame : frame.slice(from)}\n`;
    const last = this.#waiting.length - 1;
    // A short piece goes out with the one before it (TR9).
    if (last >= 0 && rest.length <= PIECE_SIZE) this.#waiting[last] += rest;
    else this.#waiting.push(rest);
  }

  #writeFirst(): void {
    const text = this.#waiting.shift();
    if (text === undefined) {
      this.#isWriting = false;
      this.#written?.open();
      return;
    }
    this.#size -= text.length;
    try {
      const writing = this.#write(text, this.#onWritten);
      writing?.then(this.#writeNext, (cause: unknown) => this.#fail(cause));
    } catch (cause) {
      this.#fail(cause);
    }
    if (hasRoom(this.#size, this.#highWater)) this.#openRoom();
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause };
    this.#waiting = [];
    this.#size = 0;
    this.#room?.fail(cause);
    this.#room = undefined;
    this.#written?.open();
  }

  #openRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }
}

/** Returns a frame without line breaks, which in a JSON text can only be white space between tokens. */
function inOneLine(frame: string): string {
  // B2: two searches for one character are faster than one for either. Some readers end a line at a lone carriage return.
  return frame.includes('\n') || frame.includes('\r') ? frame.replaceAll(/[\n\r]/g, ' ') : frame;
}

/** Returns where a piece of a frame ends; never inside a surrogate pair. */
function pieceEnd(frame: string, from: number): number {
  const to = from + PIECE_SIZE;
  if (to >= frame.length) return frame.length;
  const isHigh = (frame.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return isHigh ? to - 1 : to;
}
