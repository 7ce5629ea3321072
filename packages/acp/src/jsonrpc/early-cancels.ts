/**
 * Cancels that were seen before their place in the order, by the id of what they cancel. Each counts until its place is reached: what
 * starts until then was asked for before it.
 */
export class EarlyCancels<Id> {
  readonly #waiting = new Map<Id, Set<object>>();

  /** A cancel was seen ahead of its place; seeing the same one again changes nothing. */
  see(id: Id, cancel: object): void {
    const known = this.#waiting.get(id);
    if (known === undefined) this.#waiting.set(id, new Set([cancel]));
    else known.add(cancel);
  }

  /** A cancel has reached its place. */
  reach(id: Id, cancel: object): void {
    const known = this.#waiting.get(id);
    known?.delete(cancel);
    if (known?.size === 0) this.#waiting.delete(id);
  }

  /** Whether what has this id is cancelled by something that waits for its place. */
  has(id: Id): boolean {
    return this.#waiting.has(id);
  }
}
