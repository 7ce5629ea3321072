import { isUtf8 } from 'node:buffer';
import { type InputLine, longestLine, notUtf8Line, readLine, tooLongLine } from '@emend/acp/recording';
import { ByteLineSplitter } from './byte-line-splitter.ts';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads lines from chunks of bytes, one batch per chunk, so that a million lines do not cost a million promises. */
export async function* readLines(chunks: AsyncIterable<Buffer>, limit = longestLine): AsyncGenerator<InputLine[]> {
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
    const found = isUtf8(bytes) ? readLine(line, bytes.toString('utf8', start)) : notUtf8Line(line, bytes);
    if (found !== undefined) batch.push(found);
  }

  for await (const chunk of chunks) {
    const batch: InputLine[] = [];
    for (const bytes of splitter.push(chunk)) take(bytes, batch);
    if (batch.length > 0) yield batch;
  }
  const last: InputLine[] = [];
  for (const bytes of splitter.end()) take(bytes, last);
  if (last.length > 0) yield last;
}
