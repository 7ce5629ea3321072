import type { TakeNote } from '../../ledger.ts';
import type { ChunkRun } from '../../outbox.ts';
import type * as november from '../november.ts';
import type { Session } from './session.ts';

/** What translating an update for a November client needs: the session, and functions that send and note the results. */
export interface Crossing {
  readonly session: Session;
  /** Sends an update to the client; with `run` if chunks that follow cross like it. */
  send(update: november.SessionUpdate, run?: ChunkRun): void;
  readonly note: TakeNote;
}
