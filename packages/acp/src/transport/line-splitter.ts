import { brokenFrame } from './broken-frame.ts';
import { DEFAULT_MAX_FRAME_BYTES, EXCERPT_BYTES, type Received } from './transport.ts';
import { decodeUtf8, decodeUtf8Loosely } from './utf8.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

// Larger pieces decode to strings that V8 puts among its large objects, which costs more than decoding them.
const PIECE_BYTES = 32 * 1024;

// A piece costs a few hundred bytes beside what it holds, so that many are joined unless they hold more than that.
const MANY_PIECES = 1024;
const SMALL_PIECE_BYTES = 1024;

/** Cuts a stream of bytes into lines, looking at each byte once however the stream was cut up before. */
export class LineSplitter {
  readonly #maxFrameBytes: number;
  #carry: Uint8Array[] = [];
  #carriedBytes = 0;
  /** How many of the carried pieces were looked at for joining. */
  #settledPieces = 0;
  #overlong: Overlong | undefined;
  #atStart = true;

  constructor(maxFrameBytes: number = DEFAULT_MAX_FRAME_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Takes the next bytes and returns the frames they complete. */
  push(chunk: Uint8Array): Received[] {
    const frames: Received[] = [];
    let from = 0;
    if (this.#carriedBytes > 0 || this.#overlong !== undefined) {
      const end = chunk.indexOf(NEWLINE);
      if (end === -1) {
        this.#keep(chunk);
        return frames;
      }
      this.#keep(chunk.subarray(0, end));
      this.#finishLine(frames);
      from = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= from) {
      this.#takeLines(chunk.subarray(from, last), frames);
      from = last + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return frames;
  }

  /** Takes the end of the stream and returns the last line where it had no newline. */
  end(): Received[] {
    const frames: Received[] = [];
    this.#finishLine(frames);
    return frames;
  }

  /** Takes whole lines, the last one without its newline. */
  #takeLines(lines: Uint8Array, frames: Received[]): void {
    let from = 0;
    while (from <= lines.length) {
      let end = lines.length;
      if (end - from > PIECE_BYTES) {
        end = lines.lastIndexOf(NEWLINE, from + PIECE_BYTES);
        if (end < from) end = lines.indexOf(NEWLINE, from);
        if (end === -1) end = lines.length;
      }
      const piece = lines.subarray(from, end);
      const text = piece.length > this.#maxFrameBytes ? undefined : decodeUtf8(piece);
      if (text === undefined) this.#takeOneByOne(piece, frames);
      else this.#takeText(text, frames);
      from = end + 1;
    }
  }

  /** The careful path: some line in here is too long or is not UTF-8, and the others must not suffer for it. */
  #takeOneByOne(lines: Uint8Array, frames: Received[]): void {
    let from = 0;
    while (from <= lines.length) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline === -1 ? lines.length : newline;
      this.#keep(lines.subarray(from, end));
      this.#finishLine(frames);
      from = end + 1;
    }
  }

  #takeText(text: string, frames: Received[]): void {
    for (const line of text.split('\n')) {
      const frame = this.#trimmed(line);
      if (frame !== '') frames.push(frame);
    }
  }

  /** The line without its carriage return, and without the byte order mark that may begin the stream. */
  #trimmed(line: string): string {
    let frame = line.charCodeAt(line.length - 1) === CARRIAGE_RETURN ? line.slice(0, -1) : line;
    if (this.#atStart) {
      this.#atStart = false;
      if (frame.charCodeAt(0) === 0xfeff) frame = frame.slice(1);
    }
    return frame.charCodeAt(0) <= SPACE && frame.trim() === '' ? '' : frame;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#overlong !== undefined) {
      this.#overlong.add(bytes);
      return;
    }
    this.#carry.push(bytes);
    this.#carriedBytes += bytes.length;
    if (this.#carry.length - this.#settledPieces === MANY_PIECES) this.#joinSmall();
    // A carriage return at the end belongs to the line end, not to the frame (TR4).
    const most = this.#maxFrameBytes + (bytes[bytes.length - 1] === CARRIAGE_RETURN ? 1 : 0);
    if (this.#carriedBytes > most) {
      this.#overlong = new Overlong(this.#carry);
      this.#forgetCarry();
    }
  }

  #joinSmall(): void {
    const latest = this.#carry.slice(this.#settledPieces);
    if (sizeOf(latest) < MANY_PIECES * SMALL_PIECE_BYTES)
      this.#carry.splice(this.#settledPieces, MANY_PIECES, joined(latest));
    this.#settledPieces = this.#carry.length;
  }

  #finishLine(frames: Received[]): void {
    if (this.#overlong !== undefined) {
      frames.push(this.#overlong.report());
      this.#overlong = undefined;
      this.#atStart = false;
      return;
    }
    if (this.#carriedBytes === 0) {
      this.#forgetCarry();
      return;
    }
    const line = this.#carry.length === 1 ? (this.#carry[0] as Uint8Array) : joined(this.#carry, this.#carriedBytes);
    this.#forgetCarry();
    const text = decodeUtf8(line);
    if (text === undefined) {
      this.#atStart = false;
      frames.push(brokenFrame('not-utf8', line));
      return;
    }
    const frame = this.#trimmed(text);
    if (frame !== '') frames.push(frame);
  }

  #forgetCarry(): void {
    this.#carry = [];
    this.#carriedBytes = 0;
    this.#settledPieces = 0;
  }
}

/** What is remembered of a line that is too long to keep: its length and both its ends. */
class Overlong {
  #size = 0;
  #head: Uint8Array = new Uint8Array(0);
  #tail: Uint8Array = new Uint8Array(0);

  constructor(kept: readonly Uint8Array[]) {
    for (const bytes of kept) this.add(bytes);
  }

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    const missing = EXCERPT_BYTES - this.#head.length;
    if (missing > 0) this.#head = joined([this.#head, bytes.subarray(0, missing)]);
    const rest = bytes.subarray(Math.max(0, missing));
    if (rest.length === 0) return;
    this.#tail =
      rest.length >= EXCERPT_BYTES ? rest.slice(-EXCERPT_BYTES) : joined([this.#tail, rest]).slice(-EXCERPT_BYTES);
  }

  report(): Received {
    return {
      problem: 'too-long',
      size: this.#size,
      head: decodeUtf8Loosely(this.#head),
      tail: decodeUtf8Loosely(this.#tail),
    };
  }
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function joined(parts: readonly Uint8Array[], length = sizeOf(parts)): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
