import { Vector } from './vector.ts';

/** Where each key is; shared by all tables that grew from one another, each of which sees the first `length` places. */
type Places = Map<string, number>;

function firstPlaces(places: Places, length: number): Places {
  const first: Places = new Map();
  for (const [key, index] of places) {
    if (index >= length) break;
    first.set(key, index);
  }
  return first;
}

/**
 * An immutable list of values with keys, in order of first sight.
 *
 * A key never moves and never leaves, so the map of keys is shared by every snapshot of one history: a place at or past a table's own
 * length belongs to a later snapshot and counts as absent. Who adds to an older snapshot gets a map of its own.
 */
export class Table<T> implements Iterable<T> {
  readonly #places: Places;
  readonly #values: Vector<T>;

  private constructor(places: Places, values: Vector<T>) {
    this.#places = places;
    this.#values = values;
  }

  /** The table without values. */
  static empty<T>(): Table<T> {
    return Table.none as Table<never>;
  }

  /** A table of these values. */
  static of<T>(values: Iterable<T>, keyOf: (value: T) => string): Table<T> {
    let table = Table.empty<T>();
    for (const value of values) table = table.add(keyOf(value), value);
    return table;
  }

  get length(): number {
    return this.#values.length;
  }

  /** The index of the value written last, or -1. */
  get writtenLast(): number {
    return this.#values.writtenLast;
  }

  /** Where the value with this key is, or -1. */
  indexOf(key: string): number {
    const index = this.#places.get(key);
    return index === undefined || index >= this.#values.length ? -1 : index;
  }

  /** The value with this key. */
  get(key: string): T | undefined {
    const index = this.indexOf(key);
    return index === -1 ? undefined : this.#values.at(index);
  }

  /** The value at an index counted from 0. */
  at(index: number): T | undefined {
    return this.#values.at(index);
  }

  /** The table with another value in a place that it has. */
  with(index: number, value: T): Table<T> {
    return new Table(this.#places, this.#values.with(index, value));
  }

  /** The table with a value under a key that it does not have. */
  add(key: string, value: T): Table<T> {
    const length = this.length;
    const isNewest = length > 0 && this.#places.size === length;
    const places = isNewest ? this.#places : firstPlaces(this.#places, length);
    places.set(key, length);
    return new Table(places, this.#values.with(length, value));
  }

  /** The indexes at which an older table of the same history had another value; undefined for a table of another history. */
  changesSince(before: Table<T>): Set<number> | undefined {
    return before.#places === this.#places ? this.#values.changesSince(before.#values) : undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#values[Symbol.iterator]();
  }

  /** A plain array, made anew on each call. */
  toArray(): T[] {
    return this.#values.toArray();
  }

  /** What JSON.stringify writes. */
  toJSON(): T[] {
    return this.toArray();
  }

  private static readonly none: Table<unknown> = new Table<unknown>(new Map(), Vector.empty());
}
