import type { PipedMessage } from '../jsonrpc/message-pipe.ts';
import type { Dialect } from '../protocol/dialects.ts';
import type { JsonObject } from '../protocol/reading/guard.ts';
import type { Side } from '../protocol/side.ts';
import type { ClientHost, Direction, EdgeOptions } from './edges.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Translator } from './translator.ts';

/** Two dialects that the bridge translates into each other, and how. */
export interface Edge {
  readonly dialects: readonly [Dialect, Dialect];
  /** The one of the two in which an agent says what it takes back, if the other has no words for that. */
  readonly rewritesIn?: Dialect;
  /** Returns what the ledger calls the way to a dialect of this edge. */
  directionTo(dialect: Dialect): Direction;
  /** Starts the translation between a client of one dialect and an agent of the other. */
  translate(client: Dialect, options: EdgeOptions): Translator;
  /** Returns the capabilities that a client of the other dialect has sent in the words of this one; `undefined` if none can be read. */
  clientCapabilities(params: JsonObject, to: Dialect): JsonObject | undefined;
  /** Lets a host serve an agent in place of its client, if one of the dialects asks more of a client than the other. */
  readonly hosting?: (host: ClientHost) => Hosting;
  /** Returns the entry for an option that has no effect where both sides speak a dialect of this edge. */
  noteOnPassing(dialect: Dialect, options: EdgeOptions): LedgerEntry | undefined;
}

/** A host that is about to serve an agent. */
export interface Hosting {
  /** What the translation has to know of the host. */
  readonly options: EdgeOptions;
  start(callbacks: ServingCallbacks): Serving;
}

/** Callbacks of what serves a host. */
export interface ServingCallbacks {
  answer(response: object): void;
  report(entry: LedgerEntry): void;
  /** Called when there is output of a terminal to show. Returns a promise if the client should be given time to read it. */
  onTerminalNews(): Promise<void> | undefined;
}

/** Serves requests of an agent in place of its client. */
export interface Serving {
  /** Takes note of a message that passes, to know the sessions and their roots. */
  see(from: Side, value: unknown): void;
  /** Handles a message of the agent if it is for the host; returns whether it was. */
  take(message: PipedMessage): boolean;
}

/** Returns the dialect at the other end of an edge. */
export function otherEnd({ dialects: [one, other] }: Edge, dialect: Dialect): Dialect {
  return dialect === one ? other : one;
}
