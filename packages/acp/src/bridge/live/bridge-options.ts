import type { PeerLimits } from '../../jsonrpc/limits.ts';
import type { PeerDialect } from '../../protocol/dialects.ts';
import type { Side } from '../../protocol/side.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import type { ReadingFault } from '../fault.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { ClientHost } from '../v1-june/client-host.ts';
import type { RewriteRule } from '../v1-june/options.ts';

/** What a bridge tells whoever runs it. */
export type BridgeEvent =
  /** Something was lost or repaired. */
  | { readonly type: 'ledger'; readonly entry: LedgerEntry }
  /** A side sent a line that is no message, or none that can be read; it was not passed on. */
  | { readonly type: 'noise'; readonly from: Side; readonly frame: Received }
  /** The client sent this before its `initialize`: a request was refused, and nothing of it was passed on. */
  | { readonly type: 'before-handshake'; readonly frame: Received }
  /** The agent sent something malformed, wholly or in parts; the ledger has an entry for it as well. */
  | { readonly type: 'fault'; readonly fault: ReadingFault }
  /** The handshake is over: what each side speaks. */
  | {
      readonly type: 'connected';
      readonly client: PeerDialect;
      readonly agent: PeerDialect;
      readonly isTranslating: boolean;
    }
  /** The agent is asked again, in v1; `isFresh` if it was started again for that. */
  | { readonly type: 'asked-again'; readonly isFresh: boolean };

/** How a bridge works. */
export interface BridgeOptions {
  /**
   * What happens when v2 replaces or clears text that a v1 client has shown; `reissue` unless told. Where a rule is given, an
   * agent that takes both versions is asked for v2, since what it takes back in v1 cannot be seen.
   */
  readonly rewrite?: RewriteRule;
  /** Whether a chunk without an id continues a message whose id came from the agent. */
  readonly inheritsIds?: boolean;
  /** Who serves files and terminals to a v1 agent in the place of a v2 client; nobody unless told. Serves one connection. */
  readonly serve?: ClientHost;
  /** Gives a fresh agent, for one that has to be asked again and cannot be on the same connection. */
  readonly restart?: () => Promise<Transport>;
  /** Says why the agent ended, where its transport cannot; what the client waits for is answered with it. */
  readonly explain?: () => Promise<string | undefined>;
  /** How long what a client has sent before it left waits for the handshake with the agent; for ever if not given. */
  readonly patience?: () => Promise<void>;
  /**
   * Told after each read that leaves tool content for a v1 client waiting for more; to call `flush` when it has waited long
   * enough. Unless given, a timer does so after a moment, where there are timers.
   */
  readonly onWaiting?: (flush: () => void) => void;
  readonly onEvent?: (event: BridgeEvent) => void;
  /** Told which side went first, before the other is answered in its name. */
  readonly onEnd?: (end: Omit<BridgeEnd, 'unanswered'>) => void;
  /** How much is kept of what comes before the handshake is over, and of what a side does not take; there the connection fails with `overrun`. */
  readonly limits?: Partial<Pick<PeerLimits, 'hardQueue' | 'unsent'>>;
}

/** How a bridge ended: which side went first, and why if it was not of its own accord. */
export interface BridgeEnd {
  readonly by: Side;
  readonly cause?: unknown;
  /** How many requests of the client were left without an answer by the agent. */
  readonly unanswered: number;
}
