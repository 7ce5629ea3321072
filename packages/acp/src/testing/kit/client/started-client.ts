import type { Transport } from '../../../transport/transport.ts';
import type { PeerExit, StartedPeer } from '../started-peer.ts';

/** What a client is to do after its handshake; a script, or the client itself, is told by this name. */
export type SceneName = 'prompt' | 'second-prompt' | 'cancel' | 'load';

/** What a check asks of the start of a client. */
export interface ClientStart {
  /** What the client is to do. */
  readonly scene: SceneName;
}

/** A client that was started for a check, with a command or an address of the kit as its agent. */
export interface StartedClient {
  /** What the client has started or connected to as its agent, in order; each is a connection on which the kit is the agent. */
  readonly agents: AsyncIterable<StartedPeer>;
  /** How the client ended, once it has. */
  readonly exited: Promise<PeerExit>;
  /** Whether it connects to its agent over a network, where batches do not pass: HTTP has no place for them. */
  readonly isRemote?: boolean;
  /** The last lines of its standard error, if it has one. */
  readonly lastWords?: () => string;
  /** Ends the client with everything it has started. */
  end(): Promise<void>;
  /** Whether something that the client has started still runs after its own end, once it has had time to end. */
  leavesProcesses?(): Promise<boolean>;
  /** Removes a file that a check had the client write; the protocol has no word for it. */
  removeFile?(path: string): Promise<void>;
}

/** Starts a client: it is called for each conversation that a check has with it. */
export type StartClient = (start: ClientStart) => StartedClient | Promise<StartedClient>;

/** What a client in this process works with. */
export interface ClientFunctionContext extends ClientStart {
  /** Starts an agent, and returns the transport to it. */
  readonly connect: () => Transport;
  /** Aborts when the client is to end. */
  readonly signal: AbortSignal;
}
