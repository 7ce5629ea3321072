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
  try {
    const value: unknown = JSON.parse(text);
    return inputLineOf(line, value, inexactNumbers(text, value));
  } catch {
    if (/^[ \t\r]*$/.test(text)) return undefined;
    return unreadableLine(line, describeFault(text));
  }
}
