import type { Direction, RuleName } from './edges.ts';

/** The rules of the ledger that every edge shares, with what each is about. */
export const exchangeRules = {
  number: 'a number that a double cannot hold, taken over into a message of another dialect',
  malformed: 'a message, or a part of one, that is not what its dialect says',
  'unmatched-response': 'an answer to a request that nobody asked',
  'null-result': 'an answer of null where an object belongs',
} as const;

/** One loss or repair: what happened to something that could not cross unchanged. */
export interface LedgerEntry {
  /** `loss`: the other side can no longer see or do something. `repair`: made up, mapped or replaced, with its meaning kept. */
  readonly kind: 'loss' | 'repair';
  readonly rule: RuleName;
  readonly direction: Direction;
  /** The session; absent for what belongs to the connection. */
  readonly sessionId?: string;
  readonly messageId?: string;
  readonly toolCallId?: string;
  /** The place, as people write it: `content[0].type`. */
  readonly path?: string;
  /** What was lost, or could not cross unchanged. */
  readonly lost?: unknown;
  /** What was done instead, in words. */
  readonly done?: string;
}

/** An entry without what its surroundings know: the direction and the session. */
export type Note = Omit<LedgerEntry, 'direction' | 'sessionId'>;

/** Takes the notes of a converter, which does not know where its value comes from and goes to. */
export type TakeNote = (note: Note) => void;
