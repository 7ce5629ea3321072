import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { nextPause } from '../../jsonrpc/retry-pause.ts';
import type { Transport } from '../../transport/transport.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { type Clock, platformClock } from '../wire/clock.ts';
import type { EraserIn, NodeChannel } from './node-channel.ts';
import { nodeGreeting } from './node-envelope.ts';
import { NodeLink } from './node-link.ts';
import type { NodeLinks } from './routed-client.ts';
import type { NodeName } from './routed-session.ts';

/** The node that has a session. */
export interface SessionPlace {
  readonly node: string;
  /** Where other nodes reach it. */
  readonly url?: string;
  /** By which it knows other nodes. */
  readonly key?: string;
  /** Whether it is this node. */
  readonly isHere: boolean;
}

/** Tells which node has which session, such as the `ownership` of a log that nodes share. */
export interface SessionPlaces {
  /** By which this node knows others; only they can read it. */
  readonly key?: string;
  /** Resolves to the living owner of a session; undefined if there is none, so that this node may open it. */
  ownerOf(sessionId: string): Promise<SessionPlace | undefined>;
  /** Calls back whenever this node has lost all of its sessions, or the one that is named, until the returned function is called. */
  onLost?(listener: (sessionId?: string) => void): () => void;
}

/** Options of {@link NodeGateway}. */
export interface NodeGatewayOptions {
  /** Opens a connection to a node, for example `(url, token) => remote(url, { token })`. */
  open(url: string, key: string | undefined): Transport | Promise<Transport>;
  /** How often a session whose node was lost is looked for, in milliseconds; 500 by default. */
  readonly interval?: number;
  /** Finds out what a message erases, so that it is taken out of what waits here for clients. */
  readonly eraserIn?: EraserIn;
  /** Called when a node cannot be reached, with the reason, which may have addresses in it. */
  readonly onLost?: (node: string, reason: string) => void;
  readonly clock?: Clock;
}

/** A connection to a node, which is open when `link` is there. */
interface KnownLink {
  readonly opening: Promise<NodeLink>;
  link?: NodeLink;
}

/** A session that is looked for. */
interface FollowedSession {
  readonly found: Promise<NodeName>;
  /** Ends the search. */
  readonly stop: AbortController;
  /** How many clients wait for it. */
  clients: number;
}

/** After how many seconds of silence a node counts as lost. */
const silence = 5;
/** After how many milliseconds a link that no client uses is closed. */
const unusedFor = 10_000;

/**
 * How the clients of this node reach the sessions of other nodes: by one connection to each node, for all clients. A session whose owner
 * cannot be reached is taken by nobody while the owner lives: it is tried again until it can be reached, or another node owns the
 * session, or none.
 */
export class NodeGateway {
  readonly #places: SessionPlaces;
  readonly #options: NodeGatewayOptions;
  readonly #clock: Clock;
  readonly #addresses = new Map<string, { readonly url: string; readonly key: string | undefined }>();
  readonly #links = new Map<string, KnownLink>();
  readonly #followed = new Map<string, FollowedSession>();
  /** The attempts to reach nodes that were lost: the one that runs, or when the next one may be, after which pause. */
  readonly #probes = new Map<string, Promise<boolean> | { readonly pause: number; readonly at: number }>();

  constructor(places: SessionPlaces, options: NodeGatewayOptions) {
    this.#places = places;
    this.#options = options;
    this.#clock = options.clock ?? platformClock;
  }

  /** Returns the way to other nodes for a client, whom they take for this principal. */
  linksOf({ principal }: { readonly principal: string }): NodeLinks {
    return {
      locate: (sessionId) => this.#locate(sessionId),
      follow: (sessionId, lost, signal) => this.#follow(sessionId, lost, signal),
      open: (node) => this.#open(node, principal),
      onLost: (listener) => this.#places.onLost?.(listener) ?? (() => {}),
    };
  }

  /** Closes the connections to all nodes. */
  async close(): Promise<void> {
    for (const { stop } of this.#followed.values()) stop.abort(closed());
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map(({ opening }) => opening.then((link) => link.close()).catch(() => {})));
  }

