import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** A permission request for a June client. */
interface AskedPermission {
  readonly params: june.RequestPermissionRequest;
  /** Called with the answer, before it goes to the agent, to end what was made up for the request. */
  readonly settled?: (crossing: Crossing, outcome: unknown) => void;
}

/** Returns a permission request of a November agent as a June client gets it, after announcing what it is about. */
export function crossPermissionRequest(
  _crossing: Crossing,
  request: november.RequestPermissionRequest,
): AskedPermission {
  return { params: request as never };
}
