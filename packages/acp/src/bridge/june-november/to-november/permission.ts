import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** Returns a permission request of a June agent as a November client gets it; `undefined` if it offers nothing to choose. */
export function crossPermissionRequest(
  _crossing: Crossing,
  request: june.RequestPermissionRequest,
): november.RequestPermissionRequest | undefined {
  return request as never;
}
