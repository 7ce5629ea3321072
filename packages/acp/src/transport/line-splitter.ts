import { DEFAULT_MAX_FRAME_BYTES, type Received } from './transport.ts';
import { UnfinishedLine } from './unfinished-line.ts';
import { decodeUtf8 } from './utf8.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

// Larger pieces decode to strings that V8 stores as large objects, which costs more than decoding them.
const PIECE_BYTES = 32 * 1024;

/** Splits a byte stream into frames, one per line; each byte is read once, however the stream was cut. */
export class LineSplitter {
  readonly #maxFrameBytes: number;
  readonly #line: UnfinishedLine;
  #atStart = true;

  constructor(maxFrameBytes: number = DEFAULT_MAX_FRAME_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#line = new UnfinishedLine(maxFrameBytes);
  }

  /** Adds bytes and returns the frames that they complete. */
  push(chunk: Uint8Array): Received[] {
    const frames: Received[] = [];
    let from = 0;
    if (!this.#line.isEmpty) {
      const end = chunk.indexOf(NEWLINE);
      if (end === -1) {
        this.#line.add(chunk);
        return frames;
      }
      this.#line.add(chunk.subarray(0, end));
      this.#finishLine(frames);
      from = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= from) {
      this.#takeLines(chunk.subarray(from, last), frames);
      from = last + 1;
    }
    if (from < chunk.length) this.#line.add(chunk.subarray(from));
    return frames;
  }

  /** Ends the stream and returns the last line, if it has no newline. */
  end(): Received[] {
    const frames: Received[] = [];
    this.#finishLine(frames);
    return frames;
  }

  /** Reads complete lines, the last one without its newline. */
  #takeLines(lines: Uint8Array, frames: Received[]): void {
    let from = 0;
    while (from <= lines.length) {
      let end = lines.length;
      if (end - from > PIECE_BYTES) {
        end = lines.lastIndexOf(NEWLINE, from + PIECE_BYTES);
        if (end < from) end = lines.indexOf(NEWLINE, from);
        if (end === -1) end = lines.length;
      }
      // Most reads bring one short line: another view of its bytes would cost as much as decoding them.
      const piece = end - from === lines.length ? lines : lines.subarray(from, end);
      const text = piece.length > this.#maxFrameBytes ? undefined : decodeUtf8(piece);
      if (text === undefined) this.#takeOneByOne(piece, frames);
      else this.#takeText(text, frames);
      from = end + 1;
    }
  }

  /** The slow path: some line is too long or not UTF-8, and the others must still be delivered. */
  #takeOneByOne(lines: Uint8Array, frames: Received[]): void {
    let from = 0;
    while (from <= lines.length) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline === -1 ? lines.length : newline;
      this.#line.add(lines.subarray(from, end));
      this.#finishLine(frames);
      from = end + 1;
    }
  }

  #takeText(text: string, frames: Received[]): void {
    if (!text.includes('\n')) this.#takeLine(text, frames);
    else for (const line of text.split('\n')) this.#takeLine(line, frames);
  }

  #takeLine(line: string, frames: Received[]): void {
    const frame = this.#trimmed(line);
    if (frame !== '') frames.push(frame);
  }

  /** Returns the line without its carriage return and without a byte order mark at the start of the stream. */
  #trimmed(line: string): string {
    let frame = line.charCodeAt(line.length - 1) === CARRIAGE_RETURN ? line.slice(0, -1) : line;
    if (this.#atStart) {
      this.#atStart = false;
      if (frame.charCodeAt(0) === 0xfeff) frame = frame.slice(1);
    }
    return frame.charCodeAt(0) <= SPACE && frame.trim() === '' ? '' : frame;
  }

  #finishLine(frames: Received[]): void {
    if (this.#line.isEmpty) return;
    const line = this.#line.finish();
    if (typeof line !== 'string') {
      this.#atStart = false;
      frames.push(line);
      return;
    }
    this.#takeLine(line, frames);
  }
}
