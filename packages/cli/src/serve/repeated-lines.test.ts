import { expect, test } from 'vitest';
import { withoutRepeats } from './repeated-lines.ts';

test('[SV16] a line that is repeated is written once, and then once a minute how often it came', () => {
  const lines: string[] = [];
  let waiting: (() => void)[] = [];
  const log = withoutRepeats(
    (line) => lines.push(line),
    (_, wake) => waiting.push(wake),
  );
  const minute = (): readonly string[] => {
    const due = waiting;
    waiting = [];
    for (const wake of due) wake();
    return lines.splice(0);
  };
  for (const line of ['refused', 'refused', 'lost', 'refused']) log(line);
  expect(minute()).toEqual(['refused', 'lost', '2 more times in the last minute: refused']);
  log('refused');
  expect(minute()).toEqual(['1 more time in the last minute: refused']);
  expect([minute(), waiting]).toEqual([[], []]);
  log('refused');
  expect(minute()).toEqual(['refused']);
});
