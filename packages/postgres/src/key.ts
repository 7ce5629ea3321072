import { createHash } from 'node:crypto';

/** Returns the digest by which an id or a folder is looked up; different texts have different digests. */
export function keyOf(text: string): Buffer {
  return createHash('sha256').update(bytesOf(text)).digest();
}

/** UTF-8 where that says all, as the database computes it too; no UTF-8 begins with the byte that marks the rest. */
function bytesOf(text: string): Buffer {
  const isWellFormed = !/\p{Surrogate}/u.test(text);
  return isWellFormed ? Buffer.from(text) : Buffer.concat([Buffer.of(0xff), Buffer.from(text, 'utf16le')]);
}
