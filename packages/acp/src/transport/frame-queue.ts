import type { Received } from './transport.ts';

type Step = IteratorResult<readonly Received[], undefined>;

const DONE: Step = { done: true, value: undefined };

/** Frames that a waiting reader was given: until it looks at them they can be rewritten. */
class HandedStep implements IteratorYieldResult<readonly Received[]> {
  readonly done = false;
  #frames: readonly Received[];
  #isTaken = false;

  constructor(frames: readonly Received[]) {
    this.#frames = frames;
  }

  get value(): readonly Received[] {
    this.#isTaken = true;
    return this.#frames;
  }

  rewrite(replace: (frame: string) => string | null | undefined): void {
    if (!this.#isTaken) this.#frames = rewrittenFrames(this.#frames, replace);
  }
}

/** A queue of frames for one reader, who takes everything that has arrived at once. */
export class FrameQueue implements AsyncIterable<readonly Received[]>, AsyncIterator<readonly Received[], undefined> {
  readonly #onTaken: (() => void) | undefined;
  readonly #steps: 'plain' | 'rewritable';
  #frames: Received[] = [];
  #size = 0;
  #handed: HandedStep | undefined;
  #reader: { resolve(step: Step): void; reject(cause: unknown): void } | undefined;
  #end: { readonly failure: { readonly cause: unknown } | undefined } | undefined;

  /**
   * `onTaken` is called when the reader has emptied the queue or waits at an empty one: there is room again. With `rewritable` steps
   * `rewrite` also reaches the frames that a waiting reader was given and has not looked at.
   */
  constructor(onTaken?: () => void, steps: 'plain' | 'rewritable' = 'plain') {
    this.#onTaken = onTaken;
    this.#steps = steps;
  }

  /** The size of the unread frames in UTF-16 units, plus one for each: empty frames take up room as well. */
  get size(): number {
    return this.#size;
  }

  /** Adds frames at the end; after the end of the iteration they are dropped. */
  push(frames: Received[]): void {
    if (this.#end !== undefined || frames.length === 0) return;
    if (this.#reader !== undefined) {
      const reader = this.#reader;
      this.#reader = undefined;
      this.#handed = this.#steps === 'rewritable' ? new HandedStep(frames) : undefined;
      reader.resolve(this.#handed ?? { done: false, value: frames });
      return;
    }
    for (const frame of frames) {
      this.#frames.push(frame);
      this.#size += 1 + (typeof frame === 'string' ? frame.length : frame.head.length + frame.tail.length);
    }
  }

  /** Replaces unread frames; null takes one away. */
  rewrite(replace: (frame: string) => string | null | undefined): void {
    this.#handed?.rewrite(replace);
    const frames = rewrittenFrames(this.#frames, replace);
    this.#frames = [];
    this.#size = 0;
    for (const frame of frames) {
      this.#frames.push(frame);
      this.#size += 1 + (typeof frame === 'string' ? frame.length : frame.head.length + frame.tail.length);
    }
  }

  /** Ends the iteration once all frames have been read. */
  end(): void {
    this.#finish(undefined);
  }

  /** Ends the iteration with an error once all frames have been read. */
  fail(cause: unknown): void {
    this.#finish({ cause });
  }

  next(): Promise<Step> {
    if (this.#frames.length > 0) {
      const value = this.#frames;
      this.#frames = [];
      this.#size = 0;
      this.#onTaken?.();
      return Promise.resolve({ done: false, value });
    }
    if (this.#end !== undefined) {
      const { failure } = this.#end;
      // The failure is thrown once; after that the iteration has simply ended.
      this.#end = { failure: undefined };
      return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure.cause);
    }
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#onTaken?.();
    });
  }

  return(): Promise<Step> {
    this.#frames = [];
    this.#size = 0;
    this.end();
    this.#onTaken?.();
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(failure: { readonly cause: unknown } | undefined): void {
    if (this.#end !== undefined) return;
    this.#end = { failure };
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#reader = undefined;
    this.#end = { failure: undefined };
    if (failure === undefined) reader.resolve(DONE);
    else reader.reject(failure.cause);
  }
}

/** Returns frames as they are replaced; null takes one away. */
export function rewrittenFrames(
  frames: readonly Received[],
  replace: (frame: string) => string | null | undefined,
): Received[] {
  return frames.flatMap((frame) => {
    const other = typeof frame === 'string' ? replace(frame) : undefined;
    return other === null ? [] : [other ?? frame];
  });
}
