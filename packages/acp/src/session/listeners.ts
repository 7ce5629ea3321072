/** Listeners, grouped by the key they listen to. */
export class Listeners<K> {
  readonly #byKey: Map<K, Set<{ listener: () => void }>> = new Map();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Returns the keys that have listeners, as a copy: listeners may be added and removed while it is read. */
  keys(): K[] {
    return [...this.#byKey.keys()];
  }

  /** Adds a listener and returns a function that removes it. A function that is added twice is called twice. */
  add(key: K, listener: () => void): () => void {
    const entry = { listener };
    const entries = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#byKey.get(key) === entries) this.#byKey.delete(key);
    };
  }

  /** Calls the listeners of a key. What they throw is collected, so that every listener is called. */
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
