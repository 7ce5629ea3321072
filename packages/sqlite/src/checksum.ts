import * as zlib from 'node:zlib';

/** How many characters a checksum takes. */
export const checksumLength = 8;

/** A checksum of a text, always of the same length. */
export function checksum(text: string): string {
  return crc32(text).toString(16).padStart(checksumLength, '0');
}

const native = (zlib as { crc32?: (data: string) => number }).crc32;

// Node has it from 20.15 on.
const crc32: (text: string) => number = native ?? tableCrc32;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of the UTF-8 bytes of a text, without help from Node. */
export function tableCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) crc = ((table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)) >>> 0;
  return (crc ^ 0xffffffff) >>> 0;
}
