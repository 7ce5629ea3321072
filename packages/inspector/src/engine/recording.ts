import type { Dialect } from '@emend/acp/protocol';
import type { InputLine, Provenance } from '@emend/acp/recording';
import type { SessionState } from '@emend/acp/session';
import type { Level } from '../api/frame-row.ts';
import type { Overview } from '../api/overview.ts';
import type { FrameFacts } from './frame-facts.ts';
import type { ProblemList } from './problem-list.ts';
import type { Selection } from './selection.ts';

/** A line of a recording. */
export interface RecordedLine {
  readonly frame: number;
  /** The text, cut if the line is too long. */
  readonly text: string;
  /** How many characters, or bytes of a line that was not read, are missing. */
  readonly cut: number;
  /** What the line is; `undefined` if it is blank, or too long to be read again. */
  readonly input: InputLine | undefined;
}

/** The sessions of a recording as they were after a frame. */
export interface Moment {
  readonly frame: number;
  state(session: string): SessionState | undefined;
  provenance(session: string): Provenance | undefined;
  /** Returns all sessions, in the order of their first frames. */
  sessions(): ReadonlyMap<string, SessionState>;
}

/** How a frame changed a session. */
export interface SessionChange {
  readonly session: string;
  /** `undefined` if the frame made the session. */
  readonly before: SessionState | undefined;
  readonly after: SessionState;
}

/** What all answers are made from: the frames of a recording, and the sessions after each. Frames are counted from 1. */
export interface Recording {
  /** How many frames there are so far. */
  readonly frames: number;
  /** Whether all frames are read and no more can come. */
  readonly isComplete: boolean;
  /** What the stream speaks, as far as its messages show it. */
  readonly dialect: Dialect;
  readonly problems: ProblemList;
  overview(): Overview;
  facts(frame: number): FrameFacts;
  worst(frame: number): Level | undefined;
  /** Returns the lines of the frames `first` to `end` (excluded). */
  lines(first: number, end: number): Promise<readonly RecordedLine[]>;
  /** Returns the sessions after a frame; 0 is before everything. */
  moment(frame: number): Promise<Moment>;
  /** Returns the sessions that a frame changed. */
  changes(frame: number): Promise<readonly SessionChange[]>;
  /** Returns the frames that a filter lets through. */
  select(filter: string): Promise<Selection>;
  /** Calls back when frames have come, or a search has gone on. Returns a function that stops it. */
  listen(listener: () => void): () => void;
}
