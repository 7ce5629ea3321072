import { applyEvent, newSessionState } from '@emend/acp/session';
import { expect, test } from 'vitest';
import { chunk, eventsOf, prompt, type Step, text } from '../../acp/src/session/test-support/fold.ts';
import { createThreadMessages, toThreadMessages } from './thread-messages.ts';

const userChunk = (messageId: string, said: string): Step => ({
  sessionUpdate: 'user_message_chunk',
  messageId,
  content: text(said),
});

test('the end of a turn is seen in a message that another one of the user follows', () => {
  const follow = createThreadMessages();
  let state = newSessionState();
  for (const event of eventsOf([prompt('a'), userChunk('u', 'a'), chunk('m', 'b'), userChunk('v', 'c')]))
    state = applyEvent(state, event);
  expect(follow(state)[1]?.status).toEqual({ type: 'complete', reason: 'stop' });
  state = applyEvent(state, { type: 'turn_ended', stopReason: 'cancelled' });
  expect(follow(state)[1]?.status).toEqual({ type: 'incomplete', reason: 'cancelled' });
  expect(follow(state)).toEqual(toThreadMessages(state));
});
