import type { Received } from '../transport/transport.ts';
import type { BatchAnswer } from './batch-answer.ts';
import type { Amount } from './limits.ts';

/** A frame that has been parsed already, or an entry of a batch. */
export interface ReadMessage {
  readonly value: unknown;
  /** The frame; `undefined` for the entry of a batch. */
  readonly text: string | undefined;
  /** Collects the answer to an entry of a batch. */
  readonly batch: BatchAnswer | undefined;
}

/** What waits to be handled: frames as they came, or parsed ahead of their turn. */
export type Waiting = Received | ReadMessage;

/** For whom waiting messages are looked at: the handler of a notification, or running requests, which also see what a handler has left. */
type LookedAtFor = 'handler' | 'running';

interface Segment {
  readonly items: Waiting[];
  at: number;
  lookedAt: LookedAtFor | undefined;
}

/** Returns whether a waiting item has been parsed already. */
export function isReadMessage(item: Waiting): item is ReadMessage {
  return typeof item === 'object' && 'value' in item;
}

/** The messages that were received and not yet handled, in order; they are parsed only when their turn comes. */
export class Inbox implements Amount {
  #segments: Segment[] = [];
  #first = 0;
  #messages = 0;
  #size = 0;

  /** The number of waiting messages. */
  get messages(): number {
    return this.#messages;
  }

  /** The length of their text. */
  get size(): number {
    return this.#size;
  }

  /** Adds frames at the end. */
  push(batch: readonly Received[]): void {
    this.#segments.push({ items: batch as Waiting[], at: 0, lookedAt: undefined });
    this.#messages += batch.length;
    for (const item of batch) this.#size += sizeOf(item);
  }

  /** Removes and returns the first item. */
  shift(): Waiting | undefined {
    let segment = this.#segments[this.#first];
    while (segment !== undefined && segment.at === segment.items.length) {
      this.#first += 1;
      if (this.#first > 64 && this.#first * 2 > this.#segments.length) {
        this.#segments = this.#segments.slice(this.#first);
        this.#first = 0;
      }
      segment = this.#segments[this.#first];
    }
    if (segment === undefined) {
      this.#segments = [];
      this.#first = 0;
      return undefined;
    }
    const item = segment.items[segment.at] as Waiting;
    segment.at += 1;
    this.#messages -= 1;
    this.#size -= sizeOf(item);
    return item;
  }

  /** Adds items at the front, in the given order. */
  unshift(items: readonly ReadMessage[]): void {
    const segment: Segment = { items: [...items], at: 0, lookedAt: undefined };
    if (this.#first > 0) {
      this.#first -= 1;
      this.#segments[this.#first] = segment;
    } else {
      this.#segments.unshift(segment);
    }
    this.#messages += items.length;
    for (const item of items) this.#size += sizeOf(item);
  }

  /** Calls `look` with every item it has not seen for the same purpose; it returns what waits in the item's place, or nothing. */
  lookAhead(purpose: LookedAtFor, look: (item: Waiting) => Waiting | undefined): void {
    // Items that were not seen yet are at the end, where they arrived, or at the very front, where they were put back.
    let from = this.#segments.length;
    while (from > this.#first && !isShown(this.#segments[from - 1] as Segment, purpose)) from -= 1;
    if (from > this.#first) this.#lookAt(this.#first, purpose, look);
    for (let index = from; index < this.#segments.length; index += 1) this.#lookAt(index, purpose, look);
  }

  /** Removes everything. */
  clear(): void {
    this.#segments = [];
    this.#first = 0;
    this.#messages = 0;
    this.#size = 0;
  }

  #lookAt(index: number, purpose: LookedAtFor, look: (item: Waiting) => Waiting | undefined): void {
    const segment = this.#segments[index] as Segment;
    if (isShown(segment, purpose)) return;
    const rest = segment.items.slice(segment.at);
    const kept = rest.map(look).filter((item) => item !== undefined);
    this.#messages -= rest.length - kept.length;
    for (const item of rest) this.#size -= sizeOf(item);
    for (const item of kept) this.#size += sizeOf(item);
    this.#segments[index] = { items: kept, at: 0, lookedAt: purpose };
  }
}

function isShown({ lookedAt }: Segment, purpose: LookedAtFor): boolean {
  return lookedAt === 'running' || lookedAt === purpose;
}

/** Returns the length of an item's text, as far as it is kept. */
export function sizeOf(item: Waiting): number {
  if (typeof item === 'string') return item.length;
  return 'value' in item ? (item.text?.length ?? 0) : item.head.length + item.tail.length;
}
