import type { Goal } from './goals.ts';

/** A set of measurements under one name: `npm run bench -- NAME`. */
export interface Bench {
  readonly name: string;
  /** What it measures, in a sentence. */
  readonly about: string;
  measures(options: BenchOptions): Promise<Measure[]>;
}

/** How much work a run may do; `quick` keeps all benches together under a minute. */
export interface BenchOptions {
  readonly quick: boolean;
}

/** One figure, taken of ours and of what a user would pick instead. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** What we want to reach; in words alone it is not judged. */
  readonly goal?: Goal | string;
  /** How a round runs, which says how many are needed; `here` if not said. */
  readonly runs?: Runs;
  /** Each runs one round and gives the value in `unit`, or throws when its work was not complete. One is `ours`. */
  readonly contestants: Readonly<Record<string, () => Promise<number>>>;
}

/**
 * How a round runs: `here`, in the process of the bench, which has to warm up; in `processes` of its own, which start cold in every
 * round whatever ran before; or `alike`, where it counts bytes or messages and all rounds give nearly the same.
 */
export type Runs = 'here' | 'processes' | 'alike';

/** What one contestant showed: its median, and the distance between the quartiles as a part of it. */
export interface Figure {
  readonly median: number;
  readonly spread: number;
}

/** A measure with its figures, ours first. */
export interface Outcome {
  readonly measure: Measure;
  readonly figures: Readonly<Record<string, Figure>>;
}
