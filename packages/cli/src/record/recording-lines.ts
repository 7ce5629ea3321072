import type { RecordingEntry } from '../input/input-line.ts';

/** A side whose lines are recorded. */
export type Sender = RecordingEntry['from'];

/** Longest line that is kept; of a longer line only the beginning is kept, as text. */
const longestLine = 64 * 1024 * 1024;

/** Splits the bytes of one sender into lines. */
export class LineCutter {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Returns the lines that a chunk completes. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      lines.push(this.#line(chunk.subarray(from, end)));
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    if (rest.length > 0 && this.#length < longestLine) {
      this.#pieces.push(rest);
      this.#length += rest.length;
    }
    return lines;
  }

  /** Returns the unfinished line at the end. */
  end(): string[] {
    return this.#length === 0 ? [] : [this.#line(Buffer.alloc(0))];
  }

  #line(last: Buffer): string {
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return line.toString('utf8').replace(/\r$/, '');
  }
}

/** Returns the entry of a recording for a line, as JSON. */
export function recordingLine(at: number, from: Sender, line: string): string {
  const isMessage = from !== 'stderr' && messageOf(line) !== undefined;
  // The text of the wire itself, so that no number or key is written differently than it came.
  return `${entryHead(at, from)},${isMessage ? `"message":${line.trim()}` : `"text":${JSON.stringify(line)}`}}\n`;
}

/** Returns the start of an entry: when, and from whom. */
export function entryHead(at: number, from: Sender): string {
  return `{"at":${Math.round(at * 1000) / 1000},"from":"${from}"`;
}

/** Returns the JSON-RPC message or batch in a line, if there is one. */
export function messageOf(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && ('jsonrpc' in value || Array.isArray(value));
    return isMessage ? value : undefined;
  } catch {
    return undefined;
  }
}
