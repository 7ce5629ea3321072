import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { SessionEvent } from '../session/event.ts';
import { readUpdate } from '../session/read-update.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
import { chunk } from '../session/test-support/fold.ts';
import { anyStream } from '../session/test-support/random-events.ts';
import { anyNovemberStream } from '../session/test-support/random-november.ts';
import { createScreen } from './screen.ts';

test('a screen that has seen every state shows what one shows that sees the last alone', () => {
  fc.assert(
    fc.property(
      fc.oneof(anyStream, anyNovemberStream),
      fc.constantFrom(4, Number.POSITIVE_INFINITY),
      (stream, entries) => {
        const screen = createScreen();
        let state = newSessionState({ entries });
        for (const event of stream) {
          state = applyEvent(state, event);
          expect(screen(state).toArray()).toEqual(createScreen()(state).toArray());
        }
      },
    ),
    { numRuns: counts({ short: 300, long: 30_000 }) },
  );
});

test('a turn that begins, runs and ends makes no row anew that was there before', () => {
  const screen = createScreen();
  let state = newSessionState();
  for (const id of ['a', 'b', 'c']) state = applyEvent(state, readUpdate(chunk(id, 'words')));
  const before = screen(state).toArray();
  const steps: readonly SessionEvent[] = [
    { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }] },
    readUpdate(chunk('d', 'words')),
    { type: 'turn_ended', stopReason: 'end_turn' },
    { type: 'prompt_sent', prompt: [{ type: 'text', text: 'on' }] },
  ];
  for (const step of steps) {
    state = applyEvent(state, step);
    const rows = screen(state);
    for (const [index, row] of before.entries()) expect(rows.at(index)).toBe(row);
  }
  const keys = screen(state)
    .toArray()
    .map(({ key }) => key);
  expect(keys).toEqual(['agent a', 'agent b', 'agent c', 'prompt 0', 'agent d', 'prompt 1']);
});
