import type { SessionLog } from './session-log.ts';

/** A session that this node owns: nobody else can append to it. */
export interface OwnedSession {
  /** Rises with every owner; an append of an earlier one is refused. */
  readonly epoch: number;
  /**
   * Aborts when this node may no longer act for the session, with a `LogError` as its reason: the node could not renew its lease in time, or
   * somebody else took the session. End the agent of the session at once; another node may start one soon.
   */
  readonly lost: AbortSignal;
}

/** The node that owns a session. */
export interface SessionOwner {
  readonly node: string;
  /** Where other nodes reach it. */
  readonly url?: string;
  /** By which it knows other nodes. */
  readonly key?: string;
  readonly epoch: number;
  /** Whether it is this node. */
  readonly isHere: boolean;
}

/** Which of the nodes that share a log may append to a session. */
export interface SessionOwnership {
  /** The name of this node. */
  readonly node: string;
  /** By which this node knows others: a secret that only they can read. */
  readonly key?: string;
  /**
   * Makes this node the owner of a session that has no living owner, or again of one that it owns. Rejects as `not_owner` while another
   * node is alive that owns it, unless that is forced, and as `wrong_place` if the session may not be opened on this node.
   */
  take(sessionId: string, options?: { readonly force?: boolean }): Promise<OwnedSession>;
  /** Returns the session as this node owns it now; undefined if it does not. */
  owned(sessionId: string): OwnedSession | undefined;
  /** Resolves to the living owner of a session; undefined if there is none. */
  ownerOf(sessionId: string): Promise<SessionOwner | undefined>;
  /** Gives a session back, so that any node can take it. */
  release(sessionId: string): Promise<void>;
  /**
   * Tells that this process no longer acts for a session that it owns, since what happens in it cannot be stored. Whoever opens it next, here or
   * elsewhere, goes on with it.
   */
  giveUp?(sessionId: string, owned: OwnedSession | undefined): void;
  /**
   * Calls back whenever this node has lost all of its sessions, or one of them, which is then named, until the returned function is
   * called.
   */
  onLost?(listener: (sessionId?: string) => void): () => void;
}

const never = new AbortController().signal;

/** Returns who owns the sessions of a log. Where nodes do not share them, this process owns them all. */
export function ownershipOf(log: SessionLog): SessionOwnership {
  return log.ownership ?? soleOwner;
}

const owned: OwnedSession = { epoch: 0, lost: never };

const soleOwner: SessionOwnership = {
  node: 'this process',
  take: async () => owned,
  owned: () => owned,
  ownerOf: async () => ({ node: soleOwner.node, epoch: 0, isHere: true }),
  release: async () => {},
};
