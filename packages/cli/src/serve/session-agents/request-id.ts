import { valueSpans, withValue } from '../json-members.ts';

/** Returns the text of a member of a message, exactly as it is written, or `undefined` if it has none. */
export function memberText(text: string, ...path: readonly string[]): string | undefined {
  const span = valueSpans(text, path).at(-1);
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

/** Returns a text that is the same for the same id, however a peer writes it. */
export function idKey(text: string): string {
  return text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
}

/** Returns a message with another id, given as JSON text. */
export function withId(text: string, id: string): string {
  return withValue(text, ['id'], id);
}
