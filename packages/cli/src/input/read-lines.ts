import { isUtf8 } from 'node:buffer';
import { inexactNumbers } from '@emend/acp/jsonrpc';
import { neutralLine } from '../terminal/neutral.ts';
import { ByteLineSplitter } from './byte-line-splitter.ts';
import { type InputLine, inputLineOf, type ProblemLine } from './input-line.ts';
import { faultOffset } from './json-fault.ts';

/** Longest line that is read, in bytes. */
const longestLine = 64 * 1024 * 1024;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function problem(line: number, found: string): ProblemLine {
  return { kind: 'problem', line, expected: 'a JSON text', found };
}

function describeFault(text: string): string {
  const offset = faultOffset(text);
  const code = text.codePointAt(offset);
  if (code === undefined) return 'a line that ends too early';
  const char = String.fromCodePoint(code);
  const isPrintable = neutralLine(char) === char;
  const shown = isPrintable ? `'${char}'` : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `${shown} at column ${offset + 1}`;
}

function describeBytes(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isWide ? 'UTF-16 text' : 'bytes that are not UTF-8';
}

function parseText(line: number, text: string): InputLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return inputLineOf(line, value, inexactNumbers(text, value));
  } catch {
    if (/^[ \t\r]*$/.test(text)) return undefined;
    return problem(line, describeFault(text));
  }
}

/** Reads lines from chunks of bytes, one batch per chunk, so that a million lines do not cost a million promises. */
export async function* readLines(chunks: AsyncIterable<Buffer>, limit = longestLine): AsyncGenerator<InputLine[]> {
  const splitter = new ByteLineSplitter(limit, () => undefined);
  let line = 0;

  function readLine(bytes: Buffer | undefined, batch: InputLine[]): void {
    line++;
    if (bytes === undefined) {
      batch.push(problem(line, `a line of more than ${limit.toLocaleString('en-US')} bytes`));
      return;
    }
    let start = 0;
    if (line === 1 && bytes.subarray(0, 3).equals(byteOrderMark)) {
      start = 3;
      batch.push({ kind: 'warning', line, warning: 'skipped a byte order mark at the start' });
    }
    if (bytes.length === start) return;
    // Without this cheap check, invalid bytes would silently become U+FFFD.
    const found = isUtf8(bytes) ? parseText(line, bytes.toString('utf8', start)) : problem(line, describeBytes(bytes));
    if (found !== undefined) batch.push(found);
  }

  for await (const chunk of chunks) {
    const batch: InputLine[] = [];
    for (const bytes of splitter.push(chunk)) readLine(bytes, batch);
    if (batch.length > 0) yield batch;
  }
  const last: InputLine[] = [];
  for (const bytes of splitter.end()) readLine(bytes, last);
  if (last.length > 0) yield last;
}
