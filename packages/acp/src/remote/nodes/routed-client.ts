import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { nextPause } from '../../jsonrpc/retry-pause.ts';
import { partlyRun } from '../../jsonrpc/rpc-error.ts';
import { FrameQueue, rewrittenFrames } from '../../transport/frame-queue.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import { type Clock, platformClock } from '../wire/clock.ts';
import type { Rewrite } from './node-channel.ts';
import { NodeRouter, type NodeStep } from './node-router.ts';
import { memberOf, parsed } from './routed-message.ts';
import type { NodeName } from './routed-session.ts';

/** How a client that is connected to this node reaches sessions of other nodes. */
export interface NodeLinks {
  /** Returns the name of the node that has a session; `undefined` if this one has it, or may have it. */
  locate(sessionId: string): Promise<NodeName>;
  /** Returns where a session is now whose node was lost; the same node, to try it again. It waits until there is an answer, or the signal aborts. */
  follow(sessionId: string, lost: NodeName, signal?: AbortSignal): Promise<NodeName>;
  /** Opens a connection to another node, in the name of the client. */
  open(node: string): Promise<LinkTransport>;
  /** Calls back whenever this node has lost all of its sessions, or the one that is named, until the returned function is called. */
  onLost?(listener: (sessionId?: string) => void): () => void;
}

/** A connection to another node. */
export interface LinkTransport extends Transport {
  /** Resolves when it is over. `slow`: the other node has given up on the client, which does not read what it is sent. */
  readonly closed?: Promise<'ended' | 'slow'>;
  /** Is set to be called when a message has arrived that erases words of earlier ones. */
  onErased?: ((eraser: () => Rewrite, frame: string) => void) | undefined;
}

/** The transport on which this node serves a client. */
interface RoutedTransport extends Transport {
  /** Returns whether another node has a session. */
  isElsewhere(sessionId: string): boolean;
}

const greetingId = 'emend-node-greeting';

/** A connection to a node that is opened or open. There may be another one to the same node when it is lost. */
interface OpenLink {
  readonly node: string;
  /** Resolves when the client was introduced there. */
  readonly transport: Promise<Transport>;
  /** Whether the other node has answered, so that it may work on what it is sent. */
  isGreeted: boolean;
}

/**
 * Returns the transport on which this node serves a client, while the sessions that other nodes have are served by those. A node that is
 * lost ends neither the connection nor its sessions: the client goes on with them where they are then.
 */
export function routedClient(client: Transport, links: NodeLinks, clock: Clock = platformClock): RoutedTransport {
  return new RoutedClient(client, links, clock);
}

class RoutedClient implements RoutedTransport {
  readonly frames: FrameQueue;
  readonly #client: Transport;
  readonly #nodes: NodeLinks;
  readonly #clock: Clock;
  readonly #router = new NodeRouter();
  readonly #links = new Map<string, OpenLink>();
  /** The sessions that are looked for because their node was lost. */
  readonly #followed = new Set<string>();
  /** How long was waited before a session was tried again that could not be opened. */
  readonly #pauses = new Map<string, number>();
  readonly #stopListening: (() => void) | undefined;
  #greeting: string | undefined;
  readonly #over = new AbortController();

  constructor(client: Transport, nodes: NodeLinks, clock: Clock) {
    this.#client = client;
    this.#nodes = nodes;
    this.#clock = clock;
    this.frames = new FrameQueue();
    this.#stopListening = nodes.onLost?.((session) => void this.#act(this.#router.lostHere(session)));
    void this.#read();
  }

  send(frame: string): Promise<void> | undefined {
    return this.#act(this.#router.fromNode(undefined, frame));
  }

  isElsewhere(sessionId: string): boolean {
    return this.#router.nodeOf(sessionId) !== undefined;
  }

  rewrite(replace: Rewrite): void {
    this.#client.rewrite?.(replace);
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all([this.#client.close(), this.#closeLinks()]);
  }

  abort(): void {
    this.#over.abort();
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
      this.#over.abort();
      await this.#closeLinks();
    }
  }

  async #take(frame: Received): Promise<void> {
    if (typeof frame !== 'string') {
      this.frames.push([frame]);
      return;
    }
    // A client may introduce itself again; the latest introduction counts.
    if (frame.includes('"initialize"') && memberOf(parsed(frame), 'method') === 'initialize') this.#greeting = frame;
    await this.#act(this.#router.fromClient(frame));
  }

