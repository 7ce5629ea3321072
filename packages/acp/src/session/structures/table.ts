import { Vector } from './vector.ts';

/** The index of each key. It is shared by all tables of one history, each of which sees the first `length` places. */
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
 * A key is never moved or removed, so all snapshots of one history share the map of keys: an index at or above a table's own length
 * belongs to a later snapshot and counts as absent. Adding to an older snapshot copies the map.
 */
export class Table<T> implements Iterable<T> {
  readonly #places: Places;
  readonly #values: Vector<T>;

  private constructor(places: Places, values: Vector<T>) {
    this.#places = places;
    this.#values = values;
  }

  /** Returns the table without values. */
  static empty<T>(): Table<T> {
    return Table.none as Table<never>;
  }

  /** Returns a table of these values. */
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

  /** Returns the index of a key, or -1. */
  indexOf(key: string): number {
    const index = this.#places.get(key);
    return index === undefined || index >= this.#values.length ? -1 : index;
  }

  /** Returns the value of a key. */
  get(key: string): T | undefined {
    const index = this.indexOf(key);
    return index === -1 ? undefined : this.#values.at(index);
  }

  /** Returns the value at an index counted from 0. */
  at(index: number): T | undefined {
    return this.#values.at(index);
  }

  /** Returns the table with the value at an index replaced. */
  with(index: number, value: T): Table<T> {
    return new Table(this.#places, this.#values.with(index, value));
  }

  /** Returns the table with a value added under a new key. */
  add(key: string, value: T): Table<T> {
    const length = this.length;
    const isNewest = length > 0 && this.#places.size === length;
    const places = isNewest ? this.#places : firstPlaces(this.#places, length);
    places.set(key, length);
    return new Table(places, this.#values.with(length, value));
  }

  /** Returns the indexes whose values changed since an older table of the same history; undefined for a table of another history. */
  changesSince(before: Table<T>): Set<number> | undefined {
    return before.#places === this.#places ? this.#values.changesSince(before.#values) : undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#values[Symbol.iterator]();
  }

  /** Returns a new array. */
  toArray(): T[] {
    return this.#values.toArray();
  }

  /** Called by `JSON.stringify`. */
  toJSON(): T[] {
    return this.toArray();
  }

  private static readonly none: Table<unknown> = new Table<unknown>(new Map(), Vector.empty());
}
