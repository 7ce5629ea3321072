/** A value computed item by item, so that a longer sequence continues where a shorter one stopped. */
export interface Accumulation<T, A> {
  readonly start: A;
  step(value: A, item: T): A;
}

/** Items that are made when somebody looks at them. */
export interface UnmadeItems<T> {
  readonly length: number;
  /** Makes the items. */
  make(): readonly T[];
}

interface Progress {
  length: number;
  value: unknown;
}

const progressOf: WeakMap<readonly unknown[], WeakMap<object, Progress>> = new WeakMap();

/**
 * An immutable list that grows at its end without copying.
 *
 * Sequences made by appending share one buffer, and each knows its own length, so a snapshot costs two words. Appending to the longest
 * one extends the buffer; appending to a shorter one copies it.
 */
export class Sequence<T> implements Iterable<T> {
  /** Nothing as long as the items are unmade. */
  #items: T[] | undefined;
  #unmade: UnmadeItems<T> | undefined;
  readonly length: number;

  private constructor(items: T[] | UnmadeItems<T>, length: number) {
    if (Array.isArray(items)) this.#items = items;
    else this.#unmade = items;
    this.length = length;
  }

  /** Returns a sequence of these items; the array is copied. */
  static of<T>(items: readonly T[]): Sequence<T> {
    return items.length === 0 ? Sequence.none : new Sequence(items.slice(), items.length);
  }

  /** Returns a sequence of items that are made when somebody looks at them. */
  static unmade<T>(items: UnmadeItems<T>): Sequence<T> {
    return items.length === 0 ? Sequence.none : new Sequence(items, items.length);
  }

  /** What the items will be made of; undefined once somebody has looked at them. */
  get source(): UnmadeItems<T> | undefined {
    return this.#unmade;
  }

  #made(): T[] {
    const items = this.#unmade?.make().slice() ?? [];
    this.#items = items;
    this.#unmade = undefined;
    return items;
  }

  /** Returns the sequence with one more item. */
  append(item: T): Sequence<T> {
    const own = this.#items ?? this.#made();
    const isLongest = this.length > 0 && own.length === this.length;
    const items = isLongest ? own : own.slice(0, this.length);
    items.push(item);
    return new Sequence(items, items.length);
  }

  /** Returns whether this sequence was made by appending to another one, or is the same: all that the other has, it has at the same places. */
  continues(other: Sequence<T>): boolean {
    if (this === other || other.length === 0) return true;
    // What was appended to was made.
    return this.length >= other.length && this.#items !== undefined && this.#items === other.#items;
  }

  /** Returns the item at an index counted from 0. */
  at(index: number): T | undefined {
    return index < this.length ? (this.#items ?? this.#made())[index] : undefined;
  }

  /** Returns the last item. */
  last(): T | undefined {
    return this.length === 0 ? undefined : (this.#items ?? this.#made())[this.length - 1];
  }

  /** Returns a new array. */
  toArray(start = 0): T[] {
    return (this.#items ?? this.#made()).slice(start, this.length);
  }

  /** Called by `JSON.stringify`. */
  toJSON(): T[] {
    return this.toArray();
  }

  *[Symbol.iterator](): Iterator<T> {
    const items = this.#items ?? this.#made();
    for (let index = 0; index < this.length; index++) yield items[index] as T;
  }

  /** Returns the accumulated value of all items. Items that a sequence on the same buffer has accumulated before cost nothing. */
  accumulate<A>(accumulation: Accumulation<T, A>): A {
    const items = this.#items ?? this.#made();
    const byAccumulation = progressOf.get(items) ?? new WeakMap<object, Progress>();
    progressOf.set(items, byAccumulation);
    const known = byAccumulation.get(accumulation);
    const canContinue = known !== undefined && known.length <= this.length;
    let value = canContinue ? (known.value as A) : accumulation.start;
    for (let index = canContinue ? known.length : 0; index < this.length; index++) {
      value = accumulation.step(value, items[index] as T);
    }
    if (known === undefined || canContinue) byAccumulation.set(accumulation, { length: this.length, value });
    return value;
  }

  private static readonly none: Sequence<never> = new Sequence<never>([], 0);

  /** Returns the sequence without items. */
  static empty<T>(): Sequence<T> {
    return Sequence.none;
  }
}
