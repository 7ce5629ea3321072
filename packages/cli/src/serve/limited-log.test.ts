import { expect, test } from 'vitest';
import { limitedLog } from './limited-log.ts';

/** A log with a clock that is wound by hand. */
function limited() {
  const lines: string[] = [];
  const ends: (() => void)[] = [];
  const log = limitedLog(
    (line) => lines.push(line),
    'what was refused or dropped',
    (milliseconds, wake) => {
      expect(milliseconds).toBe(10_000);
      ends.push(wake);
    },
  );
  const write = (count: number): void => {
    for (let number = 1; number <= count; number += 1) log(`line ${number}`);
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
  /** Ends the while that runs. */
  const end = (): void => {
    expect(ends.length).toBe(1);
    ends.pop()?.();
  };
  return { lines, write, numbered, end };
}

test.each([
  [19, []],
  [20, []],
  [21, ['1 more line about what was refused or dropped left out.']],
  [5_000, ['4980 more lines about what was refused or dropped left out.']],
])('[SV16] [W46] of %s lines in a while 20 are written, and then how many were left out', (count, rest) => {
  const { lines, write, numbered, end } = limited();
  write(count);
  expect(lines).toEqual(numbered(Math.min(count, 20)));
  end();
  expect(lines).toEqual([...numbered(Math.min(count, 20)), ...rest]);
  const before = lines.length;
  write(2);
  expect(lines.slice(before)).toEqual(numbered(2));
  end();
  expect(lines.length).toBe(before + 2);
});
