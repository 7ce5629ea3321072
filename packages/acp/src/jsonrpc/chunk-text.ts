/** The JSON text of a message around the text of a chunk. */
export interface Around {
  /** Everything up to the quote that opens the text of the chunk, and with it. */
  readonly before: string;
  /** Everything from the quote that closes it. */
  readonly after: string;
}

/** A message with a chunk of text, as agents stream it: `session/update` of every dialect. */
export interface ChunkMessage {
  readonly params: { readonly update: { readonly content: { readonly text: string } } };
}

/** Returns the text of a chunk; `undefined` for other messages. */
export function chunkTextOf(message: unknown): string | undefined {
  let value: unknown = message;
  for (const key of ['params', 'update', 'content', 'text']) value = isFields(value) ? value[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Returns a message with another text of its chunk. */
export function withChunkText<T extends ChunkMessage>(message: T, text: string): T {
  const { params } = message;
  const { update } = params;
  return { ...message, params: { ...params, update: { ...update, content: { ...update.content, text } } } };
}

/** Returns how a JSON text begins and ends around the text of its chunk; `undefined` if that is not clear. */
export function aroundChunkText(json: string, message: unknown): Around | undefined {
  const text = chunkTextOf(message);
  if (text === undefined) return undefined;
  const literal = JSON.stringify(text);
  const at = json.lastIndexOf(literal);
  if (at === -1) return undefined;
  const before = json.slice(0, at + 1);
  const after = json.slice(at + literal.length - 1);
  // With another text in that place, nothing else has changed: so this place is the text of the chunk, and all of it.
  const other = wordNotIn(json);
  return isWritingOf(before + other + after, withChunkText(message as ChunkMessage, other))
    ? { before, after }
    : undefined;
}

/** Returns whether a JSON text is read as a value, with its keys in the same order. */
export function isWritingOf(json: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/** Returns a word that is nowhere in a text. */
export function wordNotIn(text: string): string {
  let count = 0;
  while (text.includes(`text ${count}`)) count += 1;
  return `text ${count}`;
}

/** Returns the value of a JSON text that begins and ends with a quote, if it is one string. */
export function readString(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** A JSON object with unchecked keys. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object: neither null nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
