const shortest = 500;
const longest = 5_000;

/** Returns the pause before the next attempt in milliseconds: twice the one before, within bounds. */
export function nextPause(before: number | undefined): number {
  return before === undefined ? shortest : Math.min(before * 2, longest);
}
