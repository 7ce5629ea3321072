import type { PeerLimits } from '../../jsonrpc/limits.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import type { Side } from '../../protocol/side.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import type { ClientHost, NoticeRule, RewriteRule } from '../edges.ts';
import type { ReadingFault } from '../fault.ts';
import type { LedgerEntry } from '../ledger.ts';

/** An event of a bridge. */
export type BridgeEvent =
  /** Something was lost or repaired. */
  | { readonly type: 'ledger'; readonly entry: LedgerEntry }
  /** A side sent a line that is not a readable message; it was not passed on. */
  | { readonly type: 'noise'; readonly from: Side; readonly frame: Received }
  /** The client sent this before `initialize`: a request was refused, and nothing was passed on. */
  | { readonly type: 'before-handshake'; readonly frame: Received }
  /** The agent sent something that is malformed, completely or in part; the ledger has an entry for it as well. */
  | { readonly type: 'fault'; readonly fault: ReadingFault }
  /** The handshake is over; `client` and `agent` are what each side speaks. */
  | {
      readonly type: 'connected';
      readonly client: Dialect;
      readonly agent: Dialect;
      readonly isTranslating: boolean;
    }
  /** The agent is asked again, in other words; `isFresh` if it was restarted for that. */
  | { readonly type: 'asked-again'; readonly isFresh: boolean }
  /** The client has sent `initialize` again, and these params count in place of the former; `client` is what it is taken for. */
  | { readonly type: 'initialized-again'; readonly params: unknown; readonly client: Dialect };

/** Options of a bridge. */
export interface BridgeOptions {
  /**
   * What happens when an agent replaces or clears text that a v1 client has shown. Default: `reissue`. With a rule, an agent
   * that speaks several dialects is asked for one that has such changes, because v1 does not show them.
   */
  readonly rewrite?: RewriteRule;
  /** The dialects in which clients are answered. Default: all of them. */
  readonly dialects?: readonly Dialect[];
  /** Whether a chunk without an id continues a message whose id came from the agent. */
  readonly inheritsIds?: boolean;
  /** The start of the ids that are made up for messages of a v1 agent without one. Default: `emend`. */
  readonly idPrefix?: string;
  /**
   * How long a June agent may stay silent after a prompt before a November client is told that the prompt was accepted, in
   * milliseconds; 0 tells it at once. Default: 1000.
   */
  readonly graceTime?: number;
  /** Whether a June agent repeats every prompt when it takes it; then only this shows that a prompt was accepted. Default: false. */
  readonly repeatsPrompts?: boolean;
  /** What a June client of a November agent gets of a notice: the update as it is (`raw`, default), a message, or nothing. */
  readonly notices?: NoticeRule;
  /**
   * Whether a June client of a v1 agent also reads what only November has: terminals, notices, compactions, names of tools. It gets
   * them as November has them. Default: false.
   */
  readonly takesNovember?: boolean;
  /** Serves files and terminals to a v1 agent in place of a client that has none. One host serves one connection. */
  readonly serve?: ClientHost;
  /** Starts another agent, for when the agent has to be asked again and the same connection cannot be used. */
  readonly restart?: () => Promise<Transport>;
  /** Returns why the agent ended, where its transport does not know; pending requests of the client fail with it. */
  readonly explain?: () => Promise<string | undefined>;
  /**
   * Whether the errors that answer for an agent whose process has ended say so in their data, with the end of its standard error. For clients
   * that cannot see that themselves. Default: false.
   */
  readonly tellsLastWords?: boolean;
  /** Resolves when messages of a client that has left no longer wait for the handshake with the agent. Default: never. */
  readonly patience?: () => Promise<void>;
  /**
   * Called after each read that leaves tool content for a v1 client waiting for more. Call `flush` when it has waited long
   * enough. Default: a timer, where there are timers.
   */
  readonly onWaiting?: (flush: () => void) => void;
  readonly onEvent?: (event: BridgeEvent) => void;
  /** Called when one side has gone, before the other is answered in its name. */
  readonly onEnd?: (end: Omit<BridgeEnd, 'unanswered'>) => void;
  /** Limits for what arrives before the handshake is over and for what a side does not read; beyond them the connection fails with `overrun`. */
  readonly limits?: Partial<Pick<PeerLimits, 'hardQueue' | 'unsent'>>;
}

/** How a bridge ended: which side went first, and the cause if it failed. */
export interface BridgeEnd {
  readonly by: Side;
  readonly cause?: unknown;
  /** How many requests of the client were left without an answer by the agent. */
  readonly unanswered: number;
}

/** The text of the error with which open requests are answered when the agent has ended without a reason. */
export const agentHasEnded = 'The agent has closed the connection.';
