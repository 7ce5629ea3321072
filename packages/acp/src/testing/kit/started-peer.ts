import type { Transport } from '../../transport/transport.ts';

/** How a process ended: with a code, or by a signal. */
export interface PeerExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A peer that was started for a check; an `AgentProcess` of `@emend/acp/node` is one. */
export interface StartedPeer {
  readonly transport: Transport;
  /** How its process ended, once it has. */
  readonly exited?: Promise<PeerExit>;
  /** The end of its standard error so far. */
  readonly stderrTail?: string;
  /** Ends it, and returns whether something that it had started still ran once it had exited and they had time to end, too. */
  leavesProcesses?(): Promise<boolean>;
}

/** What a check asks of the start of a peer. */
export interface StartOptions {
  /** How long the peer may take to exit by itself when its input has ended, in milliseconds, before it is ended by force. */
  readonly graceMilliseconds: number;
  /** How long what the peer has started may outlive it, in milliseconds, before it is ended by force; not at all if it is missing. */
  readonly leftoverGraceMilliseconds?: number;
}

/** Starts a peer, or connects to one: it is called for each connection that a check makes. */
export type StartPeer = (
  options: StartOptions,
) => Transport | StartedPeer | Promise<Transport> | Promise<StartedPeer> | Promise<Transport | StartedPeer>;

/** Returns the peer behind what a start has given. */
export function startedPeer(started: Transport | StartedPeer): StartedPeer {
  return 'transport' in started ? started : { transport: started };
}

/** Returns a peer as it is reached by another transport. */
export function reachedBy(peer: StartedPeer, transport: Transport): StartedPeer {
  return {
    transport,
    ...(peer.exited !== undefined && { exited: peer.exited }),
    get stderrTail() {
      return peer.stderrTail ?? '';
    },
    ...(peer.leavesProcesses !== undefined && {
      leavesProcesses: async () => (await peer.leavesProcesses?.()) ?? false,
    }),
  };
}
