import type { FieldShape } from './shape.ts';

/** The reserved `_meta` key that nearly every object has. */
export const metaField: FieldShape = { of: { is: 'nullable', of: { is: 'object' } }, optional: true };

/** The `_meta` key of dialects in which a lenient reading takes a malformed one as absent. */
export const lenientMetaField: FieldShape = {
  of: { is: 'nullable', of: { is: 'object' } },
  optional: true,
  lenient: true,
};
