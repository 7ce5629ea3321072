import { expect, test } from 'vitest';
import { applyEvents } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
import { call, chunk, eventsOf, prompt, stateAfter, text } from '../session/test-support/fold.ts';
import { novemberState, output, terminal } from '../session/test-support/november.ts';
import { changedRows, changedTerminals } from './changed-rows.ts';

test('the rows of what has changed between two states, new ones included', () => {
  const before = stateAfter(prompt('Hi'), chunk('m', 'A'), call('c'));
  const after = applyEvents(
    before,
    eventsOf([
      chunk('m', 'B'),
      { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries: [] } },
      { sessionUpdate: 'user_message', messageId: 'u', content: [text('Hi')] },
    ]),
  );
  expect(changedRows(before, before)).toEqual(new Set());
  expect(changedRows(before, after)).toEqual(new Set(['agent m', 'user u', 'prompt 0', 'plan main']));
  expect(changedRows(newSessionState(), before)).toEqual(new Set(['agent m', 'tool-call c']));
  expect(changedRows(stateAfter(chunk('m', 'A')), before)).toBe(undefined);
});

test('the terminals that have changed between two states', () => {
  const before = novemberState([terminal('t')]);
  expect(changedTerminals(before, before)).toEqual(new Set());
  expect(changedTerminals(newSessionState(), before)).toEqual(new Set(['t']));
  expect(changedTerminals(before, novemberState([terminal('t'), output('t', 'x')]))).toBe(undefined);
});