  /** Does what the router has decided; returns a promise if the client or a node has no room. */
  #act(steps: readonly NodeStep[]): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const step of steps) {
      if (step.type === 'to-client') room = this.#client.send(step.frame) ?? room;
      else if (step.type === 'locate') void this.#locate(step.session);
      else if (step.type === 'follow') void this.#follow(step.session, step.isAgain === true);
      else if (step.node === undefined) this.frames.push([step.frame]);
      else room = this.#sendTo(step.node, step.frame);
    }
    return room;
  }

  /** Does it, and waits for room; a client that has left needs none. */
  async #finish(steps: readonly NodeStep[]): Promise<void> {
    await this.#act(steps)?.catch(() => {});
  }

  async #locate(session: string): Promise<void> {
    const node = await this.#nodes.locate(session).catch(() => undefined);
    await this.#finish(this.#router.located(session, node));
  }

  async #sendTo(node: string, frame: string): Promise<void> {
    const link = this.#link(node);
    try {
      const open = await link.transport;
      if (!this.#isOver) await open.send(frame);
    } catch (error) {
      this.#lose(link, error);
    }
  }

  #link(node: string): OpenLink {
    const known = this.#links.get(node);
    if (known !== undefined) return known;
    const link: OpenLink = { node, isGreeted: false, transport: Promise.resolve().then(() => this.#open(link)) };
    link.transport.catch(() => {});
    this.#links.set(node, link);
    return link;
  }

  /** Opens a connection, and introduces the client there as it has introduced itself here. */
  async #open(link: OpenLink): Promise<Transport> {
    const transport = await this.#nodes.open(link.node);
    if (this.#isOver) await transport.close();
    void transport.closed?.then((how) => how === 'slow' && this.abort());
    const greeted = new Promise<void>((resolve, reject) => void this.#readFrom(link, transport, resolve, reject));
    // If sending fails, nobody waits for the answer.
    greeted.catch(() => {});
    await transport.send(JSON.stringify({ ...JSON.parse(this.#greeting ?? '{}'), id: greetingId }));
    await greeted;
    return transport;
  }

  async #readFrom(
    link: OpenLink,
    transport: LinkTransport,
    onGreeted: () => void,
    onFailed: (cause: unknown) => void,
  ): Promise<void> {
    const { node } = link;
    let cause: unknown;
    let inHand: Received[] = [];
    transport.onErased = (eraser, frame) => {
      inHand = rewrittenFrames(inHand, eraser());
      // A node that had the session before may repeat, late, what the client was told by the one that has it now.
      if (this.#router.isAt(node, frame)) this.#client.rewrite?.(eraser());
    };
    try {
      for await (const batch of transport.frames) {
        inHand = [...batch];
        for (let frame = inHand.shift(); frame !== undefined; frame = inHand.shift()) {
          if (typeof frame !== 'string') continue;
          // Also when the client has left: it is closed once it is open.
          if (!link.isGreeted) {
            link.isGreeted = frame.includes(greetingId);
            if (link.isGreeted) onGreeted();
            continue;
          }
          // What was not read when it was lost is repeated on the next one.
          if (this.#links.get(node) !== link) break;
          await this.#finish(this.#router.fromNode(node, frame));
        }
      }
    } catch (error) {
      cause = error;
    }
    const lost = cause ?? new ConnectionError('ended', 'The connection to the other node has ended.');
    onFailed(lost);
    this.#lose(link, lost);
  }

  #lose(link: OpenLink, cause: unknown): void {
    const { node, transport } = link;
    if (this.#links.get(node) !== link || this.#isOver) return;
    this.#links.delete(node);
    void transport.then((open) => open.close()).catch(() => {});
    const why = cause instanceof Error ? cause.message : String(cause);
    const told = `The machine that has this session cannot be reached. ${why}`;
    const ofPrompts = `${told} ${partlyRun}`;
    void this.#act(
      this.#router.nodeLost(node, `${told} Try again in a moment.`, link.isGreeted ? ofPrompts : undefined),
    );
  }

  async #follow(session: string, isAgain: boolean): Promise<void> {
    // What the client sends meanwhile fails, and is no reason to look for the session twice.
    if (this.#followed.has(session)) return;
    this.#followed.add(session);
    // Until it could be opened, the pauses grow; the first look after that is at once.
    const pause = isAgain ? nextPause(this.#pauses.get(session)) : undefined;
    if (pause === undefined) this.#pauses.delete(session);
    else this.#pauses.set(session, pause);
    try {
      if (pause !== undefined) await new Promise<void>((resolve) => void this.#clock.after(pause, resolve));
      const node = await this.#nodes.follow(session, this.#router.nodeOf(session), this.#over.signal);
      this.#followed.delete(session);
      if (!this.#isOver) await this.#finish(this.#router.moved(session, node));
    } catch {
      this.#followed.delete(session);
      this.#pauses.delete(session);
      this.#router.forget(session);
    }
  }

  async #closeLinks(): Promise<void> {
    this.#stopListening?.();
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map(({ transport }) => transport.then((open) => open.close()).catch(() => {})));
  }
}
