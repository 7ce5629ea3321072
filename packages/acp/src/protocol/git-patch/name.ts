const escapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};
const bytesOfEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** What stands for the missing side of an added or deleted file. */
export const noFile = '/dev/null';

// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are quoted
const special = /["\\\x00-\x1f\x7f-\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, without what has no escape of its own
const octal = /[\x00-\x1f\x7f-\uffff]/;

/** Returns the name of a file as git writes it in a patch: in quotes if it has quotes, backslashes, controls or characters beyond ASCII. */
export function quotedName(name: string): string {
  // A file of this name would otherwise read as no file.
  if (name === noFile) return `"${name}"`;
  if (!special.test(name)) return name;
  let quoted = '';
  for (const character of name) {
    const short = escapes[character];
    if (short !== undefined) quoted += short;
    else if (octal.test(character)) quoted += octalsOf(character);
    else quoted += character;
  }
  return `"${quoted}"`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function octalsOf(character: string): string {
  let octals = '';
  for (const byte of encoder.encode(character)) octals += `\\${byte.toString(8).padStart(3, '0')}`;
  return octals;
}

/** A name read from a patch, and where the text after it begins. */
interface QuotedName {
  readonly name: string;
  readonly end: number;
}

/** Reads the quoted name that starts here, or returns `undefined` if there is none or it does not end. */
function readQuotedName(text: string, start = 0): QuotedName | undefined {
  if (text[start] !== '"') return undefined;
  const bytes: number[] = [];
  for (let index = start + 1; index < text.length; ) {
    const character = text[index] as string;
    if (character === '"') return { name: decoder.decode(new Uint8Array(bytes)), end: index + 1 };
    if (character !== '\\') {
      const whole = String.fromCodePoint(text.codePointAt(index) as number);
      for (const byte of encoder.encode(whole)) bytes.push(byte);
      index += whole.length;
      continue;
    }
    const next = text[index + 1] ?? '';
    const byte = bytesOfEscapes[next];
    const digits = /^[0-3][0-7]{2}/.exec(text.slice(index + 1, index + 4))?.[0];
    if (byte === undefined && digits === undefined) return undefined;
    bytes.push(byte ?? Number.parseInt(digits as string, 8));
    index += byte === undefined ? 4 : 2;
  }
  return undefined;
}

/** Reads a name that stands alone on the rest of a line, quoted or not, with at most one tab behind it. */
export function readName(text: string): string | undefined {
  if (!text.startsWith('"')) return text.endsWith('\t') ? text.slice(0, -1) : text;
  const quoted = readQuotedName(text);
  if (quoted === undefined) return undefined;
  const rest = text.slice(quoted.end);
  return rest === '' || rest === '\t' ? quoted.name : undefined;
}

/** Reads the name that both halves of a `diff --git` line have, or returns `undefined` if the halves differ. */
export function readEqualNames(text: string): string | undefined {
  const first = readQuotedName(text);
  if (first !== undefined) {
    if (text[first.end] !== ' ') return undefined;
    return readName(text.slice(first.end + 1)) === first.name ? first.name : undefined;
  }
  const half = (text.length - 1) / 2;
  const name = text.slice(0, half);
  return Number.isInteger(half) && text[half] === ' ' && text.slice(half + 1) === name ? name : undefined;
}
