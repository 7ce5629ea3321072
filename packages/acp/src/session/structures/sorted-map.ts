type Key = number | string;

interface Node<K extends Key, V> {
  readonly key: K;
  readonly value: V;
  readonly left: Tree<K, V>;
  readonly right: Tree<K, V>;
  readonly height: number;
}

type Tree<K extends Key, V> = Node<K, V> | undefined;

function heightOf<K extends Key, V>(tree: Tree<K, V>): number {
  return tree === undefined ? 0 : tree.height;
}

function node<K extends Key, V>(key: K, value: V, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> {
  return { key, value, left, right, height: 1 + Math.max(heightOf(left), heightOf(right)) };
}

/** Returns a node whose sides differ in height by at most one; the given sides may differ by two. */
function balanced<K extends Key, V>({ key, value }: Node<K, V>, left: Tree<K, V>, right: Tree<K, V>): Node<K, V> {
  const lean = heightOf(left) - heightOf(right);
  if (lean > 1 && left !== undefined) {
    const { left: outer, right: inner } = left;
    if (inner === undefined || heightOf(outer) >= inner.height) {
      return node(left.key, left.value, outer, node(key, value, inner, right));
    }
    const first = node(left.key, left.value, outer, inner.left);
    return node(inner.key, inner.value, first, node(key, value, inner.right, right));
  }
  if (lean < -1 && right !== undefined) {
    const { left: inner, right: outer } = right;
    if (inner === undefined || heightOf(outer) >= inner.height) {
      return node(right.key, right.value, node(key, value, left, inner), outer);
    }
    const last = node(right.key, right.value, inner.right, outer);
    return node(inner.key, inner.value, node(key, value, left, inner.left), last);
  }
  return node(key, value, left, right);
}

function inserted<K extends Key, V>(tree: Tree<K, V>, key: K, value: V): Node<K, V> {
  if (tree === undefined) return node(key, value, undefined, undefined);
  if (key === tree.key) return node(key, value, tree.left, tree.right);
  if (key < tree.key) return balanced(tree, inserted(tree.left, key, value), tree.right);
  return balanced(tree, tree.left, inserted(tree.right, key, value));
}

/** Returns the tree without a key, or the same tree if it does not have the key. */
function removed<K extends Key, V>(tree: Tree<K, V>, key: K): Tree<K, V> {
  if (tree === undefined) return undefined;
  const { left, right } = tree;
  if (key < tree.key) {
    const rest = removed(left, key);
    return rest === left ? tree : balanced(tree, rest, right);
  }
  if (key > tree.key) {
    const rest = removed(right, key);
    return rest === right ? tree : balanced(tree, left, rest);
  }
  if (left === undefined) return right;
  if (right === undefined) return left;
  let next = right;
  while (next.left !== undefined) next = next.left;
  return balanced(next, left, removed(right, next.key));
}

function* entriesOf<K extends Key, V>(tree: Tree<K, V>): Generator<readonly [K, V]> {
  if (tree === undefined) return;
  yield* entriesOf(tree.left);
  yield [tree.key, tree.value];
  yield* entriesOf(tree.right);
}

/**
 * An immutable map in the order of its keys, all numbers or all strings.
 *
 * It is a balanced tree and not a hash table: a peer chooses the keys, and no choice of keys makes an operation cost more than the
 * logarithm of the size. A change copies one path; old versions stay as they are.
 */
export class SortedMap<K extends Key, V> implements Iterable<readonly [K, V]> {
  readonly #root: Tree<K, V>;

  private constructor(root: Tree<K, V>) {
    this.#root = root;
  }

  /** Returns the map without entries. */
  static empty<K extends Key, V>(): SortedMap<K, V> {
    return SortedMap.none as unknown as SortedMap<K, V>;
  }

  get isEmpty(): boolean {
    return this.#root === undefined;
  }

  /** Returns the value of a key. */
  get(key: K): V | undefined {
    let tree = this.#root;
    while (tree !== undefined && tree.key !== key) tree = key < tree.key ? tree.left : tree.right;
    return tree?.value;
  }

  /** Returns the lowest key, or the lowest that is not below `from`. */
  firstKey(from?: K): K | undefined {
    let found: K | undefined;
    for (let tree = this.#root; tree !== undefined; ) {
      const isBelow = from !== undefined && tree.key < from;
      if (!isBelow) found = tree.key;
      tree = isBelow ? tree.right : tree.left;
    }
    return found;
  }

  /** Returns the map with a value added or replaced. */
  with(key: K, value: V): SortedMap<K, V> {
    return new SortedMap(inserted(this.#root, key, value));
  }

  /** Returns the map without a key, or the same map if it does not have it. */
  without(key: K): SortedMap<K, V> {
    const root = removed(this.#root, key);
    if (root === this.#root) return this;
    return root === undefined ? SortedMap.empty() : new SortedMap(root);
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    return entriesOf(this.#root);
  }

  private static readonly none: SortedMap<string, never> = new SortedMap<string, never>(undefined);
}
