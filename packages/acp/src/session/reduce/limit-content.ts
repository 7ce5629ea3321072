import type { Position } from '../event.ts';
import { type SessionState, withParts } from '../state.ts';
import { Sequence } from '../structures/sequence.ts';
import { reported } from './report.ts';

/** Returns how many items to drop from the start: a quarter of the limit at once, so that it is not done for every chunk. */
export function surplus(length: number, limit: number): number {
  return length <= limit ? 0 : length - Math.floor((limit * 3) / 4);
}

/** Returns the content without the items above the limit, and how many were dropped. */
export function trimmed<T>(content: Sequence<T>, limit: number): { content: Sequence<T>; dropped: number } {
  const dropped = surplus(content.length, limit);
  return { content: dropped === 0 ? content : Sequence.of(content.toArray(dropped)), dropped };
}

/** Reports that items were dropped. */
export function reportTrimmed(state: SessionState, dropped: number, of: string, at: Position): SessionState {
  if (dropped === 0) return state;
  const counted = withParts(state, { dropped: { ...state.dropped, items: state.dropped.items + dropped } });
  return reported(counted, 'limit_reached', at, `the oldest ${dropped} content items of ${of} were dropped`);
}
