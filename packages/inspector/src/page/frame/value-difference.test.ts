import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { textDifference, valueText } from './value-difference.ts';

/** Half of a character. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

test('[IP59] both texts can be read from their difference', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁', ' '), maxLength: 12 });
  fc.assert(
    fc.property(few, few, few, few, (head, old, next, tail) => {
      const { before, removed, added, after } = textDifference(head + old + tail, head + next + tail);
      expect([before + removed + after, before + added + after]).toEqual([head + old + tail, head + next + tail]);
      for (const part of [before, removed, added, after]) expect(part).not.toMatch(halves);
    }),
    { numRuns: counts({ short: 300, long: 10_000 }) },
  );
});

test('[IP59] what stays is cut to its end and its beginning', () => {
  const same = 'x'.repeat(100);
  expect(textDifference(`${same}old${same}`, `${same}new${same}`)).toEqual({
    before: `…${'x'.repeat(40)}`,
    removed: 'old',
    added: 'new',
    after: `${'x'.repeat(40)}…`,
  });
  expect(textDifference('was inserted here', 'was ended here')).toEqual({
    before: 'was ',
    removed: 'inserted',
    added: 'ended',
    after: ' here',
  });
  expect(textDifference('Hel', 'Hello').added).toBe('lo');
  expect(textDifference('Hello', 'Hello, world')).toEqual({
    before: 'Hello',
    removed: '',
    added: ', world',
    after: '',
  });
});

test('[IP59] a value is a text as it is, or JSON, and not longer than can be shown', () => {
  expect([valueText('a\nb'), valueText({ a: [1] }), valueText(null), valueText('x'.repeat(5_000)).length]).toEqual([
    'a\nb',
    '{\n  "a": [\n    1\n  ]\n}',
    'null',
    4_001,
  ]);
});
