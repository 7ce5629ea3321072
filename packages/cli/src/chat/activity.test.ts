import { expect, test } from 'vitest';
import { activitySpans } from './activity.ts';

test.each([
  [false, 'interrupted; reconnecting, attempt 2'],
  [true, '■ cancelling; interrupted; reconnecting, attempt 2'],
])('an interruption is shown, also while a turn is cancelled: %s', (isCancelling, words) => {
  const spans = activitySpans({ attempt: 2, isCancelling }, 0);
  expect(spans.map(({ text }) => text)).toEqual([words]);
});
