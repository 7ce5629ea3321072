import type { Outcome } from './harness.ts';

/** Messages from the process of a part while it measures. */
export type News =
  | { readonly type: 'began'; readonly measure: string }
  | { readonly type: 'measured'; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly measure: string; readonly error: string };
