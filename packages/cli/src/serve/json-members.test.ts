import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueSpans, withValue } from './json-members.ts';

const texts = (text: string, ...path: string[]) =>
  valueSpans(text, path).map(({ start, end }) => text.slice(start, end));

test.each([
  ['{"id":1,"params":{"cwd":"/a"}}', ['params', 'cwd'], ['"/a"']],
  [' { "params" : { "x" : [ "]" , {"cwd":2} ] , "cwd" : "a\\\\\\"}" } } ', ['params', 'cwd'], ['"a\\\\\\"}"']],
  ['{"params":{"cwd":1},"params":{"cwd":2,"\\u0063wd":3}}', ['params', 'cwd'], ['1', '2', '3']],
  ['{"params":[1]}', ['params', 'cwd'], []],
  ['[]', ['cwd'], []],
  ['{}', ['cwd'], []],
  ['{"a":{}}', ['a'], ['{}']],
])('the values in %s at %j are %j', (text, path, values) => {
  expect(texts(text, ...path)).toEqual(values);
});

test('a value is replaced and all else stays as it is written', () => {
  expect(withValue('{ "id": 1.0, "params": {"cwd" :"/a" , "n":1e400} }', ['params', 'cwd'], '"/b"')).toBe(
    '{ "id": 1.0, "params": {"cwd" :"/b" , "n":1e400} }',
  );
});

const spaces = fc.constantFrom(undefined, 1, '\t');

test('random values are found and replaced as JSON.parse sees them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), spaces, (object, value, indent) => {
      for (const name of Object.keys(object)) {
        const text = JSON.stringify({ outer: object }, null, indent);
        const { outer } = JSON.parse(text);
        expect(texts(text, 'outer', name).map((each) => JSON.parse(each))).toEqual([outer[name]]);
        const replaced = JSON.parse(withValue(text, ['outer', name], JSON.stringify(value)));
        // A name such as __proto__ is a member like others.
        const entries = Object.entries(outer).map(([key, old]) => [
          key,
          key === name ? JSON.parse(JSON.stringify(value)) : old,
        ]);
        expect(Object.entries(replaced.outer)).toEqual(entries);
      }
    }),
  );
});
