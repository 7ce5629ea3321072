import type { Goal } from './goals.ts';

/** A set of measurements under one name: `npm run bench -- NAME`. */
export interface Bench {
  readonly name: string;
  /** What it measures, in a sentence. */
  readonly about: string;
  /** Each has a process of its own: what one leaves in the heap would slow down the next. */
  readonly parts: readonly Part[];
}

/** Measures that are made ready together and taken one after the other in the same process. */
type Part = (options: BenchOptions) => Promise<readonly Measure[]>;

/** How much work a run may do; `quick` keeps all benches together under a minute. */
interface BenchOptions {
  readonly quick: boolean;
}

/** What a figure is about. */
interface MeasureFacts {
  readonly name: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** What we want to reach; in words alone it is not judged. */
  readonly goal?: Goal | string;
}

/** One figure, taken of ours and of what a user would pick instead. */
export interface Measure extends MeasureFacts {
  /** How a round runs, which says how many are needed; `here` if not said. */
  readonly runs?: Runs;
  /** Each runs one round and gives the value in `unit`, or throws when its work was not complete. One is `ours`. */
  readonly contestants: Readonly<Record<string, () => Promise<number>>>;
}

/**
 * How a round runs: `here`, in the process of its part, which has to warm up; in `processes` of its own, which start cold in every
 * round whatever ran before; or `alike`, where it counts bytes or messages and all rounds give nearly the same.
 */
export type Runs = 'here' | 'processes' | 'alike';

/** What one contestant showed: its median, and the distance between the quartiles as a part of it. */
export interface Figure {
  readonly median: number;
  readonly spread: number;
}

/** A measure with its figures, ours first; plain data, which passes between processes. */
export interface Outcome {
  readonly measure: MeasureFacts;
  readonly figures: Readonly<Record<string, Figure>>;
}
