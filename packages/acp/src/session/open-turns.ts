import type { RequestId } from '../protocol/base/generated/rpc.ts';
import { requestKey } from './request-key.ts';
import { Sequence } from './structures/sequence.ts';
import { SortedMap } from './structures/sorted-map.ts';
import type { Vector } from './structures/vector.ts';
import type { Turn } from './turn.ts';

/** Turns with one request id, oldest first, from `next` on those that are open. */
interface Queue {
  readonly numbers: Sequence<number>;
  readonly next: number;
}

/**
 * Where to find open turns among all turns, so that no event looks through them.
 *
 * Turns are named by their numbers. Each number here only grows while turns are open, so what it skips is skipped once.
 */
export interface OpenTurns {
  /** The oldest open turn, which runs; -1 if no turn is open. */
  readonly running: number;
  /** Every open turn before this one stands for a message already. */
  readonly acceptedBefore: number;
  /** Every open turn before this one is cancelled already, and this one, if there is one, is open. */
  readonly cancelledBefore: number;
  readonly byRequest: SortedMap<string, Queue>;
  /** The newest turn that each user message stands for. */
  readonly byMessage: SortedMap<string, number>;
}

/** No turn. */
export const noOpenTurns: OpenTurns = Object.freeze({
  running: -1,
  acceptedBefore: 0,
  cancelledBefore: 0,
  byRequest: SortedMap.empty<string, Queue>(),
  byMessage: SortedMap.empty<string, number>(),
});

/** All turns of a session, of which the first `dropped` are no longer kept. */
interface AllTurns {
  readonly turns: Vector<Turn>;
  readonly dropped: { readonly turns: number };
}

/** The first turn from a number on that has not ended, or the number after the last turn. */
function firstOpen({ turns, dropped }: AllTurns, from: number): number {
  const end = dropped.turns + turns.length;
  let number = Math.max(from, dropped.turns);
  while (number < end && turns.at(number - dropped.turns)?.status === 'ended') number++;
  return number;
}

/** With one more, which has the highest number. */
export function withOpened(open: OpenTurns, number: number, requestId: RequestId | undefined): OpenTurns {
  const isAlone = open.running === -1;
  return {
    ...open,
    running: isAlone ? number : open.running,
    cancelledBefore: isAlone ? number : open.cancelledBefore,
    byRequest: requestId === undefined ? open.byRequest : queued(open.byRequest, requestKey(requestId), number),
  };
}

function queued(byRequest: OpenTurns['byRequest'], key: string, number: number): OpenTurns['byRequest'] {
  const queue = byRequest.get(key);
  const numbers = (queue?.numbers ?? Sequence.empty<number>()).append(number);
  return byRequest.with(key, { numbers, next: queue?.next ?? 0 });
}

/** Without one that has ended in `all` already. It is the oldest of its request id, as an answer ends the oldest. */
export function withEnded(open: OpenTurns, all: AllTurns, number: number, requestId: RequestId | undefined): OpenTurns {
  const end = all.dropped.turns + all.turns.length;
  const running = open.running === number ? firstOpen(all, number + 1) : open.running;
  return {
    ...open,
    running: running === end ? -1 : running,
    cancelledBefore: firstOpen(all, open.cancelledBefore),
    byRequest: requestId === undefined ? open.byRequest : taken(open.byRequest, requestKey(requestId)),
  };
}

function taken(byRequest: OpenTurns['byRequest'], key: string): OpenTurns['byRequest'] {
  const queue = byRequest.get(key);
  if (queue === undefined || queue.next + 1 === queue.numbers.length) return byRequest.without(key);
  return byRequest.with(key, { numbers: queue.numbers, next: queue.next + 1 });
}

/** The oldest open turn with this request id. */
export function openTurnOf(open: OpenTurns, requestId: RequestId): number | undefined {
  const queue = open.byRequest.get(requestKey(requestId));
  return queue?.numbers.at(queue.next);
}

/** The numbers of all open turns, oldest first: the first one runs and the others wait. */
export function openTurnsOf(state: AllTurns & { readonly tracking: { readonly openTurns: OpenTurns } }): number[] {
  const { running } = state.tracking.openTurns;
  const found: number[] = [];
  if (running === -1) return found;
  const end = state.dropped.turns + state.turns.length;
  for (let number = running; number < end; number = firstOpen(state, number + 1)) found.push(number);
  return found;
}
