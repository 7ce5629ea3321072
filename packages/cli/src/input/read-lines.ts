import { isUtf8 } from 'node:buffer';
import { type InputLine, LineReader, longestLine, notUtf8Line, tooLongLine } from '@emend/acp/recording';
import { ByteLineSplitter } from './byte-line-splitter.ts';

const newline = 10;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads lines from chunks of bytes, one batch per chunk, so that a million lines do not cost a million promises. */
export async function* readLines(chunks: AsyncIterable<Buffer>, limit = longestLine): AsyncGenerator<InputLine[]> {
  const reader = new LineReader();
  const splitter = new ByteLineSplitter(limit, () => undefined);
  let line = 0;

  function take(bytes: Buffer | undefined, batch: InputLine[]): void {
    line++;
    if (bytes === undefined) {
      batch.push(tooLongLine(line, limit));
      return;
    }
    let start = 0;
    if (line === 1 && bytes.subarray(0, 3).equals(byteOrderMark)) {
      start = 3;
      batch.push({ kind: 'warning', line, warning: 'skipped a byte order mark at the start' });
    }
    if (bytes.length === start) return;
    // Without this cheap check, invalid bytes would silently become U+FFFD.
    const found = isUtf8(bytes) ? reader.read(line, bytes.toString('utf8', start)) : notUtf8Line(line, bytes);
    if (found !== undefined) batch.push(found);
  }

  /** Decoding many lines at once costs a third of decoding each; a line that is too long or not UTF-8 is found one by one. */
  function takeMany(bytes: Buffer, batch: InputLine[]): void {
    if (bytes.length > limit || !isUtf8(bytes)) {
      for (const one of splitter.push(bytes)) take(one, batch);
      return;
    }
    for (const text of bytes.toString('utf8', 0, bytes.length - 1).split('\n')) {
      line++;
      const found = text === '' ? undefined : reader.read(line, text);
      if (found !== undefined) batch.push(found);
    }
  }

  for await (const chunk of chunks) {
    const batch: InputLine[] = [];
    // The first line may have begun in an earlier chunk.
    const first = chunk.indexOf(newline) + 1;
    const last = chunk.lastIndexOf(newline) + 1;
    for (const bytes of splitter.push(chunk.subarray(0, first))) take(bytes, batch);
    if (last > first) takeMany(chunk.subarray(first, last), batch);
    splitter.push(chunk.subarray(last));
    if (batch.length > 0) yield batch;
  }
  const last: InputLine[] = [];
  for (const bytes of splitter.end()) take(bytes, last);
  if (last.length > 0) yield last;
}
