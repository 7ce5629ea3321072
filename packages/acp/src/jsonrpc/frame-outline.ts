import { endOfString } from './string-end.ts';

/** The members of the outermost object of a JSON text that may be cut off. */
interface FrameOutline {
  /** The names in order; the value of the last may be cut off. */
  readonly names: readonly string[];
  /** The text of each value that is a complete string, number or literal. */
  readonly scalars: ReadonlyMap<string, string>;
}

const SPACE = /\s*/y;
const WORD = /[-+.\w]+(?=\s*[,}])/y;
const BRACKET = /[[\]{}]/y;
const BETWEEN = /[^[\]{}"]+/y;

/** Reads the outermost members of a JSON text that may be cut off at its end. */
export function outlineOf(text: string): FrameOutline {
  const names: string[] = [];
  const scalars = new Map<string, string>();
  const cursor = { at: 0 };
  match(SPACE, text, cursor);
  if (text[cursor.at] !== '{') return { names, scalars };
  do {
    cursor.at += 1;
    match(SPACE, text, cursor);
    const name = matchString(text, cursor);
    match(SPACE, text, cursor);
    if (name === undefined || text[cursor.at] !== ':') break;
    cursor.at += 1;
    match(SPACE, text, cursor);
    names.push(unquoted(name));
    const scalar = matchString(text, cursor) ?? match(WORD, text, cursor);
    if (scalar !== undefined) scalars.set(unquoted(name), scalar);
    else if (!skipNested(text, cursor)) break;
    match(SPACE, text, cursor);
  } while (text[cursor.at] === ',');
  return { names, scalars };
}

const ENTRY = /[-+.\w]+/y;

/** Returns the texts of the entries of a JSON array, exactly as they are written. The text must be valid. */
export function entryTexts(text: string): readonly string[] {
  const entries: string[] = [];
  const cursor = { at: text.indexOf('[') };
  do {
    cursor.at += 1;
    match(SPACE, text, cursor);
    const from = cursor.at;
    if (text[from] === ']') break;
    if ((matchString(text, cursor) ?? match(ENTRY, text, cursor)) === undefined) skipNested(text, cursor);
    entries.push(text.slice(from, cursor.at));
    match(SPACE, text, cursor);
  } while (text[cursor.at] === ',');
  return entries;
}

// Only the outermost object can end at the end of the text, so these members are its own.
const ID_AT_END = /[,{]\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|[-+.\w]+)\s*(?:,\s*"jsonrpc"\s*:\s*"2.0"\s*)?\}\s*$/;

/** Returns the text of the `id` among the last members of a JSON-RPC message, given the end of its text. */
export function idTextAtEnd(tail: string): string | undefined {
  return ID_AT_END.exec(tail)?.[1];
}

interface Cursor {
  at: number;
}

function match(pattern: RegExp, text: string, cursor: Cursor): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function matchString(text: string, cursor: Cursor): string | undefined {
  if (text[cursor.at] !== '"') return undefined;
  const from = cursor.at;
  const end = endOfString(text, from);
  if (end === text.length) return undefined;
  cursor.at = end + 1;
  return text.slice(from, cursor.at);
}

/** Moves past an object or array. Returns false if the text ends inside it. */
function skipNested(text: string, cursor: Cursor): boolean {
  let depth = 0;
  do {
    const token = match(BRACKET, text, cursor) ?? matchString(text, cursor) ?? match(BETWEEN, text, cursor);
    if (token === undefined) return false;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 0) return false;
  } while (depth > 0);
  return true;
}

function unquoted(name: string): string {
  try {
    return String(JSON.parse(name));
  } catch {
    return name.slice(1, -1);
  }
}
