import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { faultOffset } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['', 0],
  ['hello', 0],
  ['tru', 0],
  ['nullx', 4],
  ['01', 1],
  ['-', 0],
  ['1 2', 2],
  ['{"a" 1}', 5],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['[}', 1],
  ['{"a":1]', 6],
  [']', 0],
  ['{"a":"b', 7],
  ['"\\x"', 1],
  ['"a\tb"', 2],
  ['[[[', 3],
  ['{"a":{}', 7],
])('[IN6] %j stops being JSON at offset %i', (text, offset) => {
  expect(faultOffset(text)).toBe(offset);
});

// A cut that leaves JSON behind is no fault (a number without its last digit); everything else must be found at its end.
test('[IN6] a text cut short ends too early, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, cut) => {
      const part = text.slice(0, cut % text.length);
      fc.pre(!isJson(part));
      const isInsideToken = /[-+.\w]$|\\u?[0-9a-f]*$/i.test(part);
      if (isInsideToken) expect(faultOffset(part)).toBeLessThanOrEqual(part.length);
      else expect(faultOffset(part)).toBe(part.length);
    }),
    { numRuns: counts({ short: 500, long: 25_000 }) },
  );
});

test('[IN6] up to the fault, the text can be continued to JSON', () => {
  const noise = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'true', ' ', '\\', '"'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(noise, (parts) => {
      const text = parts.join('');
      fc.pre(!isJson(text));
      const offset = faultOffset(text);
      // The character at the fault is what breaks it: the same start without that character is a proper beginning.
      expect(faultOffset(text.slice(0, offset))).toBe(offset);
    }),
    { numRuns: counts({ short: 500, long: 25_000 }) },
  );
});

test('[IN6] long and deep texts are scanned without a stack', () => {
  expect(faultOffset(`"${'x'.repeat(10_000_000)}`)).toBe(10_000_001);
  expect(faultOffset('['.repeat(1_000_000))).toBe(1_000_000);
});
