import { FrameQueue } from './frame-queue.ts';
import { Gate, rejected } from './gate.ts';
import { DEFAULT_HIGH_WATER, hasRoom, type Transport } from './transport.ts';

/** Options of a memory pair. */
export interface MemoryPairOptions {
  /** The amount of unread text, in UTF-16 units, at which a sender is asked to wait. */
  readonly highWater?: number;
}

/** Returns two connected transports in memory: what one sends the other receives, and a slow reader makes the sender wait. */
export function memoryPair(options: MemoryPairOptions = {}): readonly [Transport, Transport] {
  const highWater = options.highWater ?? DEFAULT_HIGH_WATER;
  const there = new Lane(highWater);
  const back = new Lane(highWater);
  return [end(there, back), end(back, there)];
}

function end(outgoing: Lane, incoming: Lane): Transport {
  return {
    send: (frame) => outgoing.send(frame),
    frames: incoming.queue,
    rewrite: (replace) => outgoing.queue.rewrite(replace),
    async close() {
      outgoing.end();
      incoming.end();
    },
  };
}

class Lane {
  readonly queue: FrameQueue;
  readonly #highWater: number;
  #room: Gate | undefined;
  #ended = false;

  constructor(highWater: number) {
    this.#highWater = highWater;
    this.queue = new FrameQueue(() => this.#openRoom(), 'rewritable');
  }

  send(frame: string): Promise<void> | undefined {
    if (this.#ended) return rejected(new Error('The transport is closed.'));
    this.queue.push([frame]);
    if (hasRoom(this.queue.size, this.#highWater)) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  end(): void {
    this.#ended = true;
    this.queue.end();
    this.#openRoom();
  }

  #openRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }
}
