import type { LedgerEntry } from '@emend/acp/bridge';
import type { Dialect } from '@emend/acp/protocol';

/** The rows `start` to `end` (excluded, counted from 0): the messages of the recording as a peer of another dialect would see them. */
export interface BridgeQuestion {
  /** The dialect of the other side. */
  readonly to: Dialect;
  readonly start: number;
  readonly end: number;
  /** Which messages have rows: all of them, or only those with losses or repairs. */
  readonly show: 'all' | 'ledger';
  /** The frame whose row is looked for. */
  readonly frame?: number;
}

/** One message at one side of a bridge; long texts in it are cut, `cut` says how many characters are missing. */
export interface BridgeMessage {
  readonly from: 'client' | 'agent';
  readonly message: unknown;
  readonly cut: number;
}

/** A message, and what a bridge makes of it. */
export interface BridgeRow extends BridgeMessage {
  readonly frame: number;
  /** What the other side gets; empty if the bridge answers it itself, or it has no counterpart. */
  readonly translated: readonly BridgeMessage[];
  /** Whether the other side gets exactly this message. */
  readonly isSame: boolean;
  readonly ledger: readonly LedgerEntry[];
}

/** How often a rule of the ledger applied. */
export interface AppliedRule {
  readonly rule: string;
  readonly kind: LedgerEntry['kind'];
  /** What the rule is about. */
  readonly about: string;
  readonly count: number;
  /** The first frame that it applied to. */
  readonly first: number;
}

/** Both sides of a bridge beside each other. */
export interface BridgeRows {
  /** What the recording speaks; a bridge to the same dialect changes nothing. */
  readonly from: Dialect;
  /** How many rows there are so far. */
  readonly total: number;
  readonly rows: readonly BridgeRow[];
  /** The index of the row of the frame asked for, or of the nearest one before it; -1 if there is none. */
  readonly place: number;
  /** The rules of the ledger that applied in the whole recording: losses first, the most frequent first. */
  readonly rules: readonly AppliedRule[];
  readonly losses: number;
  readonly repairs: number;
  /** How many messages the other side gets changed, or not at all. */
  readonly changed: number;
  /** Between 0 and 1 while the recording is being translated, then 1. */
  readonly progress: number;
}
