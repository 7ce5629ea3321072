import type { FieldShape } from './shape.ts';

/** The reserved `_meta` key that nearly every object has. */
export const metaField: FieldShape = { of: { is: 'nullable', of: { is: 'object' } }, optional: true };
