/** A request with its duration. */
export interface Span {
  readonly frame: number;
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly session?: string;
  readonly start: number;
  /** Absent if it was never answered. */
  readonly end?: number;
  readonly answer?: number;
  readonly isError: boolean;
}

/** How long several things took, in milliseconds. */
export interface Durations {
  readonly count: number;
  readonly median: number;
  /** The time that 1 % of them exceed. */
  readonly slowest: number;
}

/** The durations of the requests of a method; both times are 0 if none was answered. */
export interface MethodTimes extends Durations {
  readonly method: string;
  readonly unanswered: number;
}

/** Requests and rates over time. */
export interface TimeView {
  /** False if the frames do not say when they were sent; then there is nothing to show. */
  readonly isTimed: boolean;
  readonly duration: number;
  /** The longest requests if there are too many to show, in the order of their frames. */
  readonly spans: readonly Span[];
  readonly spanCount: number;
  readonly methods: readonly MethodTimes[];
  /** Equal steps of time, in milliseconds: how many updates and bytes came in each. */
  readonly step: number;
  readonly updates: readonly number[];
  readonly bytes: readonly number[];
  /** From a prompt to the first word of its answer, by the frame of the prompt; the longest if there are too many. */
  readonly firstWords: readonly { readonly frame: number; readonly elapsed: number }[];
  readonly firstWord: Durations;
  /** From a prompt to the end of its turn: its answer, or in November that the agent is idle. */
  readonly turn: Durations;
}
