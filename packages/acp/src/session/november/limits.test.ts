import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { foldedSession } from '../folded.ts';
import { applyEvents } from '../reduce/apply.ts';
import { newSessionState } from '../state.ts';
import { idleAfter, novemberState, terminal, told, tool } from '../test-support/november.ts';
import { anyNovemberStream } from '../test-support/random-november.ts';

const limits = { entries: 8, items: 4, rawLength: 40, terminalBytes: 8, diagnostics: 10 };

test('[SE45] whatever November sends, nothing grows beyond the limits, and what is left is whole', () => {
  fc.assert(
    fc.property(anyNovemberStream, anyNovemberStream, (first, second) => {
      const state = applyEvents(newSessionState(limits), [...first, ...second]);
      const { messages, toolCalls, plans, compactions, timeline } = foldedSession(state);
      const entries = [messages, toolCalls, plans, compactions ?? []].reduce((sum, { length }) => sum + length, 0);
      const unknown = timeline.filter((entry) => 'unknown' in entry).length;
      expect(entries + unknown).toBe(timeline.length);
      // The current messages are kept whatever their age.
      expect(timeline.length).toBeLessThanOrEqual(limits.entries + 2);
      expect(state.terminals.toArray().filter(({ output }) => output.length > limits.terminalBytes)).toEqual([]);
      expect(state.works.length).toBeLessThanOrEqual(limits.entries);
      expect(state.diagnostics.length).toBeLessThanOrEqual(limits.diagnostics);
    }),
    { numRuns: counts({ short: 150, long: 5_000 }) },
  );
}, 600_000);

test('[SE45] works, terminals and tool calls of a work that runs for ever are bounded', () => {
  const many = Array.from({ length: 100 }, (_, index) => index);
  const works = novemberState(
    many.flatMap(() => [told('running'), idleAfter('end_turn')]),
    limits,
  );
  expect([works.works.length, works.rare.droppedWorks]).toEqual([7, 93]);
  const terminals = novemberState(
    many.map((index) => terminal(`t${index}`)),
    limits,
  );
  expect([terminals.terminals.length, terminals.terminals.get('t99')?.terminalId]).toEqual([7, 't99']);
  const calls = novemberState([told('running'), ...many.map((index) => tool(`c${index}`))], limits);
  expect([calls.rare.calls.length, calls.toolCalls.length]).toEqual([7, 7]);
});
