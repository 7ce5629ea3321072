/** A JSON object as the reference readers take it: written apart from the library, and so without its types. */
export type Json = Record<string, unknown>;

/** The value as an object; anything else as an empty one. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Equality of JSON values, by text with sorted keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON text with sorted keys. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ) ?? 'undefined'
  );
}

/** Content with adjacent plain texts joined and empty ones dropped. */
export function joined(blocks: readonly unknown[]): unknown[] {
  const result: unknown[] = [];
  for (const block of blocks) {
    const { type, text, ...rest } = object(block);
    const isPlain = type === 'text' && Object.values(rest).every((value) => value === null);
    const last = result.at(-1);
    if (!isPlain) result.push(block);
    else if (text === '') continue;
    else if (last !== undefined && object(last)['plain'] === true) {
      result[result.length - 1] = { plain: true, text: `${object(last)['text']}${text}` };
    } else result.push({ plain: true, text });
  }
  return result;
}
