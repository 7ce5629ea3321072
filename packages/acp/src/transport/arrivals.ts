/** A queue of values for one reader, who waits for the next one. */
export class Arrivals<T> implements AsyncIterable<T> {
  readonly #values: T[] = [];
  #isOver = false;
  #wake = () => {};

  /** Adds a value; after the end it is dropped. */
  add(value: T): void {
    if (this.#isOver) return;
    this.#values.push(value);
    this.#wake();
  }

  /** Ends the iteration once all values have been read. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const value = this.#values.shift();
      if (value !== undefined) yield value;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
