import type { StopReason } from '../../protocol/june/generated/prompt.ts';

/** How a turn ended, and what the log says about it. */
export type TurnEnd =
  | { readonly stopReason: StopReason; readonly logged: { readonly stopReason: StopReason } }
  | { readonly error: unknown; readonly logged: { readonly error: string } };

/** Returns the end of a turn that did not fail. */
export function endedWith(stopReason: StopReason): TurnEnd {
  return { stopReason, logged: { stopReason } };
}
