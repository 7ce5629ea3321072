import type * as v1 from '../../protocol/v1/index.ts';
import type * as v2 from '../../protocol/v2/index.ts';
import { type Conversion, converted } from '../conversion.ts';

/** A way to authenticate as v2 has it: tagged as one that the agent handles. */
export function authMethodToV2(method: v1.AuthMethod): Conversion<v2.AuthMethod> {
  return converted({ ...method, type: 'agent' });
}
