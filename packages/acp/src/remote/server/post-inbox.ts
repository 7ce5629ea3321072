import { FrameQueue } from '../../transport/frame-queue.ts';
import { hasRoom } from '../../transport/transport.ts';
import type { RemoteLimits } from '../wire/limits.ts';

/** What became of a request that was given to the inbox. `full`: too much waits already. */
type Outcome = 'taken' | 'full' | 'ended';

/** The messages of a client on their way to the agent. Requests wait while the agent has no room; everything else passes them. */
export class PostInbox {
  /** What the agent reads. */
  readonly queue: FrameQueue;
  readonly #limits: RemoteLimits;
  #held: { readonly frame: string; readonly resolve: (outcome: Outcome) => void }[] = [];
  #heldSize = 0;

  constructor(limits: RemoteLimits) {
    this.#limits = limits;
    this.queue = new FrameQueue(() => this.#handOn());
  }

  /** Hands on an answer or a notification. Returns false if the agent has left far too much unread. */
  pass(frame: string): boolean {
    this.queue.push([frame]);
    return this.queue.size <= 2 * this.#limits.maxFrameBytes;
  }

  /** Hands on a request as soon as there is room. */
  request(frame: string): Outcome | Promise<Outcome> {
    if (this.#held.length === 0 && this.#hasRoom()) {
      this.queue.push([frame]);
      return 'taken';
    }
    const { maxFrameBytes, requests } = this.#limits;
    if (this.#held.length >= requests || (this.#heldSize > 0 && this.#heldSize + frame.length > maxFrameBytes)) {
      return 'full';
    }
    this.#heldSize += frame.length;
    return new Promise((resolve) => {
      this.#held.push({ frame, resolve });
    });
  }

  /** Ends what the agent reads, after what was handed on. */
  end(): void {
    this.queue.end();
    for (const { resolve } of this.#held) resolve('ended');
    this.#held = [];
  }

  #hasRoom(): boolean {
    return hasRoom(this.queue.size, this.#limits.highWater);
  }

  #handOn(): void {
    while (this.#held.length > 0 && this.#hasRoom()) {
      const next = this.#held.shift();
      if (next === undefined) return;
      this.#heldSize -= next.frame.length;
      this.queue.push([next.frame]);
      next.resolve('taken');
    }
  }
}
