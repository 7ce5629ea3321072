import type { RequestId } from '../jsonrpc/message.ts';

interface Queue<T> {
  readonly items: T[];
  /** How many of them were taken: taking from the front of a long array would move all the others. */
  taken: number;
}

/** What waits for answers, by the id of the request; an id that is used several times at once is answered in that order. */
export class WaitingById<T> {
  readonly #queues = new Map<RequestId, Queue<T>>();

  /** Adds what waits for an answer with this id. */
  add(id: RequestId, item: T): void {
    const queue = this.#queues.get(id);
    if (queue === undefined) this.#queues.set(id, { items: [item], taken: 0 });
    else queue.items.push(item);
  }

  /** Takes what has waited longest for an answer with this id. */
  take(id: RequestId): T | undefined {
    const queue = this.#queues.get(id);
    if (queue === undefined) return undefined;
    const item = queue.items[queue.taken];
    queue.taken += 1;
    if (queue.taken === queue.items.length) this.#queues.delete(id);
    else if (queue.taken >= 64 && queue.taken * 2 > queue.items.length) {
      queue.items.splice(0, queue.taken);
      queue.taken = 0;
    }
    return item;
  }

  /** The ids of all that waits, each as often as it does. */
  ids(): readonly RequestId[] {
    return [...this.#queues].flatMap(([id, { items, taken }]) =>
      Array.from({ length: items.length - taken }, () => id),
    );
  }

  /** Takes all that waits. */
  takeAll(): readonly T[] {
    const all = [...this.#queues.values()].flatMap(({ items, taken }) => items.slice(taken));
    this.#queues.clear();
    return all;
  }
}
