/** A value computed item by item, so that a longer sequence continues where a shorter one stopped. */
export interface Accumulation<T, A> {
  readonly start: A;
  step(value: A, item: T): A;
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
  readonly #items: T[];
  readonly length: number;

  private constructor(items: T[], length: number) {
    this.#items = items;
    this.length = length;
  }

  /** Returns a sequence of these items; the array is copied. */
  static of<T>(items: readonly T[]): Sequence<T> {
    return items.length === 0 ? Sequence.none : new Sequence(items.slice(), items.length);
  }

  /** Returns the sequence with one more item. */
  append(item: T): Sequence<T> {
    const isLongest = this.length > 0 && this.#items.length === this.length;
    const items = isLongest ? this.#items : this.#items.slice(0, this.length);
    items.push(item);
    return new Sequence(items, items.length);
  }

  /** Returns whether this sequence was made by appending to another one, or is the same: all that the other has, it has at the same places. */
  continues(other: Sequence<T>): boolean {
    return this.length >= other.length && (this.#items === other.#items || other.length === 0);
  }

  /** Returns the item at an index counted from 0. */
  at(index: number): T | undefined {
    return index < this.length ? this.#items[index] : undefined;
  }

  /** Returns the last item. */
  last(): T | undefined {
    return this.length === 0 ? undefined : this.#items[this.length - 1];
  }

  /** Returns a new array. */
  toArray(start = 0): T[] {
    return this.#items.slice(start, this.length);
  }

  /** Called by `JSON.stringify`. */
  toJSON(): T[] {
    return this.toArray();
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.#items[index] as T;
  }

  /** Returns the accumulated value of all items. Items that a sequence on the same buffer has accumulated before cost nothing. */
  accumulate<A>(accumulation: Accumulation<T, A>): A {
    const byAccumulation = progressOf.get(this.#items) ?? new WeakMap<object, Progress>();
    progressOf.set(this.#items, byAccumulation);
    const known = byAccumulation.get(accumulation);
    const canContinue = known !== undefined && known.length <= this.length;
    let value = canContinue ? (known.value as A) : accumulation.start;
    for (let index = canContinue ? known.length : 0; index < this.length; index++) {
      value = accumulation.step(value, this.#items[index] as T);
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
