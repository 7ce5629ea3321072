import { isWritableMessage } from '@emend/acp/protocol';
import type { RecordingEntry } from '../input/input-line.ts';

/** A side whose lines are recorded. */
export type Sender = RecordingEntry['from'];

/** The longest line that is kept; of a longer one only the beginning is, as text. */
const longestLine = 64 * 1024 * 1024;

/** Cuts the bytes of one sender into lines, which may arrive in any pieces. */
export class LineCutter {
  #pieces: Buffer[] = [];
  #length = 0;

  /** The lines that are complete now. */
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

  /** What is left when nothing more comes. */
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

/** A line as an entry of a recording, as it is written; nothing for an empty line. */
export function recordingLine(at: number, from: Sender, line: string, redact: Redact | undefined): string | undefined {
  if (line.trim() === '') return undefined;
  const head = `{"at":${Math.round(at * 1000) / 1000},"from":"${from}"`;
  const message = from === 'stderr' ? undefined : messageOf(line);
  if (message === undefined) {
    return `${head},"text":${JSON.stringify(redact === undefined ? line : redact.text(line))}}\n`;
  }
  if (redact !== undefined && !isWritableMessage(message)) {
    // What cannot be written again cannot be redacted, so none of it may be kept.
    return `${head},"text":"(a message nested too deep to be redacted)"}\n`;
  }
  // The text of the wire itself, so that no number or key is written differently than it came.
  return `${head},"message":${redact === undefined ? line.trim() : JSON.stringify(redact.value(message))}}\n`;
}

/** Hides what must not be kept. */
export interface Redact {
  text(text: string): string;
  value(value: unknown): unknown;
}

function messageOf(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && ('jsonrpc' in value || Array.isArray(value));
    return isMessage ? value : undefined;
  } catch {
    return undefined;
  }
}
