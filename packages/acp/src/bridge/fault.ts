import type { Issue, Repair } from '../protocol/reading/issue.ts';

/** A message of the agent that the bridge could not read, or only in parts: told as a client would tell it that reads for itself. */
export type ReadingFault =
  /** An update that cannot be read; it was not sent. */
  | { readonly type: 'malformed-update'; readonly issues: readonly Issue[]; readonly params: unknown }
  /** An update that could be read only by passing over parts of it. */
  | { readonly type: 'repaired-update'; readonly repairs: readonly Repair[]; readonly params: unknown }
  /** An answer that cannot be read, of a request that was carried out all the same; something known stands in for it. */
  | {
      readonly type: 'malformed-result';
      readonly method: string;
      /** The places that are wrong, in words. */
      readonly issues: readonly string[];
      readonly result: unknown;
    };
