/** The rows of a conversation that the page asks for. */
export interface AskedRange {
  readonly start: number;
  readonly end: number;
}

/** What stands for the end, however many rows there are. */
const theEnd = 1_000_000_000;

/** How many rows beside those in sight are asked for, and by which steps the range moves. */
const margin = 20;
const step = 10;

/** The last rows. */
export const lastRows: AskedRange = { start: -3 * margin, end: theEnd };

/** Returns the range to ask for when these rows are in sight; the end is left open if it is near, so that new rows are in it. */
export function rangeAround(first: number, last: number, total: number): AskedRange {
  const start = Math.max(0, Math.floor((first - margin) / step) * step);
  const end = Math.ceil((last + margin) / step) * step;
  return { start, end: end >= total ? theEnd : end };
}
