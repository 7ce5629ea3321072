import { isDeepStrictEqual } from 'node:util';
import { newSessionState, type SessionState } from '@emend/acp/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../test/support/counts.ts';
import { applyEvent } from '../../acp/src/session/reduce/apply.ts';
import { anyStream } from '../../acp/src/session/test-support/random-events.ts';
import { anyNovemberStream } from '../../acp/src/session/test-support/random-november.ts';
import { withQuestions } from '../../acp/src/session/test-support/random-questions.ts';
import { toSharedState } from './agent-state.ts';
import { createEvents } from './events.ts';
import { toMessages } from './row-messages.ts';
import { NaiveConsumer } from './test-support/naive-consumer.ts';

/** What a consumer should have: the messages in order, results of tools anywhere, and the state. */
function view(messages: readonly { readonly id: string; readonly role: string }[], state: unknown): unknown {
  // AG-UI cannot take away the last message of some roles; an empty one is left.
  const shown = messages.filter(({ id }) => !id.startsWith('acp.reset'));
  const results = shown.filter(({ role }) => role === 'tool').sort((one, other) => (one.id < other.id ? -1 : 1));
  return JSON.parse(JSON.stringify([shown.filter(({ role }) => role !== 'tool'), results, state]));
}

test.each([
  ['June', withQuestions(anyStream)],
  ['November', withQuestions(anyNovemberStream)],
])('a consumer of the events of %s has what the last state alone has', (_, anyEvents) => {
  fc.assert(
    fc.property(
      anyEvents,
      fc.constantFrom({}, { entries: 4, items: 3 }),
      fc.integer({ min: 1, max: 3 }),
      (events, limits, batch) => {
        const eventsOf = createEvents({ threadId: 's' });
        const consumer = new NaiveConsumer();
        let state: SessionState = newSessionState(limits);
        for (const [index, event] of events.entries()) {
          state = applyEvent(state, event);
          if (index % batch !== 0) continue;
          consumer.take(eventsOf(state));
          if (state.phase === 'replaying') continue;
          const [held, alone] = [
            view(consumer.messages, consumer.state),
            view(toMessages(state), toSharedState(state)),
          ];
          if (!isDeepStrictEqual(held, alone)) expect(held).toEqual(alone);
        }
      },
    ),
    { numRuns: counts({ short: 8, long: 350 }) },
  );
});
