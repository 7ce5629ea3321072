import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';

/** What a terminal would act on instead of showing, and what turns text around; JSON may hold most of it as it is. */
const active =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for.
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON that a terminal only shows: controls are written as JSON escapes them, so that it stays the same JSON. */
export function visibleJson(text: string): string {
  return text
    .replace(active, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/\r(?!\n)/g, ' ');
}

const decoder = new StringDecoder('utf8');

/**
 * Writes to standard output and waits while its reader is slow, so that findings do not pile up in memory. A program gets exactly
 * this text; on a terminal, what came from strangers is made visible.
 */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  const written = stdout.isTTY ? visibleJson(typeof text === 'string' ? text : decoder.write(Buffer.from(text))) : text;
  if (written.length > 0 && !stdout.write(written)) await once(stdout, 'drain');
}
