import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type NodeName, NodeRouter, type NodeStep } from './node-router.ts';

/** How a client that is connected to this node reaches sessions of other nodes. */
export interface NodeLinks {
  /** Returns the name of the node that has a session; `undefined` if this one has it, or may have it. */
  locate(sessionId: string): Promise<NodeName>;
  /** Returns where a session is now whose node was lost; the same node, to try it again. It waits until there is an answer. */
  follow(sessionId: string, lost: string): Promise<NodeName>;
  /** Opens a connection to another node, in the name of the client. */
  open(node: string): Promise<Transport>;
}

const greetingId = 'emend-node-greeting';

/**
 * Returns the transport on which this node serves a client, while the sessions that other nodes have are served by those. A node that is
 * lost ends neither the connection nor its sessions: the client goes on with them where they are then.
 */
export function routedClient(client: Transport, links: NodeLinks): Transport {
  return new RoutedClient(client, links);
}

class RoutedClient implements Transport {
  readonly frames: FrameQueue;
  readonly #client: Transport;
  readonly #nodes: NodeLinks;
  readonly #router = new NodeRouter();
  readonly #links = new Map<string, Promise<Transport>>();
  /** The sessions that are looked for because their node was lost. */
  readonly #followed = new Set<string>();
  #greeting: string | undefined;
  #isOver = false;

  constructor(client: Transport, nodes: NodeLinks) {
    this.#client = client;
    this.#nodes = nodes;
    this.frames = new FrameQueue();
    void this.#read();
  }

  get isAway(): boolean {
    return this.#client.isAway === true;
  }

  send(frame: string): Promise<void> | undefined {
    return this.#act(this.#router.fromNode(undefined, frame));
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#client.close(), this.#closeLinks()]);
  }

  abort(): void {
    this.#isOver = true;
    this.#client.abort?.();
    void this.#closeLinks();
  }

  async #read(): Promise<void> {
    try {
      for await (const batch of this.#client.frames) for (const frame of batch) await this.#take(frame);
      this.frames.end();
    } catch (cause) {
      this.frames.fail(cause);
    } finally {
      this.#isOver = true;
      await this.#closeLinks();
    }
  }

  async #take(frame: Received): Promise<void> {
    if (typeof frame !== 'string') {
      this.frames.push([frame]);
      return;
    }
    // A client may introduce itself again; the latest introduction counts.
    if (frame.includes('"initialize"')) this.#greeting = frame;
    await this.#act(this.#router.fromClient(frame));
  }

  /** Does what the router has decided; returns a promise if the client or a node has no room. */
  #act(steps: readonly NodeStep[]): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const step of steps) {
      if (step.type === 'to-client') room = this.#client.send(step.frame) ?? room;
      else if (step.type === 'locate') void this.#locate(step.session);
      else if (step.type === 'follow') void this.#follow(step.session);
      else if (step.node === undefined) this.frames.push([step.frame]);
      else room = this.#sendTo(step.node, step.frame);
    }
    return room;
  }

  async #locate(session: string): Promise<void> {
    const node = await this.#nodes.locate(session).catch(() => undefined);
    await this.#act(this.#router.located(session, node));
  }

  async #sendTo(node: string, frame: string): Promise<void> {
    try {
      await (await this.#link(node)).send(frame);
    } catch (error) {
      this.#lose(node, error);
    }
  }

  #link(node: string): Promise<Transport> {
    const known = this.#links.get(node);
    if (known !== undefined) return known;
    const opening = this.#open(node);
    opening.catch(() => {});
    this.#links.set(node, opening);
    return opening;
  }

  /** Opens a connection, and introduces the client there as it has introduced itself here. */
  async #open(node: string): Promise<Transport> {
    const link = await this.#nodes.open(node);
    if (this.#isOver) await link.close();
    const greeted = new Promise<void>((resolve, reject) => void this.#readFrom(node, link, resolve, reject));
    // If sending fails, nobody waits for the answer.
    greeted.catch(() => {});
    await link.send(JSON.stringify({ ...JSON.parse(this.#greeting ?? '{}'), id: greetingId }));
    await greeted;
    return link;
  }

  async #readFrom(
    node: string,
    link: Transport,
    onGreeted: () => void,
    onFailed: (cause: unknown) => void,
  ): Promise<void> {
    let cause: unknown;
    let isGreeted = false;
    try {
      for await (const batch of link.frames) {
        for (const frame of batch) {
          if (typeof frame !== 'string') continue;
          if (isGreeted) await this.#act(this.#router.fromNode(node, frame));
          else if (frame.includes(greetingId)) {
            isGreeted = true;
            onGreeted();
          }
        }
      }
    } catch (error) {
      cause = error;
    }
    const lost = cause ?? new ConnectionError('ended', 'The connection to the other node has ended.');
    onFailed(lost);
    this.#lose(node, lost);
  }

  #lose(node: string, cause: unknown): void {
    const link = this.#links.get(node);
    if (link === undefined || this.#isOver) return;
    this.#links.delete(node);
    void link.then((open) => open.close()).catch(() => {});
    const why = cause instanceof Error ? cause.message : String(cause);
    void this.#act(this.#router.nodeLost(node, `The machine that had this session cannot be reached: ${why}`));
  }

  async #follow(session: string): Promise<void> {
    const lost = this.#router.nodeOf(session);
    // What the client sends meanwhile fails, and is no reason to look for the session twice.
    if (lost === undefined || this.#followed.has(session)) return;
    this.#followed.add(session);
    try {
      const node = await this.#nodes.follow(session, lost);
      this.#followed.delete(session);
      if (!this.#isOver) await this.#act(this.#router.moved(session, node));
    } catch {
      this.#followed.delete(session);
      this.#router.forget(session);
    }
  }

  async #closeLinks(): Promise<void> {
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map((link) => link.then((open) => open.close()).catch(() => {})));
  }
}
