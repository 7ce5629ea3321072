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

/** The durations of a method, in milliseconds. */
export interface MethodTimes {
  readonly method: string;
  readonly count: number;
  readonly median: number;
  /** The time that 1 % of the requests exceed. */
  readonly slowest: number;
  readonly unanswered: number;
}

/** Requests and rates over time. */
export interface TimeView {
  readonly duration: number;
  /** The longest spans if there are too many to show. */
  readonly spans: readonly Span[];
  readonly spanCount: number;
  readonly methods: readonly MethodTimes[];
  /** Equal steps of time: how many updates and bytes came in each. */
  readonly step: number;
  readonly updates: readonly number[];
  readonly bytes: readonly number[];
  /** From a prompt to the first word of its answer, by the frame of the prompt. */
  readonly firstWords: readonly { readonly frame: number; readonly elapsed: number }[];
}
