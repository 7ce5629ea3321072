import type { TakeNote } from '../../ledger.ts';
import type * as june from '../june.ts';
import type { Session } from './session.ts';

/** Something on its way to a v2 client: the session it belongs to, and where what comes of it goes. */
export interface Crossing {
  readonly session: Session;
  /** Whether a chunk without an id continues a message whose id came from the agent. */
  readonly inheritsIds: boolean;
  /** What a terminal has printed, if it is served in the client's place. */
  terminalText(terminalId: string): string | undefined;
  send(update: june.SessionUpdate): void;
  readonly note: TakeNote;
}
