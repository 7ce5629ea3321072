import type { Decoded, Repair } from './issue.ts';
import type { Shape } from './shape.ts';
import { Walk } from './walk.ts';

/**
 * How to read: `strict` refuses whatever does not fit; `lenient` follows the schema's marks of leniency (a malformed optional
 * value reads as absent, malformed items of a list are skipped) and reports each such repair.
 */
export type Reading = 'strict' | 'lenient';

const none: readonly Repair[] = Object.freeze([]);

/** Reads a value: a guard decides, and only what it refuses is walked for the reasons. */
export function decode<T>(
  isValid: (value: unknown) => value is T,
  shape: Shape,
  value: unknown,
  reading: Reading = 'strict',
): Decoded<T> {
  if (isValid(value)) return { ok: true, value, repairs: none };
  const walk = new Walk(reading);
  const read = walk.read(shape, value);
  if (walk.issues.length > 0) return { ok: false, issues: walk.issues };
  if (!isValid(read))
    throw new Error('a value was refused without a reason; the guard and the shape of this type disagree');
  return { ok: true, value: read, repairs: walk.repairs };
}
