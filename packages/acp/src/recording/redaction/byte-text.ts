import { decodeBase64, encodeBase64 } from '../../protocol/base64.ts';

// Bytes as a text with one character for each byte, so that a secret is found in them as it is in a text.

/** Returns the bytes of a text in UTF-8. */
export function bytesOf(text: string): string {
  return textOf(new TextEncoder().encode(text));
}

/** Returns the bytes that a text in base64 stands for; like most programs it takes text that is not quite base64. */
export function bytesIn(base64: string): string {
  const plain = base64
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  return textOf(decodeBase64(whole.padEnd(Math.ceil(whole.length / 4) * 4, '=')) ?? new Uint8Array());
}

/** Returns bytes as a text in base64. */
export function inBase64(bytes: string): string {
  return encodeBase64(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  // More arguments at once than this overflow the stack.
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}
