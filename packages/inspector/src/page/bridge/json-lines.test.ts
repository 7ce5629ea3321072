import { expect, test } from 'vitest';
import { comparedLines } from './json-lines.ts';
import { messageWords } from './message-words.ts';

const written = (value: unknown, ...others: unknown[]) =>
  comparedLines(value, others).map(({ depth, text, isSame }) => `${isSame ? '=' : '≠'}${'  '.repeat(depth)}${text}`);

test('[IP101] lines that the other side has at the same place are the same, whatever stands around them', () => {
  expect(written({ a: 1, b: { c: [true, {}], d: 'x' } }, { b: { c: [true, []], d: 'x', e: 1 }, a: 2 })).toEqual([
    '={',
    '≠  "a": 1,',
    '=  "b": {',
    '=    "c": [',
    '=      true,',
    '≠      {}',
    '=    ],',
    '=    "d": "x"',
    '=  }',
    '=}',
  ]);
  expect(written({ a: 1 }, { a: 2 }, { a: 1 })).toEqual(['={', '=  "a": 1', '=}']);
  expect(written(null)).toEqual(['≠null']);
});

test('[IP101] a message is named by its update, its method, or as an answer', () => {
  const words = (message: unknown) => Object.values(messageWords(message)).join(' | ');
  const update = { sessionUpdate: 'agent_message', content: [{ type: 'text', text: 'a' }, { text: 'b' }] };
  expect([
    words({ method: 'session/update', params: { update } }),
    words({ id: 1, method: 'session/prompt', params: { prompt: [{ type: 'text', text: 'Hi' }] } }),
    words({ id: 'x', result: { stopReason: 'end_turn' } }),
    words({ id: 2, error: { code: 1, message: 'No.' } }),
    words([{}, {}]),
    words(null),
  ]).toEqual([
    'agent_message | ab',
    'session/prompt | Hi',
    'answer "x" | stopReason',
    'error 2 | No.',
    'batch of 2 | ',
    'at the end of the recording | ',
  ]);
});
