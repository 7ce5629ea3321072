import type { DialectSigns } from '../dialect.ts';
import { updateIn } from '../reading/update-in.ts';

/** The updates that June does not have, and both today's v1 and November have. */
export const updatesOfOtherDialects: ReadonlySet<unknown> = new Set([
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
]);

/** How the June draft is recognised in a stream: nothing marks it, but a stream that shows no other dialect is in June. */
export const juneSigns: DialectSigns = {
  isForeign: (message) => updatesOfOtherDialects.has(updateIn(message)['sessionUpdate']),
};
