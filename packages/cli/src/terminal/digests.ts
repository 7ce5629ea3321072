/** Hashes of rows, four bytes each, to find out whether a row has changed. */
export class Digests {
  #values = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds the hash of a row. */
  add(row: string): void {
    if (this.#length === this.#values.length) {
      const values = new Int32Array(this.#length * 2);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#length++] = digestOf(row);
  }

  /** Returns whether the row at an index had the hash of this one. */
  matches(index: number, row: string): boolean {
    return index < this.#length && this.#values[index] === digestOf(row);
  }
}

/** FNV-1a. */
function digestOf(row: string): number {
  let digest = 0x811c9dc5;
  for (let index = 0; index < row.length; index++) digest = Math.imul(digest ^ row.charCodeAt(index), 0x01000193);
  return digest | 0;
}
