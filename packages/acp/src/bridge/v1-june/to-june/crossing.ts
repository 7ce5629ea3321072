import type { TakeNote } from '../../ledger.ts';
import type { ChunkRun } from '../../outbox.ts';
import type * as june from '../june.ts';
import type { Session } from './session.ts';
import type { TerminalForm } from './terminal-form.ts';

/** What translating for a June client needs: the session, and functions that send and note the results. */
export interface Crossing {
  readonly session: Session;
  /** Whether a chunk without an id continues a message whose id came from the agent. */
  readonly inheritsIds: boolean;
  /** The start of ids that are made up. */
  readonly idPrefix: string;
  /** Whether what reads the updates knows the names of tools, so that they stay where they are. */
  readonly keepsNames: boolean;
  /** The form in which terminals are shown. */
  readonly terminals: TerminalForm;
  /** Returns what a terminal has printed, if it is served in place of the client. */
  terminalText(terminalId: string): string | undefined;
  /** Sends an update to the client; with `run` if chunks that follow cross like it. */
  send(update: june.SessionUpdate, run?: ChunkRun): void;
  readonly note: TakeNote;
}
