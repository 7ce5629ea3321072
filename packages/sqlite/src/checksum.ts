import * as zlib from 'node:zlib';

/** The number of characters of a checksum. */
export const checksumLength = 8;

/** Returns a checksum of a text, always of the same length. */
export function checksum(text: string): string {
  const crc = crc32(text);
  return (hex[crc >>> 24] as string) + hex[(crc >>> 16) & 0xff] + hex[(crc >>> 8) & 0xff] + hex[crc & 0xff];
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

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
