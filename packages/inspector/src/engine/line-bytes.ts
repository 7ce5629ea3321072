import { type InputLine, notUtf8Line, readLine } from '@emend/acp/recording';
import type { ByteSource } from './byte-source.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });

/** What the bytes of a line are. */
interface ReadBytes {
  /** What the line is; `undefined` if it is blank. */
  readonly input: InputLine | undefined;
  /** The text; what is not UTF-8 is replaced. */
  readonly text: string;
  /** Whether a byte order mark was skipped, as at the start of some files. */
  readonly hasMark: boolean;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the text of bytes; what is not UTF-8 is replaced. */
export function lossyText(bytes: Uint8Array): string {
  return lossy.decode(bytes);
}

/** Reads the bytes of a line. */
export function readBytes(
  number: number,
  bytes: Uint8Array,
  { decode = decoded }: Pick<ByteSource, 'decode'>,
): ReadBytes {
  const hasMark = number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const own = hasMark ? bytes.subarray(3) : bytes;
  if (own.length === 0) return { input: undefined, text: '', hasMark };
  const text = decode(own);
  if (text === undefined) return { input: notUtf8Line(number, own), text: lossyText(own), hasMark };
  return { input: readLine(number, text), text, hasMark };
}
