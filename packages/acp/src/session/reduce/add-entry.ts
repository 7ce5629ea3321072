import type { Position } from '../event.ts';
import { messageKey } from '../message.ts';
import { draftOf, type SessionState, withParts } from '../state.ts';
import { Sequence } from '../structures/sequence.ts';
import { SortedMap } from '../structures/sorted-map.ts';
import { Table } from '../structures/table.ts';
import { Vector } from '../structures/vector.ts';
import type { TimelineEntry } from '../timeline.ts';
import { surplus } from './limit-content.ts';
import { reported } from './report.ts';

/** Returns the state with an entry appended to its timeline, and the oldest entries dropped if there are more than the limit. */
export function withEntry(state: SessionState, entry: TimelineEntry, at: Position): SessionState {
  const next = draftOf(state);
  next.timeline = state.timeline.append(entry);
  const count = surplus(next.timeline.length, state.limits.entries);
  return count === 0 ? next : withoutOldest(next, count, at);
}

/** Rebuilds the state without its oldest entries. The current messages are kept whatever their age. */
function withoutOldest(state: SessionState, count: number, at: Position): SessionState {
  const { tracking } = state;
  const { user, agent, thought, turns } = tracking.cursor;
  const isCurrent = (entry: TimelineEntry) =>
    entry.type === 'message' && (entry.index === agent || entry.index === thought);
  const entries = state.timeline.toArray();
  const kept = [...entries.slice(0, count).filter(isCurrent), ...entries.slice(count)];
  const gone = entries.length - kept.length;
  const moved = {
    message: new Map<number, number>(),
    'tool-call': new Map<number, number>(),
    plan: new Map<number, number>(),
    compaction: new Map<number, number>(),
  };
  const timeline = kept.map((entry): TimelineEntry => {
    if (entry.type === 'unknown') return entry;
    const places = moved[entry.type];
    places.set(entry.index, places.size);
    return { type: entry.type, index: places.size - 1 };
  });
  let unfinished: SessionState['tracking']['unfinished'] = SortedMap.empty();
  for (const [index] of tracking.unfinished) {
    const place = moved['tool-call'].get(index);
    if (place !== undefined) unfinished = unfinished.with(place, true);
  }
  const next = withParts(state, {
    messages: keptOf(state.messages, moved.message, (message) => messageKey(message.kind, message.messageId)),
    toolCalls: keptOf(state.toolCalls, moved['tool-call'], (call) => call.toolCallId),
    plans: keptOf(state.plans, moved.plan, (plan) => plan.id),
    timeline: Sequence.of(timeline),
    turns: movedTurns(state, gone),
    rare: movedRare(state, gone, moved['tool-call'], moved.compaction),
    dropped: { ...state.dropped, entries: state.dropped.entries + gone },
    tracking: {
      ...tracking,
      cursor: {
        user: movedIndex(moved.message, user),
        agent: movedIndex(moved.message, agent),
        thought: movedIndex(moved.message, thought),
        turns,
      },
      calls: Sequence.of(tracking.calls.toArray().flatMap((index) => moved['tool-call'].get(index) ?? [])),
      unfinished,
    },
  });
  return reported(next, 'limit_reached', at, `the oldest ${gone} entries were dropped`);
}

function movedIndex(moved: ReadonlyMap<number, number>, index: number | undefined): number | undefined {
  return index === undefined ? undefined : moved.get(index);
}

function keptOf<T>(table: Table<T>, moved: ReadonlyMap<number, number>, keyOf: (value: T) => string): Table<T> {
  return Table.of(
    [...moved.keys()].map((index) => table.at(index) as T),
    keyOf,
  );
}

function movedTurns(state: SessionState, gone: number): SessionState['turns'] {
  let turns: SessionState['turns'] = Vector.empty();
  for (const turn of state.turns) {
    turns = turns.with(turns.length, { ...turn, start: movedPlace(turn.start, gone), end: movedPlace(turn.end, gone) });
  }
  return turns;
}

function movedRare(
  { rare, toolCalls }: SessionState,
  gone: number,
  calls: ReadonlyMap<number, number>,
  compactions: ReadonlyMap<number, number>,
): SessionState['rare'] {
  let works: typeof rare.works = Vector.empty();
  for (const work of rare.works) {
    const start = Math.max(0, work.start - gone);
    works = works.with(works.length, { ...work, start, end: movedPlace(work.end, gone) });
  }
  return {
    ...rare,
    works,
    calls: Sequence.of(rare.calls.toArray().filter((id) => calls.has(toolCalls.indexOf(id)))),
    compactions: keptOf(rare.compactions, compactions, ({ compactionId }) => compactionId),
    notices: rare.notices.map((notice) => ({ ...notice, place: Math.max(0, notice.place - gone) })),
  };
}

function movedPlace(place: number | undefined, gone: number): number | undefined {
  return place === undefined ? undefined : Math.max(0, place - gone);
}
