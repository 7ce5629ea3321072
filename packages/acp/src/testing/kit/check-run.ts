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

/** What the checks of a run share while the run lasts, such as connections that more than one of them uses. */
export interface SharedScope {
  /** Called when results begin to be asked for. */
  begin(): void;
  /** Called when no check runs any more. */
  end(): Promise<void>;
}

/** A run of the kit: its checks, and their results in that order as they come. */
export class CheckRun implements AsyncIterable<CheckResult> {
  /** The dialects that are checked, as the command line names them. */
  readonly dialects: readonly string[];
  /** The checks, for a test runner in which each is a test of its own. */
  readonly checks: readonly PreparedCheck[];
  readonly #jobs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #scope: SharedScope | undefined;

  constructor(
    dialects: readonly string[],
    checks: readonly PreparedCheck[],
    options: CheckRunOptions = {},
    scope?: SharedScope,
  ) {
    this.dialects = dialects;
    this.checks = checks;
    this.#jobs = Math.max(1, options.jobs ?? 2);
    this.#signal = options.signal;
    this.#scope = scope;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CheckResult> {
    const started: Promise<CheckResult>[] = [];
    let isOver = false;
    // A check that ends makes room for the next one, also while the results of earlier ones are still awaited.
    const start = () => {
      const check = isOver || this.#signal?.aborted === true ? undefined : this.checks[started.length];
      if (check === undefined) return;
      const result = check.run();
      started.push(result);
      result.then(start, () => {
        isOver = true;
      });
    };
    this.#scope?.begin();
    try {
      for (let job = 0; job < this.#jobs; job += 1) start();
      for (let at = 0; at < started.length; at += 1) {
        const result = await started[at];
        if (result === undefined || this.#signal?.aborted === true) return;
        yield result;
      }
    } finally {
      // Whoever stops early finds nothing running.
      isOver = true;
      await Promise.allSettled(started);
      await this.#scope?.end();
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
