import type { Note } from '../../ledger.ts';
import type * as v1 from '../v1.ts';
import type { Session } from './session.ts';

/** What to do when v2 replaces or clears text that a v1 client has already shown. */
export type RewriteRule = 'reissue' | 'clear' | 'separator' | 'hold' | 'error';

/** Every rewrite rule. */
export const rewriteRules = [
  'reissue',
  'clear',
  'separator',
  'hold',
  'error',
] as const satisfies readonly RewriteRule[];

/** Something on its way to a v1 client: the session it belongs to, and where what comes of it goes. */
export interface Crossing {
  readonly session: Session;
  readonly rewrite: RewriteRule;
  send(update: v1.ReceivedSessionUpdate): void;
  note(note: Note): void;
  /** Sends a notification that is not a session update. */
  extend(method: string, params: object): void;
}
