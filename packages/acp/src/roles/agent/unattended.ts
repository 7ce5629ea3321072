import type { Actor } from '../../session/actor.ts';

/**
 * What happens to a question that nobody is there to answer: it waits for whoever joins the session (`wait`), is answered `cancelled` at once
 * (`reject`), or waits, and is answered `cancelled` once nobody who could answer has been there for `rejectAfter` milliseconds.
 */
export type Unattended = 'wait' | 'reject' | { readonly rejectAfter: number };

/** Who is said to have answered what nobody was there for. */
export const unattendedActor: Actor = { client: 'unattended' };

/** The longest time that a timer of JavaScript can wait for, in milliseconds; a longer one would be over at once. */
const longest = 2 ** 31 - 1;

/** Throws if a time is none that can be waited for. */
export function checkUnattended(unattended: Unattended | undefined): void {
  if (typeof unattended !== 'object') return;
  const { rejectAfter } = unattended;
  if (!(rejectAfter >= 0 && rejectAfter <= longest))
    throw new RangeError(`rejectAfter must be a number of milliseconds from 0 to ${longest}.`);
}
