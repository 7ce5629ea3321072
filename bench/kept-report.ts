import type { Curve } from './curves.ts';
import type { BenchResults } from './page.ts';
import { type MeasureReport, reportOf } from './report.ts';

/** What `--report` keeps as data: all that the page is made of, but for the machine. */
export interface KeptReport {
  readonly benches: readonly BenchResults[];
  readonly curves: readonly Curve[];
}

/** What was measured now. The curves stay as they are if they were not. */
interface MeasuredNow {
  readonly benches: readonly BenchResults[];
  readonly curves: readonly Curve[] | undefined;
}

/** Puts what was measured now in the place of what an earlier report has of it. The benches are in the order of their `names`. */
export function keptReport(earlier: string | undefined, now: MeasuredNow, names: readonly string[]): KeptReport {
  const before: KeptReport = earlier === undefined ? { benches: [], curves: [] } : JSON.parse(earlier);
  const of = (name: string) => [now, before].flatMap(({ benches }) => benches.find((each) => each.name === name) ?? []);
  return {
    benches: names.flatMap((name) => of(name).slice(0, 1)),
    curves: now.curves ?? before.curves,
  };
}

/** Returns the figures of a report as `--json` prints them. */
export function figuresOf({ benches }: KeptReport): Record<string, Record<string, MeasureReport>> {
  return Object.fromEntries(
    benches.map(({ name, outcomes }) => [
      name,
      Object.fromEntries(outcomes.map((outcome) => [outcome.measure.name, reportOf(outcome)])),
    ]),
  );
}
