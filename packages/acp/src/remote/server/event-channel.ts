import { Gate } from '../../transport/gate.ts';
import { hasRoom } from '../../transport/transport.ts';
import { Outbox, replaceKept } from '../wire/outbox.ts';
import { eventText, keepAliveComment } from '../wire/sse-writer.ts';
import type { EventSink } from './http-exchange.ts';

/** The most text that is given to a reader in one write, in UTF-16 units. */
const WRITE_SIZE = 64 * 1024;

/** A reader that has taken everything for so many signs of life has it; one that is dead would have been replaced. */
const CONFIRMING_SIGNS = 12;

/** Takes the place of a kept frame whose words were erased. */
const ERASED = '';

/** The numbered events of one stream. Readers come and go; the events wait for them. */
export class EventChannel {
  readonly #outbox = new Outbox();
  readonly #highWater: number;
  /** The number of the last event that was written to the present reader, or to the one before it. */
  #written = 0;
  /** The highest number that was ever written. */
  #highest = 0;
  /** The number of the last event that an earlier reader is known to have. */
  #confirmed = 0;
  #unwrittenSize = 0;
  /** What was written at each of the last signs of life. */
  #marks: number[] = [];
  #stalled = 0;
  #isFinishing = false;
  #sink: EventSink | undefined;
  #hasBeenOpen = false;
  #isFull = false;
  #isFlushing = false;
  #room: Gate | undefined;
  #emptied: Gate | undefined;

  constructor(highWater: number) {
    this.#highWater = highWater;
  }

  /** Whether a reader is there. */
  get isOpen(): boolean {
    return this.#sink !== undefined;
  }

  /** Whether a reader is or was there. One that was cut off comes back. */
  get hasBeenOpen(): boolean {
    return this.#hasBeenOpen;
  }

  /** The size of all kept events, in UTF-16 units. */
  get size(): number {
    return this.#outbox.size;
  }

  /** The size of the events that no reader was given yet. */
  get unwrittenSize(): number {
    return this.#unwrittenSize;
  }

  /** Whether an event is kept that was written already. */
  get hasWritten(): boolean {
    return this.#outbox.first <= this.#written;
  }

