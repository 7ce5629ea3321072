/** The look of text as bits; of several colours the first in this list wins. */
export const tone = {
  plain: 0,
  bold: 1,
  dim: 2,
  italic: 4,
  underline: 8,
  strike: 16,
  inverse: 32,
  red: 64,
  green: 128,
  yellow: 256,
  blue: 512,
  magenta: 1024,
  cyan: 2048,
} as const;

/** A piece of text with one look. */
export interface Span {
  readonly text: string;
  /** A sum of {@link tone}. */
  readonly tone: number;
}

/** What a terminal supports: no styles, styles without colours, or everything. */
export type Looks = 'none' | 'mono' | 'colour';

const marks: readonly (readonly [number, string])[] = [
  [tone.bold, '1'],
  [tone.dim, '2'],
  [tone.italic, '3'],
  [tone.underline, '4'],
  [tone.strike, '9'],
  [tone.inverse, '7'],
];

const colours: readonly (readonly [number, string])[] = [
  [tone.red, '31'],
  [tone.green, '32'],
  [tone.yellow, '33'],
  [tone.blue, '34'],
  [tone.magenta, '35'],
  [tone.cyan, '36'],
];

const known = { mono: new Map<number, string>(), colour: new Map<number, string>() };

function codeOf(value: number, looks: 'mono' | 'colour'): string {
  const found = known[looks].get(value);
  if (found !== undefined) return found;
  const codes = marks.filter(([bit]) => (value & bit) !== 0).map(([, code]) => code);
  const colour = looks === 'colour' ? colours.find(([bit]) => (value & bit) !== 0) : undefined;
  if (colour !== undefined) codes.push(colour[1]);
  const code = codes.join(';');
  known[looks].set(value, code);
  return code;
}

/** Returns the escape sequences and text of a row; every row ends plain, so that it does not affect the next. */
export function painted(spans: readonly Span[], looks: Looks): string {
  let row = '';
  let current = '';
  for (const { text, tone: value } of spans) {
    if (text === '') continue;
    const code = looks === 'none' ? '' : codeOf(value, looks);
    if (code !== current) {
      if (current !== '') row += '\x1b[0m';
      if (code !== '') row += `\x1b[${code}m`;
      current = code;
    }
    row += text;
  }
  return current === '' ? row : `${row}\x1b[0m`;
}

/** Returns a piece of text with a look. */
export function span(text: string, value: number = tone.plain): Span {
  return { text, tone: value };
}

/** Returns the styles that the environment allows: no colours with `NO_COLOR`, none at all on a dumb terminal. */
export function looksOf(env: Readonly<Record<string, string | undefined>>): Looks {
  if (env['TERM'] === 'dumb') return 'none';
  return env['NO_COLOR'] === undefined || env['NO_COLOR'] === '' ? 'colour' : 'mono';
}
