/** Keeps the items with the greatest numbers: a heap with the smallest of them on top. */
export class Longest<T> {
  readonly #most: number;
  readonly #heap: { readonly length: number; readonly item: T }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(length: number, item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push({ length, item });
      this.#rise(heap.length - 1);
    } else if (length > (heap[0]?.length ?? 0)) {
      heap[0] = { length, item };
      this.#sink();
    }
  }

  /** The items, in no order. */
  get items(): T[] {
    return this.#heap.map(({ item }) => item);
  }

  #lengthAt(index: number): number {
    return this.#heap[index]?.length ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [first, second] = [heap[one], heap[other]];
    if (first === undefined || second === undefined) return;
    heap[one] = second;
    heap[other] = first;
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#lengthAt(parent) <= this.#lengthAt(index)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const least = this.#lengthAt(left + 1) < this.#lengthAt(left) ? left + 1 : left;
      if (this.#lengthAt(least) >= this.#lengthAt(index)) return;
      this.#swap(least, index);
      index = least;
    }
  }
}
