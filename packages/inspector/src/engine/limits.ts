/** How much of a recording is kept and shown, so that a hostile one cannot exhaust memory. */
export interface InspectionLimits {
  /** The longest line that is read, in bytes. */
  readonly line: number;
  /** The longest line that is read again when its frame is shown, in bytes. */
  readonly shownLine: number;
  /** How many characters of a line are shown. */
  readonly rawLength: number;
  /** How many sessions are folded and listed. */
  readonly sessions: number;
  /** How many sessions an overview lists. */
  readonly listedSessions: number;
}

/** The limits of a recording unless others are given. */
export const defaultLimits: InspectionLimits = {
  line: 64 * 1024 * 1024,
  shownLine: 8 * 1024 * 1024,
  rawLength: 256 * 1024,
  sessions: 20_000,
  listedSessions: 200,
};
