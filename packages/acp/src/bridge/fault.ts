import type { Issue, Repair } from '../protocol/reading/issue.ts';

/** A message of the agent that the bridge could not read, or only in part. */
export type ReadingFault =
  /** An update that cannot be read; it was not sent. */
  | { readonly type: 'malformed-update'; readonly issues: readonly Issue[]; readonly params: unknown }
  /** An update of which parts had to be skipped or replaced. */
  | { readonly type: 'repaired-update'; readonly repairs: readonly Repair[]; readonly params: unknown }
  /** An unreadable answer to a request that was carried out all the same; it was replaced by what is known. */
  | {
      readonly type: 'malformed-result';
      readonly method: string;
      /** What is wrong, and where, in words. */
      readonly issues: readonly string[];
      readonly result: unknown;
    };
