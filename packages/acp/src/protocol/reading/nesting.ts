/**
 * How deep a free-form value (`_meta`, `rawInput`, `data`) may nest.
 *
 * JSON.parse reads any depth, but JSON.stringify overflows the stack at a few thousand levels: such a value could be received but
 * never stored or passed on. The limit is far above normal use and well below the limit of every engine.
 */
export const deepestNesting = 1000;

/** How deep a message may nest. The message adds a few levels around its free-form values. */
export const deepestMessage = deepestNesting + 16;

/** Returns whether a value nests at most this many levels deep. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  // It runs for every message that passes, so it allocates nothing.
  if (Array.isArray(value)) {
    for (const part of value) if (typeof part === 'object' && !isNestedWithin(part, levels - 1)) return false;
    return true;
  }
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === 'object' && !isNestedWithin(part, levels - 1)) return false;
  }
  return true;
}

/** Returns whether a message can be written as JSON again. */
export function isWritableMessage(message: unknown): boolean {
  return isNestedWithin(message, deepestMessage);
}

/** Returns whether a value can be written as JSON again. */
export function isWritable(value: unknown): boolean {
  return isNestedWithin(value, deepestNesting);
}
