import { isSameDecimal } from './decimal.ts';
import { mayBeInexact } from './inexact-precheck.ts';
import { endOfString } from './string-end.ts';

/** A number in a JSON text that changes when it is read and written again, because a double cannot represent it. */
export interface InexactNumber {
  /** Its place, as keys and indexes from the outermost value. */
  readonly path: readonly (string | number)[];
  /** Its source text. */
  readonly digits: string;
  /** The value that it is read as. */
  readonly value: number;
}

const none: readonly InexactNumber[] = Object.freeze([]);

/** The most numbers that are found in one text; only a malicious one has more. */
export const mostInexactNumbers = 10_000;

/** The most characters that the paths of those numbers may have together, for the same reason. */
const mostPathText = 2_000_000;

/** Numbers further down are not searched: a message with so many levels is never written again. */
const deepestNumber = 1024;

/**
 * Returns the numbers of a JSON text that its value does not represent exactly. The value saves searching the text: most
 * messages of a stream have no numbers, and most of the others none that could be inexact.
 */
export function inexactNumbers(text: string, value: unknown): readonly InexactNumber[] {
  if (!mayBeInexact(text, value)) return none;
  const found = scan(text);
  // Of a key that occurs twice only the last counts.
  return found.length === 0 ? none : found.filter((number) => Object.is(valueAt(value, number.path), number.value));
}

/** Returns whether the search stopped at a limit, so that there may be more numbers. */
export function mayHaveMore(numbers: readonly InexactNumber[]): boolean {
  if (numbers.length >= mostInexactNumbers) return true;
  return numbers.reduce((sum, { path }) => sum + pathText(path), 0) >= mostPathText;
}

/** Returns the JSON text that is written for a number. */
export function writtenNumber(value: number): string {
  return JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;

/** An object or array around the current place, with the key or index in it. */
interface Container {
  readonly isArray: boolean;
  index: number;
  keyFrom: number;
  keyTo: number;
  /** The decoded key, once it was needed: many numbers may be below it. */
  key: string | undefined;
}

/** Checks each number of a JSON text; strings are skipped at the speed of a search. */
function scan(text: string): InexactNumber[] {
  const found: InexactNumber[] = [];
  const around: Container[] = [];
  let stringFrom = 0;
  let stringTo = 0;
  let room = mostPathText;
  for (let at = 0; at < text.length && found.length < mostInexactNumbers && room > 0; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      stringFrom = at;
      at = endOfString(text, at);
      stringTo = at + 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      const digits = text.slice(at, end);
      if (around.length <= deepestNumber && !isHeld(digits)) {
        const path = pathOf(text, around);
        found.push({ path, digits, value: Number(digits) });
        room -= pathText(path);
      }
      at = end - 1;
    } else if (code === COLON) {
      const container = around[around.length - 1] as Container;
      container.keyFrom = stringFrom;
      container.keyTo = stringTo;
      container.key = undefined;
    } else if (code === COMMA) (around[around.length - 1] as Container).index += 1;
    else if (code === 0x5b || code === 0x7b)
      around.push({ isArray: code === 0x5b, index: 0, keyFrom: 0, keyTo: 0, key: undefined });
    else if (code === 0x5d || code === 0x7d) around.pop();
  }
  return found;
}

/** Returns the place after the last character of a number. */
function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isPart = (code >= ZERO && code <= NINE) || code === 46 || code === 69 || code === 101 || code === 43;
    if (!isPart && code !== MINUS) break;
  }
  return at;
}

/** A double keeps any fifteen digits; what may have more is read and written to compare. */
function isHeld(digits: string): boolean {
  if (digits.length <= 15 && !digits.startsWith('-0') && !/e/i.test(digits)) return true;
  return isSameDecimal(digits, writtenNumber(Number(digits)));
}

function pathOf(text: string, around: readonly Container[]): (string | number)[] {
  return around.map((container) => {
    if (container.isArray) return container.index;
    container.key ??= String(JSON.parse(text.slice(container.keyFrom, container.keyTo)));
    return container.key;
  });
}

/** Returns the cost of a path; a step costs something even if its key is short. */
function pathText(path: readonly (string | number)[]): number {
  return path.reduce<number>((sum, step) => sum + 8 + (typeof step === 'string' ? step.length : 0), 0);
}
