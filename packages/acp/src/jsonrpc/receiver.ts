import type { BrokenFrame, Transport } from '../transport/transport.ts';
import type { BatchAnswer } from './batch-answer.ts';
import type { HandlerContext } from './handler-context.ts';
import { Inbox, isReadMessage, type ReadMessage, type Waiting } from './inbox.ts';
import { type Amount, type PeerLimits, reaches } from './limits.ts';

/** Who holds up the queue: a notification's handler, the number of running requests, or code that awaits an answer. */
export type Holder = HandlerContext | 'running' | 'answer';

/** Nothing further is handled until `released` settles. */
export interface Hold {
  readonly holder: Holder;
  readonly released: Promise<void>;
}

/** Where a receiver delivers what arrives, in order. */
export interface Recipient {
  /** Handles one JSON value; a hold asks to wait before the next. */
  handleMessage(value: unknown, text: string | undefined, batch: BatchAnswer | undefined): Hold | undefined;
  /** Handles a frame that is not JSON. */
  handleText(text: string): void;
  /** Handles a frame the transport could not deliver. */
  handleBroken(frame: BrokenFrame): void;
  /** Whether reading must go on although the queue is full, because its holder waits for something that is still to come. */
  mustReadOn(holder: Holder | undefined): boolean;
  /** Whether what waits behind the holder is to be looked at; for that, reading may go on although the queue is full. */
  looksAhead(holder: Holder | undefined): boolean;
  /** Looks at what waits behind a holder who waits for an answer; returns what shall go on waiting. */
  lookAhead(holder: Holder, item: ReadMessage | BrokenFrame): ReadMessage | BrokenFrame | undefined;
  /** Nothing more will arrive: what a holder still waits for will never come. */
  giveUp(holder: Holder): void;
  /** The queue has passed the hard limit. */
  handleOverrun(): void;
  /** Something went wrong in handling what arrived, which is a mistake of ours: nothing further can be handled. */
  handleFailure(cause: unknown): void;
  /** Nothing more will arrive; what has arrived may still wait. */
  handleEnd(failure: { readonly cause: unknown } | undefined): void;
  /** Nothing more will arrive and everything has been handled. */
  handleDrained(): void;
}

/** Reads frames and has them handled one after another, reading no faster than they are handled. */
export class Receiver {
  readonly #transport: Transport;
  readonly #recipient: Recipient;
  readonly #limits: PeerLimits;
  readonly #inbox = new Inbox();
  /** Half of what may wait at most: the other half is for what somebody must read on for. */
  readonly #lookAheadLimit: Amount;
  #hold: Hold | undefined;
  #pumping = false;
  #ended = false;
  #stopped = false;
  #wakeReader: (() => void) | undefined;
  #idlers: (() => void)[] = [];

  constructor(transport: Transport, limits: PeerLimits, recipient: Recipient) {
    this.#transport = transport;
    this.#limits = limits;
    this.#recipient = recipient;
    const { messages, size } = limits.hardQueue;
    this.#lookAheadLimit = { messages: messages / 2, size: size / 2 };
  }

  /** The one who holds up the queue now. */
  get holder(): Holder | undefined {
    return this.#hold?.holder;
  }

  /** The amount that waits to be handled. */
  get waiting(): { readonly messages: number; readonly size: number } {
    return { messages: this.#inbox.messages, size: this.#inbox.size };
  }

  /** Reads until the end. */
  async run(): Promise<void> {
    let failure: { readonly cause: unknown } | undefined;
    try {
      for await (const batch of this.#transport.frames) {
        if (this.#stopped) break;
        this.#inbox.push(batch);
        this.#pump();
        this.#attempt(() => this.#lookAhead());
        await this.#room();
        if (this.#stopped) break;
      }
    } catch (cause) {
      failure = { cause };
    }
    this.#ended = true;
    if (this.#stopped) return;
    this.#recipient.handleEnd(failure);
    if (this.#hold !== undefined) this.#recipient.giveUp(this.#hold.holder);
    this.#settleDown();
  }

  /** Puts messages at the head of the queue. */
  putFirst(messages: readonly ReadMessage[]): void {
    this.#inbox.unshift(messages);
  }

  /** Has the question asked again whether reading must go on. */
  reconsider(): void {
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }

  /** Settles when nothing waits to be handled. */
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
      if (this.#recipient.mustReadOn(this.holder)) {
        if (reaches(this.#inbox, this.#limits.hardQueue)) this.#recipient.handleOverrun();
        return;
      }
      if (this.#recipient.looksAhead(this.holder) && !reaches(this.#inbox, this.#lookAheadLimit)) return;
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

  /** What goes wrong in here must neither leave the queue stuck nor end the program: it ends the connection. */
  #attempt(step: () => void): void {
    try {
      step();
    } catch (cause) {
      this.#recipient.handleFailure(cause);
    }
  }

  #handleAll(): void {
    while (this.#hold === undefined && !this.#stopped) {
      const item = this.#inbox.shift();
      if (item === undefined) break;
      const hold = this.#handle(item);
      if (hold !== undefined) this.#wait(hold);
    }
  }

  #handle(item: Waiting): Hold | undefined {
    if (typeof item === 'string') {
      let value: unknown;
      try {
        value = JSON.parse(item);
      } catch {
        this.#recipient.handleText(item);
        return undefined;
      }
      return this.#recipient.handleMessage(value, item, undefined);
    }
    if (isReadMessage(item)) return this.#recipient.handleMessage(item.value, item.text, item.batch);
    this.#recipient.handleBroken(item);
    return undefined;
  }

  #wait(hold: Hold): void {
    this.#hold = hold;
    this.#lookAhead();
    if (this.#ended) this.#recipient.giveUp(hold.holder);
    hold.released.then(
      () => {
        this.#hold = undefined;
        this.#pump();
      },
      (cause: unknown) => this.#recipient.handleFailure(cause),
    );
  }

  #lookAhead(): void {
    const holder = this.holder;
    if (holder === undefined || !this.#recipient.looksAhead(holder)) return;
    this.#inbox.lookAhead(holder === 'running' ? 'running' : 'handler', (item) => {
      if (typeof item !== 'string') return this.#recipient.lookAhead(holder, item);
      let value: unknown;
      try {
        value = JSON.parse(item);
      } catch {
        return item;
      }
      return this.#recipient.lookAhead(holder, { value, text: item, batch: undefined });
    });
  }

  #isIdle(): boolean {
    return this.#stopped || (this.#hold === undefined && this.#inbox.messages === 0);
  }

  #settleDown(): void {
    if (!this.#isIdle()) return;
    const idlers = this.#idlers;
    this.#idlers = [];
    for (const wake of idlers) wake();
    if (this.#ended && !this.#stopped) this.#recipient.handleDrained();
  }
}
