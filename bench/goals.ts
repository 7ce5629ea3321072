/** The median of a contestant. */
type Median = (contestant: string) => number;

/** One condition: our median is at most or at least a multiple of a peer's, plus a constant. */
interface Bound {
  readonly ours: 'at most' | 'at least';
  readonly times: number;
  readonly peer?: string;
  readonly more: number;
}

/** The goal of a measure, in words and as conditions. It is plain data, since one process measures and another judges. */
export interface Goal {
  readonly text: string;
  readonly bounds: readonly Bound[];
}

/** Returns whether the medians of a measure reach its goal. */
export function isReached({ bounds }: Goal, median: Median): boolean {
  return bounds.every(({ ours, times, peer, more }) => {
    const limit = (peer === undefined ? 0 : times * median(peer)) + more;
    return ours === 'at most' ? median('ours') <= limit : median('ours') >= limit;
  });
}

/** Our median is at most a number. */
export function atMost(limit: number, unit = ''): Goal {
  return {
    text: `at most ${limit.toLocaleString('en-US')}${unit}`,
    bounds: [{ ours: 'at most', times: 0, more: limit }],
  };
}

/** Our median is at most a multiple of a peer's. */
export function atMostTimes(factor: number, peer: string): Goal {
  return { text: `at most ${factor} times ${peer}`, bounds: [{ ours: 'at most', times: factor, peer, more: 0 }] };
}

/** Our median is at least a multiple of a peer's. */
export function atLeastTimes(factor: number, peer: string): Goal {
  return { text: `at least ${factor} times ${peer}`, bounds: [{ ours: 'at least', times: factor, peer, more: 0 }] };
}

/** Our median is at most a multiple of a peer's plus a constant. */
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
