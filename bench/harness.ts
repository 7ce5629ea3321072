import type { Goal } from './goals.ts';

/** A set of measurements under one name: `npm run bench -- NAME`. */
export interface Bench {
  readonly name: string;
  /** What it measures, in a sentence. */
  readonly about: string;
  /** Each part runs in its own process, since garbage of one would slow down the next. */
  readonly parts: readonly Part[];
}

/** Prepares measures, which then run one after the other in the same process. */
type Part = (options: BenchOptions) => Promise<readonly Measure[]>;

/**
 * How much work a run may do; `quick` keeps all benches together at about two minutes. Its factors are worth something where it
 * does fewer rounds rather than smaller work, of which compiling would take a greater part.
 */
interface BenchOptions {
  readonly quick: boolean;
}

/** Describes a figure. */
interface MeasureFacts {
  readonly name: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** The goal. A goal without conditions is printed but not judged. */
  readonly goal?: Goal | string;
}

/** A figure that is measured for our code and for the alternatives that a user has. */
export interface Measure extends MeasureFacts {
  /** How a round runs, which decides how many rounds are needed; the default is `here`. */
  readonly runs?: Runs;
  /** Each runs one round and returns the value in `unit`, or throws if its work was incomplete. One of them is `ours`. */
  readonly contestants: Readonly<Record<string, () => Promise<number>>>;
}

/**
 * How a round runs: `here`, in the process of its part, which has to warm up; in its own `processes`, which start cold in every
 * round; or `alike`, where all rounds give nearly the same value: it counts bytes or messages, or takes many seconds.
 */
export type Runs = 'here' | 'processes' | 'alike';

/** The result of one contestant: its median, and the distance between the quartiles as a fraction of it. */
export interface Figure {
  readonly median: number;
  readonly spread: number;
}

/** A measure with its figures, ours first; plain data, which passes between processes. */
export interface Outcome {
  readonly measure: MeasureFacts;
  readonly figures: Readonly<Record<string, Figure>>;
}
