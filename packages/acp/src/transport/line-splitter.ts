import { DEFAULT_MAX_FRAME_BYTES, type Received } from './transport.ts';
import { UnfinishedLine } from './unfinished-line.ts';
import { decodeUtf8 } from './utf8.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

// Larger pieces decode to strings that V8 puts among its large objects, which costs more than decoding them.
const PIECE_BYTES = 32 * 1024;

/** Cuts a stream of bytes into lines, looking at each byte once however the stream was cut up before. */
export class LineSplitter {
  readonly #maxFrameBytes: number;
  readonly #line: UnfinishedLine;
  #atStart = true;

  constructor(maxFrameBytes: number = DEFAULT_MAX_FRAME_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#line = new UnfinishedLine(maxFrameBytes);
  }

  /** Takes the next bytes and returns the frames they complete. */
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
      this.#line.add(lines.subarray(from, end));
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

  #finishLine(frames: Received[]): void {
    if (this.#line.isEmpty) return;
    const line = this.#line.finish();
    if (typeof line !== 'string') {
      this.#atStart = false;
      frames.push(line);
      return;
    }
    const frame = this.#trimmed(line);
    if (frame !== '') frames.push(frame);
  }
}
