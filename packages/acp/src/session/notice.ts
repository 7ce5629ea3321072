import type { Notice } from '../protocol/november/generated/notice.ts';

/** A notice of the agent, which is shown once and is no part of the history. */
export interface ReceivedNotice {
  /** Counted from the first notice of the session. */
  readonly number: number;
  /** The length of the timeline when it came. */
  readonly place: number;
  readonly notice: Notice;
}

/** How many notices a state keeps: the newest. */
export const mostNotices = 20;
