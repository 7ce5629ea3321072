import type { UnknownReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';

/** An entry of the timeline, which lists what a session shows in the order in which it was first seen. */
export type TimelineEntry =
  /** `index` is the place in the state's table of messages, tool calls, plans or compactions. */
  | { readonly type: 'message' | 'tool-call' | 'plan' | 'compaction'; readonly index: number }
  | { readonly type: 'unknown'; readonly update: UnknownReceivedSessionUpdate };
