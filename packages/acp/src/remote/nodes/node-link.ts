import { FrameSender } from '../../jsonrpc/frame-sender.ts';
import type { Transport } from '../../transport/transport.ts';
import { type Clock, platformClock } from '../wire/clock.ts';
import { type EraserIn, NodeChannel } from './node-channel.ts';
import {
  envelopeText,
  type NodeEnvelope,
  nodeGreeting,
  nodeWelcome,
  readEnvelope,
  rewrittenEnvelope,
} from './node-envelope.ts';
import { NodeOutbox } from './node-outbox.ts';

/** Options of {@link NodeLink}. */
interface NodeLinkOptions {
  /** Called for a client that the other node passes on. */
  readonly onGuest?: (channel: NodeChannel, principal: string) => void;
  /** After how many seconds without a sign of life the other node is given up; never by default. */
  readonly silence?: number;
  /** Finds out what a message erases, so that it is taken out of what waits here for the same client. */
  readonly eraserIn?: EraserIn | undefined;
  /** Called when the connection has failed, with the reason; the channels are told no addresses. */
  readonly onFailure?: (reason: string) => void;
  readonly clock?: Clock;
}

/** The longest message between nodes, in bytes: far more than that of a client, so that nobody ends the connection that all use. */
export const MAX_NODE_FRAME_BYTES = 256 * 1024 * 1024;

/** How long a node tries to reach another one that it had reached before, in milliseconds. */
export const NODE_PATIENCE = 5_000;

/** The most that may wait for the other node: large messages of several clients. Clients are told to wait long before. */
const mostUnsent = { messages: 1_000_000, size: MAX_NODE_FRAME_BYTES };

/**
 * A connection between two nodes that carries the messages of many clients, each on a channel of its own. A message for several clients of the
 * other node is sent once.
 */
export class NodeLink {
  /** Resolves when the other node has given a sign of life, or the link is over. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the link is lost or closed; its channels are over then. */
  readonly closed: Promise<string>;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #onGuest: NodeLinkOptions['onGuest'];
  readonly #eraserIn: EraserIn | undefined;
  readonly #onFailure: NodeLinkOptions['onFailure'];
  readonly #sender: FrameSender;
  readonly #outbox: NodeOutbox;
  readonly #channels = new Map<number, NodeChannel>();
  #opened = 0;
  #isOver = false;
  #silentFor = 0;
  #stopWatch = () => {};
  #resolveReady!: () => void;
  #resolveClosed!: (reason: string) => void;

  constructor(
    transport: Transport,
    { onGuest, silence, eraserIn, onFailure, clock = platformClock }: NodeLinkOptions = {},
  ) {
    this.#transport = transport;
    this.#clock = clock;
    this.#onGuest = onGuest;
    this.#eraserIn = eraserIn;
    this.#onFailure = onFailure;
    this.#sender = new FrameSender(transport, mostUnsent, {
      onFailure: (cause) => this.#fail(cause),
      onOverrun: () => this.#lose('The other node does not read what it is sent.'),
    });
    this.#outbox = new NodeOutbox((channels, frame) => this.#post({ type: 'frame', channels, frame }), clock);
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    if (silence !== undefined) this.#watch(silence);
    void this.#read();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** How many clients use the link. */
  get channels(): number {
    return this.#channels.size;
  }

  /** Passes a client on to the other node, which takes it for this principal. */
  open(principal: string): NodeChannel {
    this.#opened += 1;
    const number = this.#opened;
    this.#tell({ type: 'open', channel: number, principal });
    const channel = this.#add(number);
    if (this.#isOver) {
      this.#channels.clear();
      channel.lost('The connection between the nodes has ended.');
    }
    return channel;
  }

  /** Ends the link and its channels. */
  async close(): Promise<void> {
    this.#outbox.flush();
    this.#lose('The connection between the nodes was closed.');
  }

  #add(number: number): NodeChannel {
    const channel = new NodeChannel(number, {
      send: (to, frame) => this.#send(to, frame),
      tell: (to, type) => this.#tell({ type, channel: to }),
      end: (to, reason) => {
        this.#channels.delete(to);
        this.#tell({ type: 'end', channel: to, reason });
      },
      rewrite: (to, replace) => {
        // In the order of the messages: the first one that is left may hold the place of the others.
        this.#sender.rewrite((text) => rewrittenEnvelope(text, to, replace));
        this.#outbox.rewrite(to, replace);
      },
    });
    this.#channels.set(number, channel);
    return channel;
  }

  #send(channel: number, frame: string): Promise<void> | undefined {
    this.#outbox.add(channel, frame);
    // There is nobody to share a message with.
    if (this.#channels.size === 1) this.#outbox.flush();
    return this.#sender.room;
  }

  /** Sends what is no message of a client, behind all messages before it. */
  #tell(envelope: NodeEnvelope): void {
    this.#outbox.flush();
    this.#post(envelope);
  }

  #post(envelope: NodeEnvelope): void {
    // What cannot be sent fails the link, which tells all channels.
    if (!this.#isOver) this.#sender.send(envelopeText(envelope))?.catch(() => {});
  }

  async #read(): Promise<void> {
    try {
      for await (const batch of this.#transport.frames) {
        this.#silentFor = 0;
        this.#resolveReady();
        for (const frame of batch) {
          if (frame === nodeGreeting) this.#sender.send(nodeWelcome)?.catch(() => {});
          else if (typeof frame === 'string') this.#take(readEnvelope(frame));
          // Whoever waits for what was in it would wait for ever.
          else throw new Error(`It has sent a message of ${frame.size} bytes that cannot be read (${frame.problem}).`);
        }
      }
      this.#lose('The other node has closed the connection.');
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #take(envelope: NodeEnvelope | undefined): void {
    if (envelope === undefined || this.#isOver) return;
    if (envelope.type === 'frame') {
      const eraser = this.#eraserIn?.(envelope.frame);
      for (const to of envelope.channels) this.#channels.get(to)?.take(envelope.frame, eraser);
    } else if (envelope.type === 'ping') this.#tell({ type: 'pong' });
    else if (envelope.type === 'open') this.#onGuest?.(this.#add(envelope.channel), envelope.principal);
    else if (envelope.type === 'end') {
      const channel = this.#channels.get(envelope.channel);
      this.#channels.delete(envelope.channel);
      channel?.over(envelope.reason);
    } else if (envelope.type === 'full' || envelope.type === 'room')
      this.#channels.get(envelope.channel)?.told(envelope.type);
  }

  /** Counts seconds by their own timers: those in which this process did not run are none of the other node's silence. */
  #watch(silence: number): void {
    this.#stopWatch = this.#clock.after(1_000, () => {
      this.#silentFor += 1;
      if (this.#silentFor > silence) {
        const reason = `The other node has been silent for ${silence} s.`;
        this.#onFailure?.(reason);
        this.#lose(reason);
      } else {
        if (this.#silentFor > 1) this.#tell({ type: 'ping' });
        this.#watch(silence);
      }
    });
  }

  #fail(cause: unknown): void {
    if (!this.#isOver) this.#onFailure?.(cause instanceof Error ? cause.message : String(cause));
    this.#lose('The connection to it has failed.');
  }

  #lose(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopWatch();
    for (const channel of this.#channels.values()) channel.lost(reason);
    this.#channels.clear();
    this.#resolveReady();
    this.#resolveClosed(reason);
    // A node that is silent does not do its part of closing.
    const { abort } = this.#transport;
    this.#sender.handOver();
    void this.#transport.close().catch(() => {});
    this.#clock.after(closingPatience, () => abort?.call(this.#transport));
  }
}

const closingPatience = 5_000;
