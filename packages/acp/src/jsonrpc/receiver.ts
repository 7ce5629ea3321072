import type { Transport } from '../transport/transport.ts';
import type { Hold, Holder } from './hold.ts';
import type { Inbox, Waiting } from './inbox.ts';
import { type Amount, type PeerLimits, reaches } from './limits.ts';

/** Handles what a {@link Receiver} reads. */
export interface ReceivedHandler {
  /** Handles one frame; a hold asks to wait before the next. */
  handle(item: Waiting): Hold | undefined;
  /** Whether the holder waits for something that the peer still has to send, so that reading must go on. */
  mustReadOn(holder: Holder): boolean;
  /** Looks at a frame that waits behind a holder. Returns what goes on waiting in its place, or nothing if it has been handled. */
  lookAhead(holder: Holder, item: Waiting): Waiting | undefined;
}

/** Callbacks of a {@link Receiver}. */
interface ReceiverListener {
  /** Called when more waits than the hard limit allows. */
  onOverrun(): void;
  /** Called if handling itself fails, which is a bug: nothing further can be handled. */
  onFailure(cause: unknown): void;
  /** Called when nothing more will arrive; what has arrived may still wait. */
  onEnd(failure: { readonly cause: unknown } | undefined): void;
  /** Called after the end for whatever still holds up the queue: what it waits for will never come. */
  onHeldAtEnd(holder: Holder): void;
  /** Called when nothing more will arrive and everything has been handled. */
  onDrained(): void;
}

/** Reads frames and has them handled one after another, reading no faster than they are handled. */
export class Receiver {
  readonly #transport: Transport;
  readonly #handler: ReceivedHandler;
  readonly #listener: ReceiverListener;
  readonly #limits: PeerLimits;
  readonly #inbox: Inbox;
  /** Half of the hard limit: the other half is for what must be read on for. */
  readonly #lookAheadLimit: Amount;
  #hold: Hold | undefined;
  #pumping = false;
  #ended = false;
  #stopped = false;
  #wakeReader: (() => void) | undefined;
  #idlers: (() => void)[] = [];

  constructor(
    transport: Transport,
    limits: PeerLimits,
    inbox: Inbox,
    handler: ReceivedHandler,
    listener: ReceiverListener,
  ) {
    this.#transport = transport;
    this.#limits = limits;
    this.#inbox = inbox;
    this.#handler = handler;
    this.#listener = listener;
    const { messages, size } = limits.hardQueue;
    this.#lookAheadLimit = { messages: messages / 2, size: size / 2 };
  }

  /** What holds up the queue now. */
  get holder(): Holder | undefined {
    return this.#hold?.holder;
  }

  /** Whether nothing more will be handled. */
  get isDrained(): boolean {
    return this.#stopped || (this.#ended && this.#isIdle());
  }

  /** Reads until the end. */
  async run(): Promise<void> {
    let failure: { readonly cause: unknown } | undefined;
    try {
      for await (const batch of this.#transport.frames) {
        if (this.#stopped) break;
        this.#inbox.push(batch);
        this.#pump();
        if (this.#hold !== undefined) this.#attempt(() => this.#lookAhead());
        if (reaches(this.#inbox, this.#limits.queue)) await this.#room();
        if (this.#stopped) break;
      }
    } catch (cause) {
      failure = { cause };
    }
    this.#ended = true;
    if (this.#stopped) return;
    this.#listener.onEnd(failure);
    if (this.#hold !== undefined) this.#listener.onHeldAtEnd(this.#hold.holder);
    this.#settleDown();
  }

  /** Checks again whether reading must go on. */
  reconsider(): void {
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }

  /** Resolves when nothing waits to be handled. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  /** Drops what waits and handles nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#inbox.clear();
    this.reconsider();
    this.#settleDown();
  }

  async #room(): Promise<void> {
    while (!this.#stopped && reaches(this.#inbox, this.#limits.queue)) {
      const { holder } = this;
      if (holder !== undefined && this.#handler.mustReadOn(holder)) {
        if (reaches(this.#inbox, this.#limits.hardQueue)) this.#listener.onOverrun();
        return;
      }
      if (this.#looksAhead(holder) && !reaches(this.#inbox, this.#lookAheadLimit)) return;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    this.#attempt(() => this.#handleAll());
    this.#pumping = false;
    if (!reaches(this.#inbox, this.#limits.queue)) this.reconsider();
    this.#settleDown();
  }

  /** A failure in here must neither leave the queue stuck nor end the program: it ends the connection. */
  #attempt(step: () => void): void {
    try {
      step();
    } catch (cause) {
      this.#listener.onFailure(cause);
    }
  }

  #handleAll(): void {
    while (this.#hold === undefined && !this.#stopped) {
      const item = this.#inbox.shift();
      if (item === undefined) break;
      const hold = this.#handler.handle(item);
      if (hold !== undefined) this.#wait(hold);
    }
  }

  #wait(hold: Hold): void {
    this.#hold = hold;
    this.#lookAhead();
    if (this.#ended) this.#listener.onHeldAtEnd(hold.holder);
    hold.released.then(
      () => {
        this.#hold = undefined;
        this.#pump();
      },
      (cause: unknown) => this.#listener.onFailure(cause),
    );
  }

  #looksAhead(holder: Holder | undefined): holder is Holder {
    return holder === 'running' || (holder !== undefined && this.#handler.mustReadOn(holder));
  }

  #lookAhead(): void {
    const { holder } = this;
    if (!this.#looksAhead(holder)) return;
    const purpose = holder === 'running' ? 'running' : 'handler';
    this.#inbox.lookAhead(purpose, (item) => this.#handler.lookAhead(holder, item));
  }

  #isIdle(): boolean {
    return this.#stopped || (this.#hold === undefined && this.#inbox.messages === 0);
  }

  #settleDown(): void {
    if (!this.#isIdle()) return;
    const idlers = this.#idlers;
    this.#idlers = [];
    for (const wake of idlers) wake();
    if (this.#ended && !this.#stopped) this.#listener.onDrained();
  }
}
