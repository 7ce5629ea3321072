/** Slots of a node; a power of two, so that an index is cut into steps by shifting. */
const bits = 5;
const width = 1 << bits;
const mask = width - 1;

type Node = readonly unknown[];

/** Copies the path to an index and leaves every other node as it is. */
function withValue(node: Node | undefined, shift: number, index: number, value: unknown): Node {
  const copy = node === undefined ? [] : node.slice();
  const slot = (index >>> shift) & mask;
  copy[slot] = shift === 0 ? value : withValue(copy[slot] as Node | undefined, shift - bits, index, value);
  return copy;
}

/** The same tree, as high as another one. */
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
 * It is a tree of 32 slots a node beside one *held* item: the one written last, which the tree does not have yet. A stream writes the same
 * item again and again, so most writes replace the held item and copy nothing; the tree is touched only when another item is written.
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

  /** The vector without items. */
  static empty<T>(): Vector<T> {
    return Vector.none as Vector<never>;
  }

  /** The item at an index counted from 0. */
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

  /** The vector with another item at an index that it has, or one more item at the index after its last. */
  with(index: number, value: T): Vector<T> {
    const length = index === this.length ? index + 1 : this.length;
    if (index === this.#heldAt || this.#heldAt === -1) return new Vector(this.#root, this.#shift, length, value, index);
    let root = this.#root;
    let shift = this.#shift;
    // The held item may be the first one that the tree is too low for.
    while (this.#heldAt >>> shift >= width) {
      root = [root];
      shift += bits;
    }
    return new Vector(withValue(root, shift, this.#heldAt, this.#held), shift, length, value, index);
  }

  /** The indexes at which another version of this vector has another item; what both share is not looked at. */
  changesSince(before: Vector<T>): Set<number> {
    const found = new Set<number>([this.#heldAt, before.#heldAt]);
    const shift = Math.max(this.#shift, before.#shift);
    collectChanges(raised(before.#root, before.#shift, shift), raised(this.#root, this.#shift, shift), shift, 0, found);
    for (const index of found) if (this.at(index) === before.at(index)) found.delete(index);
    return found;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }

  /** A plain array, made anew on each call. */
  toArray(): T[] {
    return Array.from(this);
  }

  private static readonly none: Vector<unknown> = new Vector<unknown>([], 0, 0, undefined, -1);
}
