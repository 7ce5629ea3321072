/** How much a session keeps, so that an agent without end cannot exhaust memory; what is dropped is said in a diagnostic. */
export interface SessionLimits {
  /** The most entries of the timeline, and the most turns; over it, the oldest quarter goes, of turns only such as have ended. */
  readonly entries: number;
  /** The most content items of one message or tool call; over it, the oldest quarter goes. */
  readonly items: number;
  /** The longest `rawInput` or `rawOutput` of a tool call, and the longest unknown update, as characters of JSON; a longer one is not kept. */
  readonly rawLength: number;
  /** The most diagnostics; over it, further ones are only counted. */
  readonly diagnostics: number;
}

/** Keeps everything but a flood of diagnostics. */
export const defaultLimits: SessionLimits = Object.freeze({
  entries: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  rawLength: Number.POSITIVE_INFINITY,
  diagnostics: 10_000,
});

/** What limits have made a session forget so far. */
export interface Dropped {
  readonly entries: number;
  readonly turns: number;
  readonly items: number;
  /** Raw values of tool calls, and unknown updates. */
  readonly rawValues: number;
  readonly diagnostics: number;
}

/** Nothing forgotten. */
export const nothingDropped: Dropped = Object.freeze({ entries: 0, turns: 0, items: 0, rawValues: 0, diagnostics: 0 });
