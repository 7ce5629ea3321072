import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { OpenPermission } from './permission.ts';
import { requestKey } from './request-key.ts';
import { SortedMap } from './structures/sorted-map.ts';

interface Opened {
  readonly permission: OpenPermission;
  /** A rising number, by which the list is sorted. */
  readonly order: number;
}

/** The permission requests that wait for an answer. The cost of a change grows only with the logarithm of their count. */
export class OpenPermissions {
  readonly #byRequest: SortedMap<string, Opened>;
  readonly #next: number;
  /** Built on first use: building it for every event would cost its whole length each time. */
  #list: readonly OpenPermission[] | undefined;

  private constructor(byRequest: SortedMap<string, Opened>, next: number) {
    this.#byRequest = byRequest;
    this.#next = next;
  }

  /** No open permission request. */
  static readonly none: OpenPermissions = new OpenPermissions(SortedMap.empty(), 0);

  /** Returns the requests with one more at the end. An open one with the same id is replaced. */
  with(permission: OpenPermission): OpenPermissions {
    const opened = { permission, order: this.#next };
    return new OpenPermissions(this.#byRequest.with(requestKey(permission.requestId), opened), this.#next + 1);
  }

  /** Returns the requests without the one of this id, or the same object if there is none. */
  without(requestId: RequestId): OpenPermissions {
    const rest = this.#byRequest.without(requestKey(requestId));
    if (rest === this.#byRequest) return this;
    return rest.isEmpty ? OpenPermissions.none : new OpenPermissions(rest, this.#next);
  }

  /** Returns the requests, oldest first; the same array on each call. */
  toArray(): readonly OpenPermission[] {
    this.#list ??= Array.from(this.#byRequest, ([, opened]) => opened)
      .sort((left, right) => left.order - right.order)
      .map(({ permission }) => permission);
    return this.#list;
  }
}
