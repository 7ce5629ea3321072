/** Who sent a frame: one of the two sides, or the agent on its standard error. `unknown` if bare messages do not tell it. */
export type FrameSender = 'client' | 'agent' | 'stderr' | 'unknown';

/** What a frame is. An answer with an error is an `error`; what is no message is `noise`. */
export type FrameKind = 'request' | 'response' | 'error' | 'update' | 'notification' | 'noise';

/** How serious a problem is: `hint` is what the linter says. */
export type Level = 'error' | 'warning' | 'hint';

/** A row of the list of frames. */
export interface FrameRow {
  /** The line of the recording, counted from 1. */
  readonly number: number;
  /** When, in milliseconds since the start; absent in a file of bare messages. */
  readonly at?: number;
  readonly from: FrameSender;
  readonly kind: FrameKind;
  /** The method, or that of the request which a response answers. */
  readonly method?: string;
  /** A few words of what is in it: the kind of an update, the beginning of a text. */
  readonly summary: string;
  readonly session?: string;
  /** The id of a request or response, as JSON. */
  readonly id?: string;
  /** The size in bytes. */
  readonly size: number;
  /** The worst problem of this frame, or of the folded frames. */
  readonly worst?: Level;
  /** Set if the frame takes back something that a message said before. */
  readonly isCorrection?: true;
  /** Set if this row stands for several frames: consecutive chunks of one message, tool call or terminal. */
  readonly folded?: { readonly frames: number; readonly last: number; readonly isOpen: boolean };
}

/** A selection of rows: what the filter lets through, with the chunks of one message folded to one row. */
interface RowSelection {
  /** The text of the filter; empty for all frames. */
  readonly filter: string;
  /** The first frames of the folded rows that are open. */
  readonly open: readonly number[];
}

/** A part of the rows of a selection, `start` to `end` (excluded). */
export interface RowsQuestion extends RowSelection {
  readonly start: number;
  readonly end: number;
}

/** The rows asked for. */
export interface Rows {
  /** How many rows the selection has. */
  readonly total: number;
  /** How many frames it has, without folding. */
  readonly frames: number;
  readonly rows: readonly FrameRow[];
  /** What is wrong with the filter; then nothing is hidden. */
  readonly filterFault?: string;
  /** False while the texts of a long recording are still searched. */
  readonly isComplete: boolean;
}

/** Which row a frame is on. */
export interface PlaceQuestion extends RowSelection {
  readonly frame: number;
}

/** The index of the row with a frame, or of the nearest one before it; -1 if there is none. */
export interface Place {
  readonly row: number;
  /** Whether the selection has the frame itself. */
  readonly isShown: boolean;
}

/** The frames whose times are asked for, by number: `start` to `end` (excluded); at most some thousands are answered at once. */
export interface TimesQuestion {
  readonly start: number;
  readonly end: number;
}

/** The times of frames one after another, in milliseconds since the start; null for a frame without one. */
export interface Times {
  readonly times: readonly (number | null)[];
}
