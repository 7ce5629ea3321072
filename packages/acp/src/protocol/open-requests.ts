import type { RequestId } from './base/generated/rpc.ts';
import type { Reading } from './reading/decode.ts';
import type { MethodDefinition } from './reading/method.ts';
import type { Side } from './side.ts';

/** What {@link OpenRequests} has to know of a request; its users remember more with it. */
export interface OpenRequest {
  /** The side that sent the request; `undefined` if that is not known. */
  readonly asker?: Side | undefined;
  /** The definition of its method; `undefined` if the method is not known. */
  readonly definition?: Pick<MethodDefinition, 'result'> | undefined;
  /** Whether the request stays open for a whole turn, so that a response that fits no request answers another one. */
  readonly isLong?: boolean | undefined;
}

/** How many requests are remembered; beyond that the oldest are forgotten. */
export interface OpenRequestLimits {
  /** How many different ids may be open at once. Default: no limit. */
  readonly ids?: number;
  /** How many requests with the same id may be open at once. Default: no limit. */
  readonly perId?: number;
}

/** The requests with one id, the oldest first. */
interface Queue<T> {
  readonly items: T[];
  /** How many items at the front are gone; removing each from the front of a long array would move all the others. */
  start: number;
}

/**
 * Remembers requests until they are answered, and pairs each answer with its request.
 *
 * Both sides may use the same id at the same time, and a side may use an id again before it has an answer. Ids are
 * compared exactly: `1` and `"1"` are two ids.
 */
export class OpenRequests<T extends OpenRequest> {
  readonly #queues: Map<RequestId, Queue<T>> = new Map();
  readonly #ids: number;
  readonly #perId: number;

  constructor({ ids = Number.POSITIVE_INFINITY, perId = Number.POSITIVE_INFINITY }: OpenRequestLimits = {}) {
    this.#ids = ids;
    this.#perId = perId;
  }

  /** How many ids are open. */
  get size(): number {
    return this.#queues.size;
  }

  /** Returns an independent copy. */
  copy(): OpenRequests<T> {
    const copy = new OpenRequests<T>({ ids: this.#ids, perId: this.#perId });
    for (const [id, { items, start }] of this.#queues) copy.#queues.set(id, { items: items.slice(start), start: 0 });
    return copy;
  }

  /** Adds a request. Returns the request that the same side already had open with this id, if there is one. */
  add(id: RequestId, request: T): T | undefined {
    const queue = this.#queues.get(id);
    if (queue === undefined) {
      this.#queues.set(id, { items: [request], start: 0 });
      if (this.#queues.size > this.#ids) this.#queues.delete(this.#queues.keys().next().value as RequestId);
      return undefined;
    }
    const earlier = earlierOfSameSide(queue, request.asker);
    if (queue.items.push(request) - queue.start > this.#perId) this.#removeAt(id, queue, queue.start);
    return earlier;
  }

  /** Returns the open requests with an id, the oldest first. */
  openWith(id: RequestId): readonly T[] {
    const queue = this.#queues.get(id);
    if (queue === undefined) return [];
    return queue.start === 0 ? queue.items : queue.items.slice(queue.start);
  }

  /** Removes and returns the oldest request with an id: on a live connection, where answers come in order. */
  takeOldest(id: RequestId): T | undefined {
    const queue = this.#queues.get(id);
    if (queue === undefined) return undefined;
    const request = queue.items[queue.start];
    this.#removeAt(id, queue, queue.start);
    return request;
  }

  /**
   * Removes and returns the request that a response answers. Of several with its id this is the one whose result type it
   * fits; a response whose sender is known answers only requests of the other side.
   */
  takeAnswered(
    response: { readonly id: RequestId; readonly result?: unknown },
    sender?: Side,
    reading?: Reading,
  ): T | undefined {
    const open = this.openWith(response.id);
    const candidates = sender === undefined ? open : open.filter(({ asker }) => asker !== sender);
    const request = answeredRequest(candidates, response, reading);
    if (request !== undefined) this.remove(response.id, request);
    return request;
  }

  /** Removes a request. */
  remove(id: RequestId, request: T): void {
    const queue = this.#queues.get(id);
    const index = queue === undefined ? -1 : queue.items.indexOf(request, queue.start);
    if (queue !== undefined && index !== -1) this.#removeAt(id, queue, index);
  }

  /** Removes and returns all requests. */
  takeAll(): readonly T[] {
    const all = [...this.#queues.values()].flatMap(({ items, start }) => items.slice(start));
    this.#queues.clear();
    return all;
  }

  #removeAt(id: RequestId, queue: Queue<T>, index: number): void {
    const { items, start } = queue;
    if (items.length - start === 1) this.#queues.delete(id);
    else if (index !== start) items.splice(index, 1);
    else if (++queue.start >= 64 && queue.start * 2 > items.length) {
      items.splice(0, queue.start);
      queue.start = 0;
    }
  }
}

function earlierOfSameSide<T extends OpenRequest>({ items, start }: Queue<T>, asker: Side | undefined): T | undefined {
  if (asker === undefined) return undefined;
  for (let index = start; index < items.length; index++) if (items[index]?.asker === asker) return items[index];
  return undefined;
}

/**
 * Returns which of several open requests with one id a response answers, if nothing tells who sent it.
 *
 * Both sides number their requests independently, so a result goes to the request that it fits; a fit says more if the request demands
 * something of its result. Any response may answer a request of an unknown method, and an error fits every request.
 */
function answeredRequest<T extends OpenRequest>(
  candidates: readonly T[],
  response: { readonly result?: unknown },
  reading: Reading = 'lenient',
): T | undefined {
  if (candidates.length <= 1) return candidates[0];
  const unknown = candidates.find(({ definition }) => definition === undefined);
  const short = candidates.filter(({ isLong }) => isLong !== true);
  const { result } = response;
  if (result === undefined) return unknown ?? short.at(-1) ?? candidates.at(-1);
  const fitting = candidates.filter(({ definition }) => definition?.result?.decode(result, reading).ok === true);
  const telling = fitting.find(({ definition }) => definition?.result?.is({}) === false);
  return telling ?? fitting[0] ?? unknown ?? short[0] ?? candidates[0];
}
