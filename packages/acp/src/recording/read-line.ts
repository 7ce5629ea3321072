import { ChunkParser } from '../jsonrpc/chunk-parser.ts';
import { inexactNumbers } from '../jsonrpc/inexact-numbers.ts';
import { type InputLine, inputLineOf, type ProblemLine } from './input-line.ts';
import { faultOffset } from './json-fault.ts';

/** The longest line that is read, in bytes. */
export const longestLine = 64 * 1024 * 1024;

/** Characters that a terminal obeys instead of showing them, or that change the direction of text, and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** Returns a line that cannot be read as JSON. */
function unreadableLine(line: number, found: string): ProblemLine {
  return { kind: 'problem', line, expected: 'a JSON text', found };
}

/** Returns a line that is longer than `limit` bytes, which is not read. */
export function tooLongLine(line: number, limit: number = longestLine): ProblemLine {
  return unreadableLine(line, `a line of more than ${limit.toLocaleString('en-US')} bytes`);
}

/** Returns a line whose bytes are not UTF-8. */
export function notUtf8Line(line: number, bytes: Uint8Array): ProblemLine {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return unreadableLine(line, isWide ? 'UTF-16 text' : 'bytes that are not UTF-8');
}

function describeFault(text: string): string {
  const offset = faultOffset(text);
  const code = text.codePointAt(offset);
  if (code === undefined) return 'a line that ends too early';
  const char = String.fromCodePoint(code);
  const isPrintable = !unprintable.test(char) && char.trim() === char;
  const shown = isPrintable ? `'${char}'` : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `${shown} at column ${offset + 1}`;
}

/** Reads the text of a line; returns `undefined` for a blank one. */
export function readLine(line: number, text: string): InputLine | undefined {
  return lineOf(line, text, JSON.parse);
}

function lineOf(line: number, text: string, parse: (text: string) => unknown): InputLine | undefined {
  try {
    const value: unknown = parse(text);
    return inputLineOf(line, value, inexactNumbers(text, value));
  } catch {
    if (/^[ \t\r]*$/.test(text)) return undefined;
    return unreadableLine(line, describeFault(text));
  }
}

/** How an entry with a message begins where `emend record` has written it. */
const entryStart = /^\{"at":(0|[1-9]\d{0,11}|(?:0|[1-9]\d{0,11})\.\d{1,3}),"from":"(agent|client)","message":/;

/** Reads one line after the other as {@link readLine} does, and faster where many are chunks of streamed text. */
export class LineReader {
  readonly #parser = new ChunkParser();
  readonly #parseOther = (text: string): unknown => this.#parser.parseOther(text);

  /** Reads the text of a line; returns `undefined` for a blank one. */
  read(line: number, text: string): InputLine | undefined {
    if (text.startsWith('{"at":')) return this.#entry(line, text) ?? readLine(line, text);
    const alike = this.#parser.parseAlike(text);
    return alike === undefined ? lineOf(line, text, this.#parseOther) : inputLineOf(line, alike);
  }

  /** Reads an entry of a recording by the text of its message alone, which may be like that of an earlier one. */
  #entry(line: number, text: string): InputLine | undefined {
    const start = entryStart.exec(text);
    if (start === null || !text.endsWith('}')) return undefined;
    const [beginning, at, from] = start;
    const inner = text.slice(beginning.length, -1);
    const alike = this.#parser.parseAlike(inner);
    if (alike !== undefined) return inputLineOf(line, { at: Number(at), from, message: alike });
    try {
      const message = this.#parser.parseOther(inner);
      // Where such numbers are is said from the start of the line.
      if (inexactNumbers(inner, message).length > 0) return undefined;
      return inputLineOf(line, { at: Number(at), from, message });
    } catch {
      return undefined;
    }
  }
}
