/** What the numbers in a value tell of how they may have been written; the larger, the more there is to look at. */
const NO_NUMBER = 0;
const PLAIN = 1;
const ZERO = 2;
const EXTREME = 3;

type Glance = typeof NO_NUMBER | typeof PLAIN | typeof ZERO | typeof EXTREME;

/** How deep a value is looked into; a deeper one costs no more than a needless look at its text. */
const deepestLook = 32;

/** Below this a double begins to have fewer digits. */
const tiny = 1e-290;

/**
 * Whether a JSON text may have a number that its value does not hold: a glance that costs next to nothing beside the parse,
 * since it runs for every message that passes. Any fifteen digits come back from a double as they were, unless it is too
 * far from zero or too near; so there are more of them in a row, or the value shows it.
 */
export function mayBeInexact(text: string, value: unknown): boolean {
  const glance = glanceAt(value, deepestLook);
  if (glance === NO_NUMBER) return false;
  if (glance === EXTREME) return true;
  // What is too near to zero for a double is read as zero.
  return (glance === ZERO && hasNegativeExponent(text)) || hasLongNumber(text);
}

function glanceAtNumber(value: number): Glance {
  if (value === 0) return Object.is(value, -0) ? EXTREME : ZERO;
  return Number.isFinite(value) && (value > tiny || value < -tiny) ? PLAIN : EXTREME;
}

function glanceAt(value: unknown, levels: number): Glance {
  if (typeof value === 'number') return glanceAtNumber(value);
  if (typeof value !== 'object' || value === null) return NO_NUMBER;
  if (levels === 0) return EXTREME;
  let most: Glance = NO_NUMBER;
  // No iterator over entries, which would allocate for each member.
  if (Array.isArray(value)) {
    for (const part of value) {
      if (typeof part === 'string') continue;
      const glance = glanceAt(part, levels - 1);
      if (glance > most) most = glance;
    }
    return most;
  }
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === 'string') continue;
    const glance = glanceAt(part, levels - 1);
    if (glance > most) most = glance;
  }
  return most;
}

/** Whether something looks like a negative exponent; goes from dash to dash, which are rarer than the letter. */
function hasNegativeExponent(text: string): boolean {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if ((before === 101 || before === 69) && isDigit(text.charCodeAt(at - 2))) return true;
  }
  return false;
}

/** More digits than always come back, the point counted as one of them. */
const long = 16;

function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

/** Whether so many digits stand in a row; looks only at places that such a row cannot miss. */
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
