import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { OpenPermission } from './permission.ts';
import { requestKey } from './request-key.ts';
import { SortedMap } from './structures/sorted-map.ts';

interface Opened {
  readonly permission: OpenPermission;
  /** Counts up, so that the list can be put in the order of opening. */
  readonly order: number;
}

/** The permission requests that wait for an answer. Opening and closing one costs the same however many there are. */
export class OpenPermissions {
  readonly #byRequest: SortedMap<string, Opened>;
  readonly #next: number;
  /** Made when it is first asked for: a list made at every event would cost its whole length at each. */
  #list: readonly OpenPermission[] | undefined;

  private constructor(byRequest: SortedMap<string, Opened>, next: number) {
    this.#byRequest = byRequest;
    this.#next = next;
  }

  /** No open permission request. */
  static readonly none: OpenPermissions = new OpenPermissions(SortedMap.empty(), 0);

  /** With one more at the end; an open one with the same request id is replaced. */
  with(permission: OpenPermission): OpenPermissions {
    const opened = { permission, order: this.#next };
    return new OpenPermissions(this.#byRequest.with(requestKey(permission.requestId), opened), this.#next + 1);
  }

  /** Without the one of this request; the same object if there is none. */
  without(requestId: RequestId): OpenPermissions {
    const rest = this.#byRequest.without(requestKey(requestId));
    if (rest === this.#byRequest) return this;
    return rest.isEmpty ? OpenPermissions.none : new OpenPermissions(rest, this.#next);
  }

  /** In the order of opening; the same array on each call. */
  toArray(): readonly OpenPermission[] {
    this.#list ??= Array.from(this.#byRequest, ([, opened]) => opened)
      .sort((left, right) => left.order - right.order)
      .map(({ permission }) => permission);
    return this.#list;
  }
}
