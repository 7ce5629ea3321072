/** How a recording is read, and how much of it is kept and shown, so that a hostile one cannot exhaust memory. */
export interface InspectionLimits {
  /** How many bytes are read at once. */
  readonly block: number;
  /** After how many frames the sessions are kept, to fold on from there. */
  readonly checkpoint: number;
  /** The longest line that is read, in bytes. */
  readonly line: number;
  /** The longest line that is read again when its frame is shown, in bytes. */
  readonly shownLine: number;
  /** How many characters of a line are shown. */
  readonly rawLength: number;
  /** How many frames of a file that was taken for whole are read again when it grows; in a longer one, what is new is not linted. */
  readonly readAgain: number;
  /** How many sessions are folded and listed. */
  readonly sessions: number;
  /** How many sessions an overview lists. */
  readonly listedSessions: number;
}

/** The limits of a recording unless others are given. */
export const defaultLimits: InspectionLimits = {
  block: 1024 * 1024,
  checkpoint: 1_000,
  line: 64 * 1024 * 1024,
  shownLine: 8 * 1024 * 1024,
  rawLength: 256 * 1024,
  readAgain: 200_000,
  sessions: 20_000,
  listedSessions: 200,
};
