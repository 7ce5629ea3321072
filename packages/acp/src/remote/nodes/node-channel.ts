import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import { DEFAULT_HIGH_WATER, hasRoom, type Transport } from '../../transport/transport.ts';

/** Takes erased words out of a frame: undefined leaves it as it is, and null takes it away. */
export type Rewrite = (frame: string) => string | null | undefined;

/** Returns what takes out of earlier frames what a frame erases, anew for each queue; undefined if the frame erases nothing. */
export type EraserIn = (frame: string) => (() => Rewrite) | undefined;

/** What a channel needs of its link. */
interface ChannelLink {
  /** Sends a message; returns a promise if the link has no room. */
  send(channel: number, frame: string): Promise<void> | undefined;
  /** Tells the other side to wait with messages, or to go on. */
  tell(channel: number, what: 'full' | 'room'): void;
  /** Tells the other side that the channel is over, and forgets it. */
  end(channel: number, reason: string): void;
  /** Rewrites what waits for the other side. */
  rewrite(channel: number, replace: Rewrite): void;
}

/** The most text that waits for the reader of a channel, in UTF-16 units; the other side was told to wait long before. */
const mostUnread = 16 * 1024 * 1024;

/** The messages of one client on a link between two nodes: it has a queue of its own, so that a slow reader holds up nobody else. */
export class NodeChannel implements Transport {
  readonly frames: FrameQueue;
  /** Resolves when the channel is over. `slow`: its reader did not keep up, and the other side has given up on it. */
  readonly closed: Promise<'ended' | 'slow'>;
  /** Called when a message has arrived that erases words of earlier ones, with the message; those that were not read are without them. */
  onErased: ((eraser: () => Rewrite, frame: string) => void) | undefined;
  readonly #number: number;
  readonly #link: ChannelLink;
  /** Whether the other side was told to wait. */
  #isFull = false;
  /** Open while the other side wants no more. */
  #wait: Gate | undefined;
  #isOver = false;
  #resolveClosed!: (how: 'ended' | 'slow') => void;

  constructor(number: number, link: ChannelLink) {
    this.#number = number;
    this.#link = link;
    this.frames = new FrameQueue(() => this.#hasRead(), 'rewritable');
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  send(frame: string): Promise<void> | undefined {
    if (this.#isOver) return rejected(new ConnectionError('ended', 'The connection between the nodes has ended.'));
    return this.#link.send(this.#number, frame) ?? this.#wait?.promise;
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#link.end(this.#number, 'It was closed.');
    this.#finish('ended');
    this.frames.end();
  }

  abort(): void {
    void this.close();
  }

  rewrite(replace: Rewrite): void {
    this.#link.rewrite(this.#number, replace);
  }

  /** Takes a message of the other side, and with it what takes out what it erases. */
  take(frame: string, eraser?: () => Rewrite): void {
    if (eraser !== undefined) {
      this.frames.rewrite(eraser());
      this.onErased?.(eraser, frame);
    }
    this.frames.push([frame]);
    if (this.#isFull ? this.frames.size <= mostUnread : hasRoom(this.frames.size, DEFAULT_HIGH_WATER)) return;
    if (this.#isFull) {
      this.#link.end(this.#number, 'Too much waits for the client.');
      this.over('Too much waits for the client.');
      return;
    }
    this.#isFull = true;
    this.#link.tell(this.#number, 'full');
  }

  /** The other side wants no more messages for now, or wants them again. */
  told(what: 'full' | 'room'): void {
    if (what === 'full') this.#wait ??= new Gate();
    else {
      this.#wait?.open();
      this.#wait = undefined;
    }
  }

  /** One side has ended the channel; if its reader was behind, because of that. */
  over(reason: string): void {
    this.#fail(this.#isFull ? 'slow' : 'ended', reason);
  }

  /** The link is lost, and with it the channel. */
  lost(reason: string): void {
    this.#fail('ended', reason);
  }

  #fail(how: 'ended' | 'slow', reason: string): void {
    if (this.#isOver) return;
    this.#finish(how);
    this.frames.fail(new ConnectionError('ended', reason));
  }

  #finish(how: 'ended' | 'slow'): void {
    this.#isOver = true;
    this.#wait?.fail(new ConnectionError('ended', 'The connection between the nodes has ended.'));
    this.#resolveClosed(how);
  }

  #hasRead(): void {
    if (!this.#isFull || this.#isOver) return;
    this.#isFull = false;
    this.#link.tell(this.#number, 'room');
  }
}
