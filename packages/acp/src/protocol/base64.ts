const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(256).fill(255);
for (let index = 0; index < alphabet.length; index++) values[alphabet.charCodeAt(index)] = index;

/** Returns the bytes that a text in base64 stands for, or `undefined` if it is not base64 with its padding. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  let padding = 0;
  if (text.endsWith('==')) padding = 2;
  else if (text.endsWith('=')) padding = 1;
  const end = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let [bits, length] = [0, 0];
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    const value = code < 256 ? (values[code] as number) : 255;
    if (value === 255) return undefined;
    bits = (bits << 6) | value;
    // A group of four characters gives three bytes; the first of them gives none.
    if (index % 4 !== 0) bytes[length++] = (bits >> (6 - 2 * (index % 4))) & 255;
  }
  return bytes;
}

/** Returns bytes as a text in base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first, second, third] = [bytes[index] as number, bytes[index + 1], bytes[index + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    text += second === undefined ? '=' : alphabet.charAt((bits >> 6) & 63);
    text += third === undefined ? '=' : alphabet.charAt(bits & 63);
  }
  return text;
}
