import { expect, test } from 'vitest';
import type { ConversationRow } from '../../api/conversation.ts';
import { lastRows, rangeAround } from './asked-range.ts';
import { SameRows } from './same-rows.ts';
import { toolRuns } from './tool-runs.ts';

test('[IP88] rows are asked for around those in sight, by steps, and with an open end near the end', () => {
  const end = lastRows.end;
  expect([rangeAround(0, 5, 1_000), rangeAround(503, 511, 1_000), rangeAround(980, 999, 1_000)]).toEqual([
    { start: 0, end: 30 },
    { start: 480, end: 540 },
    { start: 960, end },
  ]);
});

test('[IP88] rows that have not changed stay the same objects', () => {
  const row = (key: string, text: string): ConversationRow => ({
    key,
    type: 'message',
    message: { messageId: key, kind: 'agent', content: [{ type: 'text', text }] },
    isInContext: true,
    isChanged: false,
    cut: 0,
    origin: { created: 1, changed: 1, fields: {} },
  });
  const same = new SameRows();
  const first = same.of([row('a', 'one'), row('b', 'two')]);
  const second = same.of([row('a', 'one'), row('b', 'two more'), row('c', 'three')]);
  expect(second.map((each, index) => each === first[index])).toEqual([true, false, false]);
  expect(second).toEqual([row('a', 'one'), row('b', 'two more'), row('c', 'three')]);
});

test('[IP88] the chunks of a text of a tool are joined, and nothing else is', () => {
  const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } }) as const;
  const noted = { type: 'content', content: { type: 'text', text: 'c', annotations: { priority: 1 } } } as const;
  const diff = { type: 'diff', path: '/a', newText: 'b' } as const;
  expect(toolRuns([text('a'), text('b'), diff, text('c'), noted])).toEqual([
    { type: 'text', text: 'ab', first: 0, last: 1 },
    { type: 'item', item: diff, first: 2, last: 2 },
    { type: 'text', text: 'c', first: 3, last: 3 },
    { type: 'item', item: noted, first: 4, last: 4 },
  ]);
});
