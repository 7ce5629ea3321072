import type { FrameRow } from './frame-row.ts';
import type { Problem } from './problem.ts';

/** A value of the state that a frame set, replaced or removed. */
export interface StateChange {
  readonly session: string;
  /** Where in the folded state: `["messages", "m1", "content", 0]`. */
  readonly path: readonly (string | number)[];
  /** Absent if it was not there before, or is not there after. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** All that is known of one frame. */
export interface FrameDetail {
  readonly row: FrameRow;
  /** The line as it is in the recording, cut if it is too long. */
  readonly raw: string;
  readonly cut: number;
  /** The message, or the text of a line that is none; absent if the line is too long to be read. */
  readonly message?: unknown;
  readonly text?: string;
  /** Why a message that was read is left out, in a sentence; then `text` is the line. */
  readonly withheld?: string;
  /** The request that this answers, or the answer to this request, and the milliseconds between. */
  readonly pair?: { readonly frame: number; readonly elapsed?: number };
  readonly problems: readonly Problem[];
  readonly changes: readonly StateChange[];
  /** How many changes more there are. */
  readonly moreChanges: number;
}
