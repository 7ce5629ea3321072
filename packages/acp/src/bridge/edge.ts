import type { Dialect } from '../protocol/dialects.ts';
import type { JsonObject } from '../protocol/reading/guard.ts';
import type { Direction, EdgeOptions } from './edges.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Pairing } from './pairing.ts';

/** Two dialects that the bridge translates into each other, and how. */
export interface Edge {
  readonly dialects: readonly [Dialect, Dialect];
  /** Returns what the ledger calls the way to a dialect of this edge. */
  directionTo(dialect: Dialect): Direction;
  /** Starts the translation between a client of one dialect and an agent of the other. */
  pair(client: Dialect, options: EdgeOptions): Pairing;
  /** Returns the params of a client's `initialize` request as an agent of a dialect of this edge reads them. */
  reword(params: unknown, to: Dialect): JsonObject;
  /** Returns the entry for an option that has no effect where both sides speak a dialect of this edge. */
  noteOnPassing(dialect: Dialect, options: EdgeOptions): LedgerEntry | undefined;
}

/** Returns the dialect at the other end of an edge. */
export function otherEnd({ dialects: [one, other] }: Edge, dialect: Dialect): Dialect {
  return dialect === one ? other : one;
}
