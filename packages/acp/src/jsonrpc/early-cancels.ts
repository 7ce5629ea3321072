/**
 * Remembers cancellations that were seen ahead of their place in the order, by the id of what they cancel. Each is in force until its
 * place is reached: whatever starts before that was requested before it.
 */
export class EarlyCancels<Id> {
  readonly #waiting = new Map<Id, Set<object>>();

  /** Adds a cancellation that was seen ahead of its place; seeing the same one again changes nothing. */
  see(id: Id, cancel: object): void {
    const known = this.#waiting.get(id);
    if (known === undefined) this.#waiting.set(id, new Set([cancel]));
    else known.add(cancel);
  }

  /** Removes a cancellation that has reached its place. */
  reach(id: Id, cancel: object): void {
    const known = this.#waiting.get(id);
    known?.delete(cancel);
    if (known?.size === 0) this.#waiting.delete(id);
  }

  /** Returns whether a cancellation with this id waits for its place. */
  has(id: Id): boolean {
    return this.#waiting.has(id);
  }
}
