import { type Conversion, converted } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

/** A way to authenticate as v2 has it: tagged as one that the agent handles. */
export function authMethodToV2(method: v1.AuthMethod): Conversion<june.AuthMethod> {
  return converted({ ...method, type: 'agent' });
}
