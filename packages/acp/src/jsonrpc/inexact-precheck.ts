/** What the numbers in a value say of how they may have been written; a higher level needs a closer look. */
const NO_NUMBER = 0;
const PLAIN = 1;
const ZERO = 2;
const EXTREME = 3;

type NumberSize = typeof NO_NUMBER | typeof PLAIN | typeof ZERO | typeof EXTREME;

/** How deep a value is searched; for a deeper one the text is searched instead. */
const deepestLook = 32;

/** Below this a double has fewer digits. */
const tiny = 1e-290;

/**
 * Returns whether a JSON text may have a number that its value does not represent. It runs for every message that passes, so it
 * has to cost almost nothing beside the parse. A double keeps any fifteen digits unless the number is too large or too
 * close to zero; so an inexact number has more digits in a row, or its value shows it.
 */
export function mayBeInexact(text: string, value: unknown): boolean {
  const size = largestSize(value, deepestLook);
  if (size === NO_NUMBER) return false;
  if (size === EXTREME) return true;
  // A number too close to zero for a double is read as zero.
  return (size === ZERO && hasNegativeExponent(text)) || hasLongNumber(text);
}

function sizeOfNumber(value: number): NumberSize {
  if (value === 0) return Object.is(value, -0) ? EXTREME : ZERO;
  return Number.isFinite(value) && (value > tiny || value < -tiny) ? PLAIN : EXTREME;
}

function largestSize(value: unknown, levels: number): NumberSize {
  if (typeof value === 'number') return sizeOfNumber(value);
  if (typeof value !== 'object' || value === null) return NO_NUMBER;
  if (levels === 0) return EXTREME;
  let most: NumberSize = NO_NUMBER;
  // No iterator over entries, which would allocate for each member.
  if (Array.isArray(value)) {
    for (const part of value) {
      if (typeof part === 'string') continue;
      const size = largestSize(part, levels - 1);
      if (size > most) most = size;
    }
    return most;
  }
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === 'string') continue;
    const size = largestSize(part, levels - 1);
    if (size > most) most = size;
  }
  return most;
}

/** Returns whether the text seems to have a negative exponent; searches for dashes, which are rarer than the letter. */
function hasNegativeExponent(text: string): boolean {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if ((before === 101 || before === 69) && isDigit(text.charCodeAt(at - 2))) return true;
  }
  return false;
}

/** More digits than a double always keeps; the point counts as one. */
const long = 16;

function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

/** Returns whether the text has so many digits in a row; checks only places that such a row cannot miss. */
function hasLongNumber(text: string): boolean {
  for (let at = long - 1; at < text.length; at += long) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && isDigit(text.charCodeAt(from - 1))) from -= 1;
    while (isDigit(text.charCodeAt(at + 1))) at += 1;
    if (at - from + 1 >= long) return true;
  }
  return false;
}
