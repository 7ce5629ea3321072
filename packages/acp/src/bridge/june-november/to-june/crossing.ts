import type { TakeNote } from '../../ledger.ts';
import type { ChunkRun } from '../../outbox.ts';
import type * as june from '../june.ts';
import type { NoticeRule } from '../options.ts';
import type { Session } from './session.ts';

/** What translating an update for a June client needs: the session, and functions that send and note the results. */
export interface Crossing {
  readonly session: Session;
  /** What becomes of a notice. */
  readonly notices: NoticeRule;
  /** Sends an update to the client; with `run` if chunks that follow cross like it. */
  send(update: june.ReceivedSessionUpdate, run?: ChunkRun): void;
  readonly note: TakeNote;
}
