import type { Outcome } from './harness.ts';

/** What the process of a part tells while it measures. */
export type News =
  | { readonly type: 'began'; readonly measure: string }
  | { readonly type: 'measured'; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly measure: string; readonly error: string };
