import { type Conversion, converted, refused } from '../conversion.ts';
import type * as v1 from '../v1.ts';
import * as v2 from '../v2.ts';

/** A way to authenticate as v1 has it: without its tag. */
export function authMethodToV1(method: v2.AuthMethod): Conversion<v1.AuthMethod> {
  if (!v2.isKnownAuthMethod(method)) return refused('unknown-auth-method', 'type', method.type);
  const { type: _, ...rest } = method;
  return converted(rest);
}