  /** Adds an event. Returns a promise if there is no room, which resolves when there is. */
  add(frame: string): Promise<void> | undefined {
    this.#outbox.add(frame);
    this.#unwrittenSize += frame.length;
    this.#flushSoon();
    if (hasRoom(this.#unwrittenSize, this.#highWater)) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  /** Returns whether a reader that has the events up to `number` can be given the rest. */
  canContinueAfter(number: number): boolean {
    return number <= this.#highest && this.#outbox.canContinueAfter(number);
  }

  /**
   * Writes to this reader from now on, and ends the one before it. `after` is the number of the last event that the reader has; without it,
   * it gets what no reader was given yet. Returns how many events it gets again.
   */
  open(sink: EventSink, after: number | undefined, onClosed: () => void): number {
    const former = this.#sink;
    this.#sink = sink;
    former?.destroy();
    this.#hasBeenOpen = true;
    this.#isFull = false;
    this.#marks = [];
    this.#isFinishing = false;
    const repeated = after === undefined ? 0 : Math.max(0, this.#written - after);
    if (after !== undefined) {
      // A request that was delayed on its way may come after a later one, so that what only this one confirms is kept.
      this.#outbox.confirm(Math.min(this.#confirmed, after));
      this.#confirmed = after;
      this.#written = after;
      this.#measure();
    }
    sink.listen({
      onDrain: () => {
        if (this.#sink !== sink) return;
        this.#isFull = false;
        this.#flush();
      },
      onClosed: () => {
        if (this.#sink !== sink) return;
        this.#sink = undefined;
        onClosed();
      },
    });
    // Some runtimes send the headers with the first text only.
    sink.write(keepAliveComment);
    this.#flush();
    return repeated;
  }

  /**
   * Shows the reader that the stream is alive; called at regular intervals. Returns for how many intervals in a row there was no reader
   * although the sender has to wait for one.
   */
  keepAlive(): number {
    this.#stalled = this.#sink === undefined && !hasRoom(this.#unwrittenSize, this.#highWater) ? this.#stalled + 1 : 0;
    if (this.#isFull || this.#sink === undefined) return this.#stalled;
    this.#sink.write(keepAliveComment);
    this.#marks.push(this.#written);
    if (this.#marks.length > CONFIRMING_SIGNS) this.#outbox.confirm(this.#marks.shift() ?? 0);
    return 0;
  }

  /** Ends the stream once everything was written. A later reader opens it again. */
  finish(): void {
    this.#isFinishing = true;
  }

  /** Drops the oldest event that was written. Returns its size. */
  dropOldest(): number {
    const before = this.#outbox.size;
    this.#outbox.confirm(this.#outbox.first);
    return before - this.#outbox.size;
  }

  /** Returns the events that no reader was given, which are then gone from here. */
  takeUnwritten(): string[] {
    const frames: string[] = [];
    for (let number = this.#written + 1; number <= this.#outbox.last; number += 1) {
      frames.push(this.#outbox.frames.get(number) ?? ERASED);
    }
    this.#written = this.#highest = this.#outbox.last;
    this.#outbox.confirm(this.#written);
    this.#unwrittenSize = 0;
    this.#openRoom();
    return frames;
  }

  /** Replaces kept frames; null leaves an event without data. */
  rewrite(replace: (frame: string) => string | null | undefined): void {
    replaceKept(this.#outbox, (frame) => {
      const other = frame === ERASED ? undefined : replace(frame);
      return other === null ? ERASED : other;
    });
    this.#measure();
  }

  /** Resolves when everything was written. A reader that is not there is waited for only if it was there before and `patience` says so. */
  async written(patience: 'for-readers' | 'none'): Promise<void> {
    this.#flush();
    const isAwaited = this.isOpen || (patience === 'for-readers' && this.#hasBeenOpen);
    if (!isAwaited || (this.#written === this.#outbox.last && !this.#isFull)) return;
    this.#emptied ??= new Gate();
    await this.#emptied.promise;
  }

  /** Ends the stream after what was written. */
  end(): void {
    this.#sink?.end();
    this.#release();
  }

  /** Ends the stream at once. */
  destroy(): void {
    this.#sink?.destroy();
    this.#release();
  }

  #measure(): void {
    this.#unwrittenSize = 0;
    for (let number = this.#written + 1; number <= this.#outbox.last; number += 1) {
      this.#unwrittenSize += this.#outbox.frames.get(number)?.length ?? 0;
    }
  }

  #release(): void {
    this.#sink = undefined;
    this.#openRoom();
    this.#emptied?.open();
  }

  #openRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }

  #flushSoon(): void {
    if (this.#isFlushing || this.#sink === undefined || this.#isFull) return;
    this.#isFlushing = true;
    // What the running code still sends goes out in the same write.
    queueMicrotask(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const { last } = this.#outbox;
    while (this.#sink !== undefined && !this.#isFull && this.#written < last) {
      let text = '';
      while (this.#written < last && text.length < WRITE_SIZE) {
        const frame = this.#outbox.frames.get(this.#written + 1) ?? ERASED;
        this.#written += 1;
        this.#unwrittenSize -= frame.length;
        text += eventText(this.#written, frame === ERASED ? undefined : frame);
      }
      this.#highest = Math.max(this.#highest, this.#written);
      this.#isFull = !this.#sink.write(text);
    }
    if (hasRoom(this.#unwrittenSize, this.#highWater)) this.#openRoom();
    if (this.#written < last || this.#isFull) return;
    this.#emptied?.open();
    if (this.#isFinishing) this.#sink?.end();
  }
}
