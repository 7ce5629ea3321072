/** The length of a part in bytes; a multiple of three, so that parts need no padding. */
const partLength = 768 * 1024;

/** Returns bytes in base64, in parts of a size that browsers read easily. */
export async function* base64Parts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < partLength) continue;
    const bytes = Buffer.concat(held);
    const whole = bytes.length - (bytes.length % partLength);
    for (let start = 0; start < whole; start += partLength) {
      yield bytes.subarray(start, start + partLength).toString('base64');
    }
    held = [bytes.subarray(whole)];
    length = bytes.length - whole;
  }
  if (length > 0) yield Buffer.concat(held).toString('base64');
}
