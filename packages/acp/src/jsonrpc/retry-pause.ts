const shortest = 500;
/** What waits for the lease of a server that was killed, 15 s, is to go on within 20 s of that, with time left for opening it. */
const longest = 2_000;

/** Returns the pause before the next attempt in milliseconds: twice the one before, within bounds. */
export function nextPause(before: number | undefined): number {
  return before === undefined ? shortest : Math.min(before * 2, longest);
}
