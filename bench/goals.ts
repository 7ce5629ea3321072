/** The median of a contestant. */
type Median = (contestant: string) => number;

/** One condition: ours is at most, or at least, so many times a peer, and so much more. */
interface Bound {
  readonly ours: 'at most' | 'at least';
  readonly times: number;
  readonly peer?: string;
  readonly more: number;
}

/** What a measure shall show, in words and as conditions; data, so that one process measures and another judges. */
export interface Goal {
  readonly text: string;
  readonly bounds: readonly Bound[];
}

/** Whether the medians of a measure are what was to be shown. */
export function isReached({ bounds }: Goal, median: Median): boolean {
  return bounds.every(({ ours, times, peer, more }) => {
    const limit = (peer === undefined ? 0 : times * median(peer)) + more;
    return ours === 'at most' ? median('ours') <= limit : median('ours') >= limit;
  });
}

/** Ours is a number or less. */
export function atMost(limit: number, unit = ''): Goal {
  return {
    text: `at most ${limit.toLocaleString('en-US')}${unit}`,
    bounds: [{ ours: 'at most', times: 0, more: limit }],
  };
}

/** Ours is so many times a peer or less. */
export function atMostTimes(factor: number, peer: string): Goal {
  return { text: `at most ${factor} times ${peer}`, bounds: [{ ours: 'at most', times: factor, peer, more: 0 }] };
}

/** Ours is so many times a peer or more. */
export function atLeastTimes(factor: number, peer: string): Goal {
  return { text: `at least ${factor} times ${peer}`, bounds: [{ ours: 'at least', times: factor, peer, more: 0 }] };
}

/** Ours is so many times a peer and a little more, or less. */
export function atMostTimesAnd(factor: number, peer: string, more: number, unit: string): Goal {
  return {
    text: `at most ${factor === 1 ? '' : `${factor} times `}${peer} and ${more} ${unit}`,
    bounds: [{ ours: 'at most', times: factor, peer, more }],
  };
}

/** Several goals, all of which have to be reached. */
export function all(...goals: readonly Goal[]): Goal {
  return { text: goals.map(({ text }) => text).join(', and '), bounds: goals.flatMap(({ bounds }) => bounds) };
}
