import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/** Sends an update of a November agent to a June client. State updates are no part of it: they answer prompts. */
export function crossUpdate(crossing: Crossing, update: november.SessionUpdate): void {
  crossing.send(update as never);
}
