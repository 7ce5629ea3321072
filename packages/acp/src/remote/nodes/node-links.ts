import type { Transport } from '../../transport/transport.ts';
import { type Clock, platformClock } from '../wire/clock.ts';
import type { NodeName } from './node-router.ts';
import type { NodeLinks } from './routed-client.ts';

/** The node that has a session. */
export interface SessionPlace {
  readonly node: string;
  /** Where other nodes reach it. */
  readonly url?: string;
  /** Whether it is this node. */
  readonly isHere: boolean;
}

/** Tells which node has which session, such as the `ownership` of a log that nodes share. */
export interface SessionPlaces {
  /** Resolves to the living owner of a session; undefined if there is none, so that this node may open it. */
  ownerOf(sessionId: string): Promise<SessionPlace | undefined>;
}

/** Options of `nodeLinks`. */
export interface NodeLinkOptions {
  /** Opens a connection to a node, for example `(url) => remote(url, { token })`. */
  open(url: string): Transport | Promise<Transport>;
  /** How often a session whose node was lost is looked for, in milliseconds; 500 by default. */
  readonly interval?: number;
  readonly clock?: Clock;
}

/** How often it is looked for before the node that still owns it is tried again. */
const looksBeforeRetry = 4;

/**
 * Returns how the clients of this node reach the sessions of other nodes. A session whose owner cannot be reached is taken by nobody while
 * the owner lives: it is tried again until it can be reached, or another node owns the session, or none.
 */
export function nodeLinks(places: SessionPlaces, options: NodeLinkOptions): NodeLinks {
  const { open, interval = 500, clock = platformClock } = options;
  const urls = new Map<string, string>();

  async function locate(sessionId: string): Promise<NodeName> {
    const owner = await places.ownerOf(sessionId);
    if (owner === undefined || owner.isHere) return undefined;
    if (owner.url !== undefined) urls.set(owner.node, owner.url);
    return owner.node;
  }

  return {
    locate,
    async follow(sessionId, lost) {
      for (let looks = 0; looks < looksBeforeRetry; looks += 1) {
        const node = await locate(sessionId).catch(() => lost);
        if (node !== lost) return node;
        await new Promise<void>((resolve) => void clock.after(interval, resolve));
      }
      return lost;
    },
    async open(node) {
      const url = urls.get(node);
      if (url === undefined) throw new Error(`The node ${node} has not said where it can be reached.`);
      return open(url);
    },
  };
}
