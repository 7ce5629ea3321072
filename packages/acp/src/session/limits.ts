/** How much of a session is kept, so that an endless stream cannot exhaust memory. What is dropped is reported in a diagnostic. */
export interface SessionLimits {
  /** Maximum number of timeline entries, and of turns. Above it the oldest quarter is dropped; open turns are kept. */
  readonly entries: number;
  /** Maximum number of content items of a message or tool call. Above it the oldest quarter is dropped. */
  readonly items: number;
  /** Maximum length of a `rawInput`, a `rawOutput` or an unknown update, in characters of JSON. A longer one is not kept. */
  readonly rawLength: number;
  /** Maximum number of bytes of the output of a terminal. Above it the oldest quarter is dropped. Default: 1 MiB. */
  readonly terminalBytes: number;
  /** Maximum number of diagnostics. Further ones are only counted. */
  readonly diagnostics: number;
}

/** The default limits: everything is kept, except that diagnostics stop at 10,000 and terminals keep the last 1 MiB of their output. */
export const defaultLimits: SessionLimits = Object.freeze({
  entries: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  rawLength: Number.POSITIVE_INFINITY,
  terminalBytes: 1_048_576,
  diagnostics: 10_000,
});

/** How much of a session the limits have dropped so far. */
export interface Dropped {
  readonly entries: number;
  readonly turns: number;
  readonly items: number;
  /** Raw values of tool calls, and unknown updates. */
  readonly rawValues: number;
  readonly diagnostics: number;
}

/** Nothing dropped. */
export const nothingDropped: Dropped = Object.freeze({ entries: 0, turns: 0, items: 0, rawValues: 0, diagnostics: 0 });
