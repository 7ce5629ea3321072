/**
 * How deep a free-form value (`_meta`, `rawInput`, `data`) may nest.
 *
 * JSON.parse reads any depth, but JSON.stringify overflows the stack at a few thousand levels: such a value could be received
 * and then never be stored or passed on. This limit is far above honest use and safely below every engine's.
 */
export const deepestNesting = 1000;

/** How deep a message may nest: its envelope adds levels of its own around the free-form values that the limit is meant for. */
export const deepestMessage = deepestNesting + 16;

/** Whether a value nests at most this many levels deep. */
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

/** Whether a message can be written as JSON again. */
export function isWritableMessage(message: unknown): boolean {
  return isNestedWithin(message, deepestMessage);
}

/** Whether a value can be written as JSON again. */
export function isWritable(value: unknown): boolean {
  return isNestedWithin(value, deepestNesting);
}
