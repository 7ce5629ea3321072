import type { LedgerEntry } from '@emend/acp/bridge';
import type { Dialect } from '@emend/acp/protocol';

/** The frames `start` to `end` (excluded, counted from 0) as a peer of another dialect would see them. */
export interface BridgeQuestion {
  /** The dialect of the other side. */
  readonly to: Dialect;
  readonly start: number;
  readonly end: number;
}

/** A frame, and what a bridge makes of it. */
export interface BridgeRow {
  readonly frame: number;
  readonly from: 'client' | 'agent';
  readonly message: unknown;
  /** What the other side gets, or what is answered in its place. */
  readonly translated: readonly { readonly from: 'client' | 'agent'; readonly message: unknown }[];
  readonly ledger: readonly LedgerEntry[];
}

/** Both sides of a bridge beside each other. */
export interface BridgeRows {
  /** What the recording speaks; a bridge to the same dialect changes nothing. */
  readonly from: Dialect;
  readonly total: number;
  readonly rows: readonly BridgeRow[];
  /** How often each rule of the ledger applied in the whole recording. */
  readonly losses: Readonly<Record<string, number>>;
}
