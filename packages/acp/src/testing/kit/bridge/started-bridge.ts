import type { Transport } from '../../../transport/transport.ts';
import type { StartedPeer, StartOptions } from '../started-peer.ts';

/** A bridge that was started for a check. Its transport is the one on which the kit is the client. */
export interface StartedBridge extends StartedPeer {
  /** The connections that the bridge makes to its agent, as it makes them: on each of them the kit is the agent. */
  readonly agents: AsyncIterable<Transport> | Iterable<Transport>;
}

/** Starts a bridge: it is called for each bridge that a check needs. */
export type StartBridge = (options: StartOptions) => StartedBridge | Promise<StartedBridge>;
