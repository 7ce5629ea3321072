import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { SessionEvent } from '../../session/event.ts';
import { foldedSession } from '../../session/folded.ts';
import type { SessionLimits } from '../../session/limits.ts';
import { applyEvent, applyEvents } from '../../session/reduce/apply.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { Table } from '../../session/structures/table.ts';
import { call, chunk, eventsOf, prompt, type Step, stateAfter, text, whole } from '../../session/test-support/fold.ts';
import { anyStream } from '../../session/test-support/random-events.ts';
import { anyNovemberStream } from '../../session/test-support/random-november.ts';
import { applyChanges } from '../test-support/apply-changes.ts';
import type { StateChange } from './json-changes.ts';
import { stateChanges } from './state-changes.ts';

function folded(state: SessionState): unknown {
  return JSON.parse(JSON.stringify(foldedSession(state)));
}

/** The changes as they would cross a wire: what is absent stays absent. */
function changesOf(before: SessionState, after: SessionState): StateChange[] {
  return JSON.parse(JSON.stringify([...stateChanges(before, after)]));
}

function expectChanges(before: SessionState, after: SessionState): void {
  const applied = applyChanges(folded(before), changesOf(before, after));
  const wanted = folded(after);
  if (!isDeepStrictEqual(applied, wanted)) expect(applied).toEqual(wanted);
}

const numRuns = counts({ short: 60, long: 1_000 });
const anyLimits = fc.constantFrom<Partial<SessionLimits>>(
  {},
  { entries: 4 },
  { items: 3, terminalBytes: 5 },
  { rawLength: 4 },
);
const anyEvents = fc.oneof(anyStream, anyNovemberStream);

test('[RC30] applying the changes of each event to the folded state before gives the folded state after', () => {
  fc.assert(
    fc.property(anyEvents, anyLimits, (events, limits) => {
      let state = newSessionState(limits);
      for (const event of events.map((one) => structuredClone(one))) {
        const next = applyEvent(state, event);
        expectChanges(state, next);
        state = next;
      }
    }),
    { numRuns },
  );
});

test('[RC31] also between states that are far apart, of one history or of two, forwards and backwards', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, fc.nat(), (first, second, cut) => {
      const at = cut % (first.length + 1);
      const kept = applyEvents(newSessionState(), first.slice(0, at));
      const main = applyEvents(kept, first.slice(at));
      const fork = applyEvents(kept, second);
      for (const [before, after] of [
        [kept, main],
        [main, kept],
        [main, fork],
        [newSessionState(), fork],
      ] as const) {
        expectChanges(before, after);
      }
    }),
    { numRuns },
  );
});

function after(state: SessionState, ...steps: Step[]): SessionState {
  return applyEvents(state, eventsOf(steps) as SessionEvent[]);
}

test('[RC32] a chunk is one item more, a correction is the text that differs, and other parts are not named', () => {
  const start = stateAfter(prompt('p'), chunk('m', 'Helo'), call('c', { title: 'T', status: 'pending' }));
  expect(changesOf(start, after(start, chunk('m', ' world')))).toEqual([
    { path: ['messages', 'agent m', 'content', 1], after: text(' world') },
  ]);
  expect(changesOf(start, after(start, whole('m', { content: [text('Hello')] })))).toEqual([
    { path: ['messages', 'agent m', 'content', 0, 'text'], before: 'Helo', after: 'Hello' },
  ]);
  expect(changesOf(start, after(start, call('c', { status: 'completed', title: null })))).toEqual([
    { path: ['toolCalls', 'c', 'title'], before: 'T' },
    { path: ['toolCalls', 'c', 'status'], before: 'pending', after: 'completed' },
  ]);
  expect(changesOf(start, after(start, call('d')))).toEqual([
    {
      path: ['toolCalls', 'd'],
      after: { toolCallId: 'd', kind: 'other', status: 'pending', content: [], locations: [] },
    },
    { path: ['timeline', 2], after: { toolCall: 'd' } },
  ]);
  expect(changesOf(start, after(start, { type: 'turn_ended', stopReason: 'end_turn' }))).toEqual([
    { path: ['turns', 0, 'status'], before: 'running', after: 'ended' },
    { path: ['turns', 0, 'stopReason'], after: 'end_turn' },
    { path: ['turns', 0, 'end'], after: 2 },
    {
      path: ['diagnostics', 0],
      after: { code: 'tool_call_left_open', at: 1, detail: '"c" is pending at the end of the turn' },
    },
  ]);
});

test('[RC33] a chunk in a session of many messages reads none of the others', () => {
  const steps = Array.from({ length: 5_000 }, (_, index) => chunk(`m${index}`, 'A'));
  const before = stateAfter(...steps);
  const next = after(before, chunk('m4000', 'B'));
  const reads = vi.spyOn(Table.prototype, 'at');
  const copies = vi.spyOn(Table.prototype, 'toArray');
  expect([...stateChanges(before, next)]).toEqual([
    { path: ['messages', 'agent m4000', 'content', 1], after: text('B') },
  ]);
  expect(reads.mock.calls.length).toBeLessThan(5);
  expect(copies).not.toHaveBeenCalled();
});
