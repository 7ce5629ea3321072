import { type SessionState, withParts } from '../state.ts';
import { Sequence } from '../structures/sequence.ts';
import { reported } from './report.ts';

/** How many items to drop from the front, so that dropping happens once in a quarter of the limit and not at every chunk. */
export function surplus(length: number, limit: number): number {
  return length <= limit ? 0 : length - Math.floor((limit * 3) / 4);
}

/** The content without its oldest items, and how many those are. */
export function trimmed<T>(content: Sequence<T>, limit: number): { content: Sequence<T>; dropped: number } {
  const dropped = surplus(content.length, limit);
  return { content: dropped === 0 ? content : Sequence.of(content.toArray(dropped)), dropped };
}

/** Says that items were dropped. */
export function reportTrimmed(state: SessionState, dropped: number, of: string, at: number | undefined): SessionState {
  if (dropped === 0) return state;
  const counted = withParts(state, { dropped: { ...state.dropped, items: state.dropped.items + dropped } });
  return reported(counted, 'limit_reached', at, `the oldest ${dropped} content items of ${of} were dropped`);
}
