import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';

/** Control characters and characters that change the direction of text; JSON may contain most of them unescaped. */
const active =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for.
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes control characters of a JSON text for a terminal; the JSON value stays the same. */
export function visibleJson(text: string): string {
  return text
    .replace(active, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/\r(?!\n)/g, ' ');
}

const decoder = new StringDecoder('utf8');

/**
 * Writes to standard output and waits while its reader is slow, so that output does not pile up in memory. A program gets exactly
 * this text; on a terminal, control characters are escaped.
 */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  const written = stdout.isTTY ? visibleJson(typeof text === 'string' ? text : decoder.write(Buffer.from(text))) : text;
  if (written.length > 0 && !stdout.write(written)) await once(stdout, 'drain');
}
