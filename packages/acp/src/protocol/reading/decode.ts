import type { Decoded, Repair } from './issue.ts';
import type { Shape } from './shape.ts';
import { Walk } from './walk.ts';

/**
 * How strictly values are read. `strict` refuses everything that does not fit. `lenient` accepts what the schema marks as lenient (a
 * malformed optional value reads as absent, malformed items of a list are skipped) and reports each such repair.
 */
export type Reading = 'strict' | 'lenient';

const none: readonly Repair[] = Object.freeze([]);

/** Reads a value. The guard decides; only a value that it refuses is walked by its shape, to find out why. */
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
    throw new Error('A value was refused without a reason: the guard and the shape of this type disagree.');
  return { ok: true, value: read, repairs: walk.repairs };
}
