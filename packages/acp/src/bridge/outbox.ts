import type { NotificationMessage, RequestMessage, ResponseMessage } from '../jsonrpc/message.ts';
import type { Direction, LedgerEntry, Note } from './ledger.ts';

/** A side of the bridge. */
export type Side = 'client' | 'agent';

/** A single message. */
export type SingleMessage = RequestMessage | NotificationMessage | ResponseMessage;

/** What goes out: a message, or the answers to a batch as one array. */
export type Message = SingleMessage | readonly ResponseMessage[];

/** What one step of the translation gave: messages for either side, in order, and what they lost. */
export interface Translation {
  readonly toClient: readonly Message[];
  readonly toAgent: readonly Message[];
  readonly ledger: readonly LedgerEntry[];
}

/** Where a step of the translation puts what it makes. */
export interface Outbox {
  readonly toClient: Message[];
  readonly toAgent: Message[];
  readonly ledger: LedgerEntry[];
}

/** An empty outbox. */
export function outbox(): Outbox {
  return { toClient: [], toAgent: [], ledger: [] };
}

/** The pile of messages for a side. */
export function pile(out: Outbox, to: Side): Message[] {
  return to === 'client' ? out.toClient : out.toAgent;
}

/** Writes an entry to the ledger. */
export function record(out: Outbox, direction: Direction, sessionId: string | undefined, note: Note): void {
  const { kind, rule, ...rest } = note;
  out.ledger.push(
    sessionId === undefined ? { kind, rule, direction, ...rest } : { kind, rule, direction, sessionId, ...rest },
  );
}
