import type { Level } from './frame-row.ts';

/** Something that is wrong, or looks wrong, with a frame. */
export interface Problem {
  readonly frame: number;
  readonly level: Level;
  /** Who found it: the check of the schema, the reducer, or the linter. */
  readonly from: 'check' | 'session' | 'linter';
  /** The rule of the linter, or the code of a diagnostic. */
  readonly code?: string;
  readonly session?: string;
  /** Where in the message. */
  readonly path?: readonly (string | number)[];
  readonly text: string;
}

/** A part of the problems, `start` to `end` (excluded), in the order of their frames. */
export interface ProblemsQuestion {
  readonly start: number;
  readonly end: number;
  readonly levels?: readonly Level[];
  /** The frame whose place in the list is wanted. */
  readonly frame?: number;
}

/** The problems asked for. */
export interface Problems {
  readonly total: number;
  readonly problems: readonly Problem[];
  /** The index of the first problem of the frame asked for; absent if it has none in this list. */
  readonly place?: number;
}

/** The next problem after a frame, or the previous one before it. */
export interface NextProblemQuestion {
  readonly frame: number;
  readonly direction: 'next' | 'previous';
}
