import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
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
