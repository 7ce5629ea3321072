import { expect, test } from 'vitest';
import { refusalWords } from './refusal-words.ts';

test.each([
  ['Broken', undefined, 'Broken (1)'],
  ['Broken', null, 'Broken (1)'],
  ['Broken', 'twice', 'Broken: twice (1)'],
  ['Broken', 7, 'Broken: 7 (1)'],
  ['Broken: twice', 'twice', 'Broken: twice (1)'],
  ['Internal error', { details: 'No model.', message: 'x' }, 'Internal error: No model. (1)'],
  ['Internal error', { details: 7, reason: 'why' }, 'Internal error: why (1)'],
  ['Internal error', { status: 500 }, 'Internal error: {"status":500} (1)'],
  ['v1: Invalid params', [1], 'v1: Invalid params: [1] (1)'],
  ['Broken', { status: 500 }, 'Broken (1)'],
  ['It is broken. Try again.', { reason: 'owner_lost' }, 'It is broken. Try again. (1)'],
  ['It is broken.', { details: 'The disk is full.' }, 'It is broken. The disk is full. (1)'],
])('%s with %j', (message, data, words) => {
  expect(refusalWords({ message, data, code: 1 }, (text) => text)).toBe(words);
});
