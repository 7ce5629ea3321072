/** Listeners by what they listen to. */
export class Listeners<K> {
  readonly #byKey: Map<K, Set<{ listener: () => void }>> = new Map();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** What is listened to now; listeners may come and go while it is read. */
  keys(): K[] {
    return [...this.#byKey.keys()];
  }

  /** Adds a listener; the same function added twice is told twice. */
  add(key: K, listener: () => void): () => void {
    const entry = { listener };
    const entries = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#byKey.get(key) === entries) this.#byKey.delete(key);
    };
  }

  /** Tells those who listen now; what they throw is collected, so that all are told. */
  tell(key: K, errors: unknown[]): void {
    const entries = this.#byKey.get(key);
    if (entries === undefined) return;
    for (const entry of [...entries]) {
      if (!entries.has(entry)) continue;
      try {
        entry.listener();
      } catch (error) {
        errors.push(error);
      }
    }
  }
}
