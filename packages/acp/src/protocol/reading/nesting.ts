/**
 * How deep a free-form value (`_meta`, `rawInput`, `data`) may nest.
 *
 * JSON.parse reads any depth, but JSON.stringify overflows the stack at a few thousand levels: such a value could be received
 * and then never be stored or passed on. This limit is far above honest use and safely below every engine's.
 */
export const deepestNesting = 1000;

/** Whether a value nests at most this many levels deep. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (!isNestedWithin(part, levels - 1)) return false;
  }
  return true;
}

/** Whether a value can be written as JSON again. */
export function isWritable(value: unknown): boolean {
  return isNestedWithin(value, deepestNesting);
}
