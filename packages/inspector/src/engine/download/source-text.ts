import type { ByteSource } from '../byte-source.ts';

/** How much is read at once, in bytes. */
const partLength = 256 * 1024;

/** Returns the text of a source as far as it goes now, in parts; bytes that are not UTF-8 are replaced. */
export async function* sourceText(source: ByteSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const { size } = source;
  for (let start = 0; start < size; start += partLength) {
    const bytes = await source.read(start, Math.min(size, start + partLength));
    if (bytes.length === 0) break;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}
