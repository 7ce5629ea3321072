import type { MethodDefinition } from '@emend/acp/protocol';

/** A request that waits for its response. */
export interface OpenRequest {
  readonly method: string;
  readonly definition: MethodDefinition | undefined;
  /** Who sent it, where that is known. */
  readonly from: 'client' | 'agent' | undefined;
}

/** Beyond this many, the oldest are forgotten: a peer that never answers must not exhaust memory. */
const mostOpen = 100_000;
/** The same for one id, which each side may have open once. */
const mostOfOneId = 16;

/** The requests seen so far without a response; both sides may use the same ids at the same time. */
export class OpenRequests {
  readonly #byId = new Map<string, OpenRequest[]>();

  /** Remembers a request; true if its sender already has one open with this id. */
  add(id: unknown, request: OpenRequest): boolean {
    const key = keyOf(id);
    const open = this.#byId.get(key) ?? [];
    const isTaken = open.some((other) => other.from !== undefined && other.from === request.from);
    open.push(request);
    if (open.length > mostOfOneId) open.shift();
    this.#byId.set(key, open);
    if (this.#byId.size > mostOpen) this.#byId.delete(this.#byId.keys().next().value as string);
    return isTaken;
  }

  /** Those that a response with this id, from this side, may answer; the oldest first. */
  candidates(id: unknown, from: 'client' | 'agent' | undefined): readonly OpenRequest[] {
    const open = this.#byId.get(keyOf(id)) ?? [];
    return open.filter((request) => from === undefined || request.from === undefined || request.from !== from);
  }

  /** Forgets a request that was answered. */
  remove(id: unknown, request: OpenRequest): void {
    const key = keyOf(id);
    const left = (this.#byId.get(key) ?? []).filter((other) => other !== request);
    if (left.length === 0) this.#byId.delete(key);
    else this.#byId.set(key, left);
  }
}

/** 1 and "1" are two ids. */
function keyOf(id: unknown): string {
  return `${typeof id}:${String(id)}`;
}
