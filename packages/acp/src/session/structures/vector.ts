/** The number of slots of a node is a power of two, so that bits of the index select the slot. */
const bits = 5;
const width = 1 << bits;
const mask = width - 1;

type Node = readonly unknown[];

/** Returns a tree with a value replaced; only the path to its index is copied. */
function withValue(node: Node | undefined, shift: number, index: number, value: unknown): Node {
  const copy = node === undefined ? [] : node.slice();
  const slot = (index >>> shift) & mask;
  copy[slot] = shift === 0 ? value : withValue(copy[slot] as Node | undefined, shift - bits, index, value);
  return copy;
}

/** Returns the same tree with another height. */
function raised(root: Node, from: number, to: number): Node {
  return from === to ? root : raised([root], from + bits, to);
}

function collectChanges(before: Node, after: Node, shift: number, start: number, found: Set<number>): void {
  if (before === after) return;
  for (let slot = 0; slot < width; slot++) {
    const index = start + (slot << shift);
    if (before[slot] === after[slot]) continue;
    if (shift === 0) found.add(index);
    else
      collectChanges((before[slot] ?? nothing) as Node, (after[slot] ?? nothing) as Node, shift - bits, index, found);
  }
}

const nothing: Node = [];

/**
 * An immutable list in which any item can be replaced and items can be added at the end.
 *
 * It is a tree with 32 slots per node, and one *held* item: the item written last, which is not in the tree yet. A stream writes the same
 * item again and again, so most writes replace the held item and copy nothing; the tree changes only when another item is written.
 */
export class Vector<T> implements Iterable<T> {
  readonly #root: Node;
  readonly #shift: number;
  readonly #held: T | undefined;
  readonly #heldAt: number;
  readonly length: number;

  private constructor(root: Node, shift: number, length: number, held: T | undefined, heldAt: number) {
    this.#root = root;
    this.#shift = shift;
    this.length = length;
    this.#held = held;
    this.#heldAt = heldAt;
  }

  /** Returns the vector without items. */
  static empty<T>(): Vector<T> {
    return Vector.none as Vector<never>;
  }

  /** Returns the item at an index counted from 0. */
  at(index: number): T | undefined {
    if (index === this.#heldAt) return this.#held;
    if (!(index >= 0 && index < this.length)) return undefined;
    let node: Node = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= bits) node = node[(index >>> shift) & mask] as Node;
    return node[index & mask] as T;
  }

  /** The index of the item written last, or -1. */
  get writtenLast(): number {
    return this.#heldAt;
  }

  /** Returns the vector with the item at an index replaced, or appended if the index is its length. */
  with(index: number, value: T): Vector<T> {
    const length = index === this.length ? index + 1 : this.length;
    if (index === this.#heldAt || this.#heldAt === -1) return new Vector(this.#root, this.#shift, length, value, index);
    let root = this.#root;
    let shift = this.#shift;
    // The tree may be too low for the index of the held item.
    while (this.#heldAt >>> shift >= width) {
      root = [root];
      shift += bits;
    }
    return new Vector(withValue(root, shift, this.#heldAt, this.#held), shift, length, value, index);
  }

  /** Returns the indexes whose items differ from another version of this vector; nodes that both share are skipped. */
  changesSince(before: Vector<T>): Set<number> {
    // A stream writes the same item again and again, and the tree is the same.
    if (this.#root === before.#root && this.#heldAt === before.#heldAt) {
      return this.#held === before.#held ? new Set() : new Set([this.#heldAt]);
    }
    const found = new Set<number>([this.#heldAt, before.#heldAt]);
    const shift = Math.max(this.#shift, before.#shift);
    collectChanges(raised(before.#root, before.#shift, shift), raised(this.#root, this.#shift, shift), shift, 0, found);
    for (const index of found) if (this.at(index) === before.at(index)) found.delete(index);
    return found;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }

  /** Returns a new array. */
  toArray(): T[] {
    return Array.from(this);
  }

  private static readonly none: Vector<unknown> = new Vector<unknown>([], 0, 0, undefined, -1);
}
