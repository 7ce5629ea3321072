import { expect, test } from 'vitest';
import { chunk, toolCall } from '../../testing/log-sessions.ts';
import type { LogEvent } from '../event.ts';
import { erasureRange } from './erasure.ts';
import { SubjectIndex } from './subject-index.ts';

test('what was never replaced is not read again when something else is', () => {
  const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
  const between = Array.from({ length: 100 }, () => chunk('m', 'x'));
  const events: LogEvent[] = [
    toolCall('t', { title: 'Build' }),
    ...between,
    toolCall('t', { content: text('10 %') }),
    toolCall('t', { content: text('20 %') }),
  ];
  const index = new SubjectIndex();
  for (const [position, event] of events.entries()) index.add({ position, at: 0, event });
  const range = () => {
    const place = index.placeOf('tool_call t');
    return place === undefined ? undefined : erasureRange(place);
  };
  expect(range()).toEqual({ first: 0, from: 101 });
  index.forget('tool_call t', 0);
  index.add({ position: 103, at: 0, event: toolCall('t', { title: 'Test' }) });
  expect(range()).toEqual({ first: 0, from: 0 });
});
