import type { TakeNote } from '../../ledger.ts';
import type { ChunkRun } from '../../outbox.ts';
import type { ClientOffers } from '../client-offers.ts';
import type { RewriteRule } from '../options.ts';
import type * as v1 from '../v1.ts';
import type { Session } from './session.ts';

/** What translating for a v1 client needs: the session, and functions that send and note the results. */
export interface Crossing {
  readonly session: Session;
  readonly rewrite: RewriteRule;
  /** What the client offers, once it has said so. */
  readonly offers: ClientOffers | undefined;
  /** Sends an update to the client; with `run` if chunks that follow cross like it. */
  send(update: v1.ReceivedSessionUpdate, run?: ChunkRun): void;
  readonly note: TakeNote;
  /** Sends a notification that is not a session update. */
  extend(method: string, params: object): void;
}
