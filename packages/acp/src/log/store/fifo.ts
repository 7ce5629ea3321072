/** A queue whose first item is taken in constant time, however many wait: `shift` of an array moves all the others. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #start = 0;

  /** How many items wait. */
  get length(): number {
    return this.#items.length - this.#start;
  }

  /** The first item, which stays; undefined if there is none. */
  get first(): T | undefined {
    return this.#items[this.#start];
  }

  /** Adds an item behind all others. */
  push(item: T): void {
    this.#items.push(item);
  }

  /** Takes the first item; undefined if there is none. */
  shift(): T | undefined {
    if (this.#start === this.#items.length) return undefined;
    const item = this.#items[this.#start];
    // What was taken is not kept alive by its place.
    this.#items[this.#start] = undefined;
    this.#start += 1;
    // Moved once half of it is empty, each item costs one move on average.
    if (this.#start * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    return item;
  }
}
