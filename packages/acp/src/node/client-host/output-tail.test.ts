import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { OutputTail } from './output-tail.ts';

/** The longest end of a text that fits, character by character. */
function endOf(text: string, limit: number): string {
  let end = '';
  for (const character of [...text].reverse()) {
    if (Buffer.byteLength(character + end) > limit) break;
    end = character + end;
  }
  return end;
}

test('what is kept is the longest end of whole characters that fits', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece), fc.nat(20), (pieces, limit) => {
      const tail = new OutputTail(limit);
      let all = '';
      for (const text of pieces) {
        tail.add(text);
        all += text;
        // Looking at it changes nothing.
        if (text.length % 2 === 0) void tail.kept;
      }
      expect(tail.kept).toEqual({ output: endOf(all, limit), truncated: Buffer.byteLength(all) > limit });
    }),
    { numRuns: counts({ short: 500, long: 20_000 }) },
  );
});
