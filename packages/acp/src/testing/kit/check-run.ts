import type { CheckAbout, CheckResult, Verdict } from './verdict.ts';

/** How many checks came to each verdict. */
export type CheckSummary = Readonly<Record<Verdict, number>>;

/** A check that is ready to run in one dialect. */
export interface PreparedCheck extends CheckAbout {
  /** Runs it. A verdict is never thrown. */
  run(): Promise<CheckResult>;
}

/** Options of a run. */
export interface CheckRunOptions {
  /** How many checks run at a time; 2 by default. */
  readonly jobs?: number | undefined;
  /** Ends the run: no more checks begin, and no more results come. */
  readonly signal?: AbortSignal | undefined;
}

/** A run of the kit: its checks, and their results in that order as they come. */
export class CheckRun implements AsyncIterable<CheckResult> {
  /** The dialects that are checked, as the command line names them. */
  readonly dialects: readonly string[];
  /** The checks, for a test runner in which each is a test of its own. */
  readonly checks: readonly PreparedCheck[];
  readonly #jobs: number;
  readonly #signal: AbortSignal | undefined;

  constructor(dialects: readonly string[], checks: readonly PreparedCheck[], options: CheckRunOptions = {}) {
    this.dialects = dialects;
    this.checks = checks;
    this.#jobs = Math.max(1, options.jobs ?? 2);
    this.#signal = options.signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CheckResult> {
    const running: Promise<CheckResult>[] = [];
    let next = 0;
    const start = () => {
      const check = this.#signal?.aborted === true ? undefined : this.checks[next++];
      if (check === undefined) return;
      const result = check.run();
      // It is awaited in its turn; until then a failure is not unhandled.
      result.catch(() => {});
      running.push(result);
    };
    try {
      for (let job = 0; job < this.#jobs; job += 1) start();
      for (let first = running.shift(); first !== undefined; first = running.shift()) {
        const result = await first;
        if (this.#signal?.aborted === true) return;
        start();
        yield result;
      }
    } finally {
      // Whoever stops early finds nothing running.
      await Promise.allSettled(running);
    }
  }

  /** Runs every check and returns all results with their counts. */
  async all(): Promise<{ readonly results: readonly CheckResult[]; readonly summary: CheckSummary }> {
    const results: CheckResult[] = [];
    for await (const result of this) results.push(result);
    return { results, summary: summaryOf(results) };
  }
}

/** Counts verdicts. */
export function summaryOf(results: readonly CheckResult[]): CheckSummary {
  const summary = { pass: 0, fail: 0, warn: 0, skip: 0 };
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}
