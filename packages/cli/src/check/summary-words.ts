import type { CheckSummary } from '@emend/acp/testing';

/** Returns the counts of a run or of an area, without those that are 0. */
export function summaryWords({ pass, fail, warn, skip }: CheckSummary): string {
  const counts = [
    fail > 0 && `${fail} failed`,
    warn > 0 && `${warn} ${warn === 1 ? 'warning' : 'warnings'}`,
    pass > 0 && `${pass} passed`,
    skip > 0 && `${skip} skipped`,
  ].filter((words) => words !== false);
  return counts.length === 0 ? 'nothing was checked' : counts.join(', ');
}
