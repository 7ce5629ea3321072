import { applyEvent, newSessionState, type SessionState } from '@emend/acp';
import { type Message, readUpdate } from '@emend/acp/session';
import { expect, test } from 'vitest';
import { ParagraphText, PlanBreaks } from './plan-breaks.ts';

const plan = { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [] } };
const chunk = (text: string, kind = 'message') => ({
  sessionUpdate: `agent_${kind}_chunk`,
  messageId: kind,
  content: { type: 'text', text },
});
const whole = (...texts: string[]) => ({
  sessionUpdate: 'agent_message',
  messageId: 'message',
  content: texts.map((text) => ({ type: 'text', text })),
});

/** The texts of all messages after these updates; a string is a chunk of the agent's message. */
function shown(updates: readonly (string | object)[], items = 100): string[] {
  const breaks = new PlanBreaks();
  let state: SessionState = newSessionState({ items });
  for (const update of updates) {
    const event = readUpdate(typeof update === 'string' ? chunk(update) : update);
    state = applyEvent(state, event);
    if (event.type === 'update') breaks.updated(event.update, state);
  }
  return state.messages.toArray().map(({ kind, content }: Message) => new ParagraphText(kind, breaks).all(content));
}

test('a plan between two chunks of a message is a paragraph break', () => {
  expect(shown(['One.', plan, 'Two', ' more.', plan, plan, 'Three.'])).toEqual(['One.\n\nTwo more.\n\nThree.']);
  expect(shown([chunk('Hm.', 'thought'), 'One.', plan, chunk('So.', 'thought'), 'Two.'])).toEqual([
    'Hm.\n\nSo.',
    'One.\n\nTwo.',
  ]);
});

test('white space that is there already is enough, and nothing is added at the ends', () => {
  expect(shown(['One. ', plan, 'Two.', plan, '\nThree.\n', plan, 'Four.'])).toEqual(['One. Two.\nThree.\nFour.']);
  expect(shown([plan, 'One.', plan])).toEqual(['One.']);
  expect(shown(['', plan, 'One.', plan, '', '', 'Two.', '', plan, '', 'Three.'])).toEqual(['One.\n\nTwo.\n\nThree.']);
});

test('a message that is replaced has no breaks but those that come after', () => {
  expect(shown(['One.', plan, 'Two.', whole('One.', 'Three.')])).toEqual(['One.Three.']);
  expect(shown(['One.', plan, whole('Two.'), 'Three.', plan, 'Four.'])).toEqual(['Two.Three.\n\nFour.']);
});

test('a break stays where it is when a limit drops the beginning', () => {
  expect(shown(['a', 'b', 'c', 'd', plan, 'e'], 4)).toEqual(['cd\n\ne']);
});
