import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryTexts } from './frame-outline.ts';

test('[JR17] random arrays are split into the texts of their entries', () => {
  const spaces = fc.integer({ min: 0, max: 2 });
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), spaces, (values, indent) => {
      const text = JSON.stringify(values, null, indent);
      expect(entryTexts(text).map((each) => JSON.parse(each))).toEqual(JSON.parse(text));
    }),
  );
});

test('[JR17] entries of an array keep their text', () => {
  expect(entryTexts(' [ {"a" : [1,"]"]} ,\t1.0e0, "x,\\"", null ,[ ]] ')).toEqual([
    '{"a" : [1,"]"]}',
    '1.0e0',
    '"x,\\""',
    'null',
    '[ ]',
  ]);
});