  async #locate(sessionId: string): Promise<NodeName> {
    const owner = await this.#places.ownerOf(sessionId);
    if (owner === undefined || owner.isHere) return undefined;
    if (owner.url !== undefined) this.#addresses.set(owner.node, { url: owner.url, key: owner.key });
    return owner.node;
  }

  /** The clients of a session look for it together, as long as there is one. */
  async #follow(sessionId: string, lost: NodeName, signal?: AbortSignal): Promise<NodeName> {
    const followed = this.#followed.get(sessionId) ?? this.#beginToFollow(sessionId, lost);
    followed.clients += 1;
    try {
      return await unlessAborted(followed.found, signal === undefined ? [] : [signal]);
    } finally {
      followed.clients -= 1;
      if (followed.clients === 0) followed.stop.abort(closed());
    }
  }

  #beginToFollow(sessionId: string, lost: NodeName): FollowedSession {
    const stop = new AbortController();
    const found = this.#look(sessionId, lost, stop.signal);
    const followed: FollowedSession = { found, stop, clients: 0 };
    const forget = (): void => {
      if (this.#followed.get(sessionId) === followed) this.#followed.delete(sessionId);
    };
    found.then(forget, forget);
    stop.signal.addEventListener('abort', forget);
    this.#followed.set(sessionId, followed);
    return followed;
  }

  async #look(sessionId: string, lost: NodeName, signal: AbortSignal): Promise<NodeName> {
    let isBack = false;
    for (;;) {
      signal.throwIfAborted();
      // While nobody can say, nobody may take it.
      const node = await this.#locate(sessionId).then(
        (found) => ({ found }),
        () => undefined,
      );
      if (node !== undefined && (node.found === undefined || node.found !== lost || isBack)) return node.found;
      // The node that still owns it is tried meanwhile, which may take longer than its lease lasts.
      if (node?.found !== undefined)
        void this.#probe(node.found).then((isReached) => {
          isBack = isReached;
        });
      let stop = (): void => {};
      const pause = new Promise<void>((resolve) => {
        stop = this.#clock.after(this.#options.interval ?? 500, resolve);
      });
      await unlessAborted(pause, [signal]).finally(stop);
    }
  }

  /** Returns whether a node can be reached; false if it could not be a moment ago. All sessions try it together. */
  #probe(node: string): Promise<boolean> {
    const known = this.#probes.get(node);
    if (known instanceof Promise) return known;
    if (known !== undefined && this.#clock.now() < known.at) return Promise.resolve(false);
    const probing = this.#isReached(node).then((isReached) => {
      const pause = nextPause(known?.pause);
      if (isReached) this.#probes.delete(node);
      else this.#probes.set(node, { pause, at: this.#clock.now() + pause });
      return isReached;
    });
    this.#probes.set(node, probing);
    return probing;
  }

  async #isReached(node: string): Promise<boolean> {
    const link = await this.#linkTo(node).catch(() => undefined);
    await link?.ready;
    if (link === undefined || link.isOver) return false;
    // It may be that nobody wants it any more.
    this.#closeUnused(node, link);
    return true;
  }

  async #open(node: string, principal: string): Promise<NodeChannel> {
    const link = await this.#linkTo(node);
    const channel = link.open(principal);
    void channel.closed.then(() => this.#closeUnused(node, link));
    return channel;
  }

  #linkTo(node: string): Promise<NodeLink> {
    const known = this.#links.get(node);
    if (known !== undefined) return known.opening;
    const opening = this.#dial(node);
    const opened: KnownLink = { opening };
    this.#links.set(node, opened);
    const forget = (): void => {
      if (this.#links.get(node) === opened) this.#links.delete(node);
    };
    opening.then((link) => link.closed).then(forget, forget);
    const reached = async (link: NodeLink): Promise<void> => {
      opened.link = link;
      await link.ready;
      if (!link.isOver) this.#probes.delete(node);
    };
    opening.then(reached, () => {});
    return opening;
  }

  async #dial(node: string): Promise<NodeLink> {
    const address = this.#addresses.get(node);
    if (address === undefined) throw new Error(`The node ${node} has not said where it can be reached.`);
    const { open, onLost, eraserIn } = this.#options;
    let transport: Transport;
    try {
      transport = await open(address.url, address.key);
    } catch (error) {
      onLost?.(node, error instanceof Error ? error.message : String(error));
      throw new ConnectionError('unreachable', 'No connection to it could be made.');
    }
    transport.send(nodeGreeting)?.catch(() => {});
    const onFailure = (reason: string): void => onLost?.(node, reason);
    return new NodeLink(transport, { silence, clock: this.#clock, eraserIn, onFailure });
  }

  #closeUnused(node: string, link: NodeLink): void {
    if (link.channels > 0) return;
    this.#clock.after(unusedFor, () => {
      if (link.channels > 0) return;
      // There may be another one to the same node.
      if (this.#links.get(node)?.link === link) this.#links.delete(node);
      void link.close();
    });
  }
}

function closed(): ConnectionError {
  return new ConnectionError('closed', 'Nobody looks for the session any more.');
}
