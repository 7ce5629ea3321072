import { type Activity, idle, requiresAction, running, type Work } from './activity.ts';
import type { RareParts } from './rare-parts.ts';
import type { Turn } from './turn.ts';

/** The activity after each work that has ended, so that the same state gives the same object. */
const after: WeakMap<Work, Activity> = new WeakMap();

/**
 * Returns what the agent is doing: as it reported it, or else by its oldest open turn and whether something waits for the user.
 *
 * An open turn means work only if the answer to its prompt ends it. A November agent says itself when it works.
 */
export function activityOf({ told, works }: RareParts, turn: Turn | undefined, isAsking: boolean): Activity {
  if (told !== undefined && told.state !== 'idle') return told;
  if (turn?.endsBy === 'answer') return isAsking ? requiresAction : running;
  return told ?? activityAfter(works.at(works.length - 1));
}

/** Returns the activity after a work that has ended. */
function activityAfter(work: Work | undefined): Activity {
  if (work?.stopReason === undefined) return idle;
  const known = after.get(work);
  if (known !== undefined) return known;
  const { stopReason, error } = work;
  const activity: Activity = error === undefined ? { ...idle, stopReason } : { ...idle, stopReason, error };
  after.set(work, activity);
  return activity;
}
