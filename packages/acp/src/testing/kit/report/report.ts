import type { CheckSummary } from '../check-run.ts';
import type { CheckResult } from '../verdict.ts';

/** What a run of the kit came to. */
export interface CheckReport {
  /** What was checked. */
  readonly kind: 'agent' | 'client' | 'bridge';
  /** The dialects as the command line names them. */
  readonly dialects: readonly string[];
  /** Why nothing could be checked. */
  readonly problem?: string;
  readonly summary: CheckSummary;
  readonly checks: readonly CheckResult[];
}

/** Returns a report as JSON. */
export function jsonReport(report: CheckReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
