import { Gate, rejected } from '../transport/gate.ts';
import type { Transport } from '../transport/transport.ts';
import { type Amount, reaches } from './limits.ts';

/** Callbacks of a {@link FrameSender}. */
interface FrameSenderListener {
  /** Called when the transport has refused a frame; nothing more will be sent. */
  onFailure(cause: unknown): void;
  /** Called when more than the limit waits to be sent. */
  onOverrun(): void;
}

/** Gives frames to a transport in order, and buffers those for which it has no room yet. */
export class FrameSender {
  readonly #transport: Transport;
  readonly #limit: Amount;
  readonly #listener: FrameSenderListener;
  readonly #whenBroken: 'reject' | 'discard';
  #waiting: string[] = [];
  #next = 0;
  #size = 0;
  #room: Gate | undefined;
  #failure: { readonly cause: unknown } | undefined;
  #isDiscarding = false;

  /** Once the transport has failed, `send` rejects, or discards its frames if `whenBroken` says so. */
  constructor(
    transport: Transport,
    limit: Amount,
    listener: FrameSenderListener,
    whenBroken: 'reject' | 'discard' = 'reject',
  ) {
    this.#transport = transport;
    this.#limit = limit;
    this.#listener = listener;
    this.#whenBroken = whenBroken;
  }

  /** Sends a frame. Returns a promise if there is no room: it resolves when there is, and rejects if sending has failed. */
  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined) return this.#refusal;
    const room = this.#room;
    if (room === undefined) return this.#pass(frame);
    this.#waiting.push(frame);
    this.#size += frame.length;
    if (reaches(this.unsent, this.#limit)) this.#listener.onOverrun();
    return room.promise;
  }

  /** The amount that waits for the transport. */
  get unsent(): Amount {
    return { messages: this.#waiting.length - this.#next, size: this.#size };
  }

  /** Resolves when the transport has taken everything and has room again; `undefined` if it has. */
  get room(): Promise<void> | undefined {
    return this.#failure === undefined ? this.#room?.promise : this.#refusal;
  }

  /** Replaces frames that wait here or in the transport; null takes one away. */
  rewrite(replace: (frame: string) => string | null | undefined): void {
    this.#transport.rewrite?.(replace);
    this.#waiting = this.#waiting.slice(this.#next).flatMap((frame) => {
      const other = replace(frame);
      return other === null ? [] : [other ?? frame];
    });
    this.#next = 0;
    this.#size = this.#waiting.reduce((size, frame) => size + frame.length, 0);
  }

  /** Gives everything to the transport without waiting, because it is about to be closed. */
  handOver(): void {
    const frames = this.#waiting.slice(this.#next);
    this.#forget();
    if (this.#failure === undefined) for (const frame of frames) this.#give(frame)?.catch(() => {});
    this.#room?.open();
    this.#room = undefined;
  }

  /** Drops the buffer; its senders and later ones are rejected. */
  fail(cause: unknown): void {
    this.#isDiscarding = false;
    if (this.#failure !== undefined) return;
    this.#failure = { cause };
    this.#forget();
    this.#room?.fail(cause);
    this.#room = undefined;
  }

  /** Drops the buffer and all later frames; senders are rejected unless their frames are to be discarded. */
  break(cause: unknown): void {
    if (this.#failure === undefined && this.#whenBroken === 'discard') {
      this.#failure = { cause };
      this.#isDiscarding = true;
      this.#forget();
      this.#room?.open();
      this.#room = undefined;
    } else if (this.#failure === undefined) this.fail(cause);
  }

  get #refusal(): Promise<void> | undefined {
    return this.#isDiscarding ? undefined : rejected(this.#failure?.cause);
  }

  #pass(frame: string): Promise<void> | undefined {
    const wait = this.#give(frame);
    if (wait === undefined) return undefined;
    this.#room ??= new Gate();
    wait.then(
      () => this.#resume(),
      (cause: unknown) => {
        this.break(cause);
        this.#listener.onFailure(cause);
      },
    );
    return this.#room.promise;
  }

  /** A transport that throws has refused the frame, like one that rejects. */
  #give(frame: string): Promise<void> | undefined {
    try {
      return this.#transport.send(frame);
    } catch (cause) {
      return rejected(cause);
    }
  }

  #resume(): void {
    const room = this.#room;
    if (room === undefined) return;
    while (this.#next < this.#waiting.length) {
      const frame = this.#waiting[this.#next] as string;
      this.#next += 1;
      this.#size -= frame.length;
      if (this.#pass(frame) !== undefined) return;
    }
    this.#forget();
    this.#room = undefined;
    room.open();
  }

  #forget(): void {
    this.#waiting = [];
    this.#next = 0;
    this.#size = 0;
  }
}
