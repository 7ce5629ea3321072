/** Where a value is in a JSON text: from `start` up to, not including, `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const space = /\s*/y;
const scalar = /[^\s,\]}]+/y;
const between = /[^"[\]{}]+/y;

/**
 * Returns where the values at a path are in a valid JSON text; each step is the name of a member. A member that is given several times has
 * several values, of which `JSON.parse` returns the last.
 */
export function valueSpans(text: string, path: readonly string[]): readonly Span[] {
  let spans: readonly Span[] = [{ start: skipped(space, text, 0), end: text.length }];
  for (const name of path) spans = spans.flatMap(({ start }) => memberSpans(text, start, name));
  return spans;
}

/** Returns the text with another JSON text in place of every value at a path; all else stays as it is written. */
export function withValue(text: string, path: readonly string[], value: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of valueSpans(text, path)) {
    result += text.slice(at, start) + value;
    at = end;
  }
  return result + text.slice(at);
}

/** Returns the names of the members of the object at a path of a valid JSON text, each as often as it is given. */
export function memberNames(text: string, path: readonly string[]): readonly string[] {
  return valueSpans(text, path).flatMap(({ start }) => members(text, start).map(({ name }) => name));
}

function memberSpans(text: string, from: number, name: string): Span[] {
  return members(text, from).filter((member) => member.name === name);
}

function members(text: string, from: number): (Span & { readonly name: string })[] {
  if (text[from] !== '{') return [];
  const found: (Span & { readonly name: string })[] = [];
  let at = skipped(space, text, from + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const start = skipped(space, text, skipped(space, text, nameEnd) + 1);
    const end = valueEnd(text, start);
    found.push({ name: JSON.parse(text.slice(at, nameEnd)), start, end });
    at = skipped(space, text, end);
    if (text[at] === ',') at = skipped(space, text, at + 1);
  }
  return found;
}

function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from);
  if (text[from] !== '{' && text[from] !== '[') return skipped(scalar, text, from);
  let depth = 0;
  let at = from;
  do {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === '{' || char === '[' || char === '}' || char === ']') {
      depth += char === '{' || char === '[' ? 1 : -1;
      at += 1;
    } else at = skipped(between, text, at);
  } while (depth > 0);
  return at;
}

/** Returns the position after the string that begins at `from`. A search for quotes is fast for long strings. */
function stringEnd(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); ; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
}

function skipped(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
