import type { FrameKind, FrameSender } from '../api/frame-row.ts';

/** What is known of a frame without reading its line again. */
export interface FrameFacts {
  /** The line, counted from 1. */
  readonly number: number;
  /** When, in milliseconds since the start. */
  readonly at?: number;
  readonly from: FrameSender;
  readonly kind: FrameKind;
  /** The method, or that of the request which a response answers. */
  readonly method?: string;
  /** The tag of an update: `agent_message_chunk`. */
  readonly update?: string;
  readonly session?: string;
  /** Set if the agent says by it that it is idle. */
  readonly isIdle?: true;
  /** Set if it takes back something that a message said before. */
  readonly isCorrection?: true;
  /** The size of the line in bytes. */
  readonly size: number;
  /** The request that it answers, or its answer if that has come. */
  readonly pair?: number;
  /** The first of the consecutive chunks of one message, tool call or terminal to which it belongs; itself if it belongs to none. */
  readonly group: number;
}
