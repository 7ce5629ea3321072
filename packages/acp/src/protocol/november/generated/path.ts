// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';

/** An absolute path. */
export type AbsolutePath = string;

/** Returns whether a value is a valid {@link AbsolutePath}. */
export function isAbsolutePath(value: unknown): value is AbsolutePath {
  return typeof value === 'string';
}

/** The shape of {@link AbsolutePath}, as data. */
export const AbsolutePathShape: Shape = { is: 'string', must: 'path' };

/** An absolute path. */
export const AbsolutePath: TypeReader<AbsolutePath> = {
  name: 'AbsolutePath',
  is: isAbsolutePath,
  decode: (value, reading) => decode(isAbsolutePath, AbsolutePathShape, value, reading),
  shape: AbsolutePathShape,
};
