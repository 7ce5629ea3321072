import type { UnknownReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';

/** Something that a session shows, in the order in which it was first seen. */
export type TimelineEntry =
  /** `index` is the place in the table of that kind of thing. */
  | { readonly type: 'message' | 'tool-call' | 'plan'; readonly index: number }
  | { readonly type: 'unknown'; readonly update: UnknownReceivedSessionUpdate };
