import { type Conversion, converted, refused } from '../../conversion.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A way to authenticate as v1 has it: without its tag. */
export function authMethodToV1(method: june.AuthMethod): Conversion<v1.AuthMethod> {
  if (!june.isKnownAuthMethod(method)) return refused('unknown-auth-method', 'type', method.type);
  const { type: _, ...rest } = method;
  return converted(rest);
}
