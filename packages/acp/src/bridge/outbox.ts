import type { NotificationMessage, RequestMessage, ResponseMessage } from '../jsonrpc/message.ts';
import type { Side } from '../protocol/side.ts';
import type { Direction } from './edges.ts';
import type { ReadingFault } from './fault.ts';
import type { LedgerEntry, TakeNote } from './ledger.ts';

/** A single message. */
export type SingleMessage = RequestMessage | NotificationMessage | ResponseMessage;

/** A message to send, or the answers to a batch as one array. */
export type Message = SingleMessage | readonly ResponseMessage[];

/** A step of the translation that is due after a while, unless something has made it needless by then: then it does nothing. */
export interface DelayedStep {
  /** How long to wait, in milliseconds. */
  readonly after: number;
  run(): Translation;
}

/**
 * Says that a chunk of a message crosses like the one before it: as long as nothing else comes in between, chunks that differ from it only
 * in the text of their content become what it became, but for that text.
 */
export interface ChunkRun {
  /** Remembers the text of the next such chunk, as translating it would have; not set if nothing is remembered. */
  readonly wrote?: (text: string) => void;
}

/** The run of chunks of which nothing is remembered. */
export const alike: ChunkRun = {};

/** Returns the run that begins with a step of the translation: one that gave a single message, and lost nothing. */
export function runFrom({ run, toClient, toAgent, ledger, faults, delayed }: Translation): ChunkRun | undefined {
  const isSingle = toClient.length === 1 && toAgent.length === 0;
  return isSingle && ledger.length === 0 && faults === undefined && delayed === undefined ? run : undefined;
}

/** The result of one step of the translation: messages for either side, in order, and what they lost. */
export interface Translation {
  readonly toClient: readonly Message[];
  readonly toAgent: readonly Message[];
  readonly ledger: readonly LedgerEntry[];
  /** Messages of the agent that could not be read, or only in part; the ledger has an entry for each. */
  readonly faults?: readonly ReadingFault[] | undefined;
  /** Steps for later; a caller without a clock leaves them out. */
  readonly delayed?: readonly DelayedStep[] | undefined;
  /** Set if the last message for the client is a chunk, and those that follow cross like it; see `runFrom`. */
  readonly run?: ChunkRun | undefined;
}

/** Collects the result of one step of the translation. */
export interface Outbox {
  readonly toClient: Message[];
  readonly toAgent: Message[];
  readonly ledger: LedgerEntry[];
  faults: ReadingFault[] | undefined;
  delayed: DelayedStep[] | undefined;
  run: ChunkRun | undefined;
}

/** Returns an empty outbox. */
export function outbox(): Outbox {
  return { toClient: [], toAgent: [], ledger: [], faults: undefined, delayed: undefined, run: undefined };
}

/** Adds a message of the agent that could not be read. */
export function addFault(out: Outbox, fault: ReadingFault): void {
  out.faults ??= [];
  out.faults.push(fault);
}

/** Adds a step for later. */
export function addDelayed(out: Outbox, step: DelayedStep): void {
  out.delayed ??= [];
  out.delayed.push(step);
}

/** Returns the messages for a side. */
export function pile(out: Outbox, to: Side): Message[] {
  return to === 'client' ? out.toClient : out.toAgent;
}

/** Returns a function that adds entries to the ledger, for a session or the whole connection. */
export function noting(direction: Direction, sessionId: string | undefined, out: Pick<Outbox, 'ledger'>): TakeNote {
  return ({ kind, rule, ...rest }) => {
    const session = sessionId === undefined ? {} : { sessionId };
    out.ledger.push({ kind, rule, direction, ...session, ...rest });
  };
}

/** Returns a function that sends updates of a session to the client; an update that is still that of `origin` is sent as `origin` itself. */
export function updating(
  sessionId: string,
  out: Outbox,
  origin?: NotificationMessage,
): (update: object, run?: ChunkRun) => void {
  const params = origin?.params as { readonly update?: unknown } | undefined;
  return (update, run) => {
    out.run = run;
    if (origin !== undefined && update === params?.update) {
      out.toClient.push(origin);
      return;
    }
    // Overwriting a key that is there already is what engines copy fast.
    const changed = params === undefined ? { sessionId, update } : { ...params, update };
    out.toClient.push({ jsonrpc: '2.0', method: 'session/update', params: changed });
  };
}
