/** The median of a contestant. */
export type Median = (contestant: string) => number;

/** What a measure shall show, in words and as a question to its medians. */
export interface Goal {
  readonly text: string;
  isReached(median: Median): boolean;
}

/** Ours is a number or less. */
export function atMost(limit: number, unit = ''): Goal {
  return { text: `at most ${limit}${unit}`, isReached: (median) => median('ours') <= limit };
}

/** Ours is so many times a peer or less. */
export function atMostTimes(factor: number, peer: string): Goal {
  return { text: `at most ${factor} times ${peer}`, isReached: (median) => median('ours') <= factor * median(peer) };
}

/** Ours is so many times a peer or more. */
export function atLeastTimes(factor: number, peer: string): Goal {
  return { text: `at least ${factor} times ${peer}`, isReached: (median) => median('ours') >= factor * median(peer) };
}

/** Ours is so many times a peer and a little more, or less. */
export function atMostTimesAnd(factor: number, peer: string, more: number, unit: string): Goal {
  return {
    text: `at most ${factor === 1 ? '' : `${factor} times `}${peer} and ${more} ${unit}`,
    isReached: (median) => median('ours') <= factor * median(peer) + more,
  };
}

/** Several goals, all of which have to be reached. */
export function all(...goals: readonly Goal[]): Goal {
  return {
    text: goals.map(({ text }) => text).join(', and '),
    isReached: (median) => goals.every((goal) => goal.isReached(median)),
  };
}
