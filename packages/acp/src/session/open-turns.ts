import type { RequestId } from '../protocol/base/generated/rpc.ts';
import { requestKey } from './request-key.ts';
import { SortedMap } from './structures/sorted-map.ts';

/**
 * The turns whose prompts are not answered yet, by their numbers. A later turn has a higher number.
 *
 * A change costs at most the logarithm of their count, in whatever order they are opened, accepted and answered.
 */
export interface OpenTurns {
  /** The oldest open turn, which is the one that runs; -1 if no turn is open. */
  readonly running: number;
  /** All open turns, each with the key of its request, or with the empty string if its request is not known. */
  readonly open: SortedMap<number, string>;
  /** The open turns whose prompt no user message has repeated yet. */
  readonly unaccepted: SortedMap<number, true>;
  /** The open turns of each request id. */
  readonly byRequest: SortedMap<string, SortedMap<number, true>>;
}

/** No open turns. */
export const noOpenTurns: OpenTurns = Object.freeze({
  running: -1,
  open: SortedMap.empty<number, string>(),
  unaccepted: SortedMap.empty<number, true>(),
  byRequest: SortedMap.empty<string, SortedMap<number, true>>(),
});

/** Returns the turns with one more, whose number must be the highest. */
export function withOpened(turns: OpenTurns, turn: number, requestId: RequestId | undefined): OpenTurns {
  const key = requestId === undefined ? '' : requestKey(requestId);
  const { running, open, unaccepted, byRequest } = turns;
  const sameRequest = byRequest.get(key) ?? SortedMap.empty<number, true>();
  return {
    running: running === -1 ? turn : running,
    open: open.with(turn, key),
    unaccepted: unaccepted.with(turn, true),
    byRequest: byRequest.with(key, sameRequest.with(turn, true)),
  };
}

/** Returns the turns without one that has ended. */
export function withEnded(turns: OpenTurns, turn: number): OpenTurns {
  const key = turns.open.get(turn);
  if (key === undefined) return turns;
  const open = turns.open.without(turn);
  const sameRequest = turns.byRequest.get(key)?.without(turn) ?? SortedMap.empty<number, true>();
  return {
    running: open.firstKey() ?? -1,
    open,
    unaccepted: turns.unaccepted.without(turn),
    byRequest: sameRequest.isEmpty ? turns.byRequest.without(key) : turns.byRequest.with(key, sameRequest),
  };
}

/** Returns the oldest open turn of a request id. */
export function oldestOf(turns: OpenTurns, requestId: RequestId): number | undefined {
  return turns.byRequest.get(requestKey(requestId))?.firstKey();
}
