import { expect, test } from 'vitest';
import type { Dialect } from '../../protocol/dialects.ts';
import type { Side } from '../../protocol/side.ts';
import { streamConverter } from '../stream-converter.ts';
import { text } from '../test-support/talk.ts';

type Line = readonly [Side, object];

const prompt = (id: number, value: string): Line => [
  'client',
  { id, method: 'session/prompt', params: { sessionId: 's', prompt: [text(value)] } },
];
const update = (fields: object): Line => [
  'agent',
  { method: 'session/update', params: { sessionId: 's', update: fields } },
];
const state = (value: string, fields: object = {}) =>
  update({ sessionUpdate: 'state_update', state: value, ...fields });
const answer = (id: number, result: object): Line => ['agent', { id, result }];
const cancel: Line = ['client', { method: 'session/cancel', params: { sessionId: 's' } }];
const message = update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
const echo = (id: string, value: string) =>
  update({ sessionUpdate: 'user_message', messageId: id, content: [text(value)] });
const refused = (id: number, code: number): Line => ['agent', { id, error: { code, message: 'Request cancelled' } }];

const withdrawn: Line = ['agent', { method: '$/cancel_request', params: { requestId: 0 } }];

const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
const toolCall = { toolCallId: 't', title: 'T' };
const juneQuestion: Line = [
  'agent',
  { id: 0, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } },
];
const novemberQuestion: Line = [
  'agent',
  {
    id: 0,
    method: 'session/request_permission',
    params: { sessionId: 's', title: 'T', subject: { type: 'tool_call', toolCall }, options },
  },
];
const outcome: Line = ['client', { id: 0, result: { outcome: { outcome: 'cancelled' } } }];

function converted(from: Dialect, to: Dialect, lines: readonly Line[]): Line[] {
  const converter = streamConverter({ from, to });
  const all = lines.map(([side, fields]) => converter.convert(side, { jsonrpc: '2.0', ...fields }));
  return [...all, converter.end()].flatMap(({ messages }) =>
    messages.map(({ from: side, message: sent }): Line => {
      const { jsonrpc: _, ...fields } = sent as { readonly jsonrpc: string };
      return [side, fields];
    }),
  );
}

test('[BR158] a recorded November conversation becomes June', () => {
  const lines = [
    prompt(1, 'A'),
    state('running'),
    echo('u1', 'A'),
    answer(1, { messageId: 'u1' }),
    prompt(2, 'B'),
    message,
    state('requires_action'),
    novemberQuestion,
    cancel,
    refused(2, -32800),
    withdrawn,
    outcome,
    state('idle', { stopReason: 'cancelled' }),
    prompt(3, 'C'),
    echo('u3', 'C'),
    answer(3, { messageId: 'u3' }),
    state('running'),
    state('idle', { stopReason: 'end_turn' }),
  ];
  expect(converted('november', 'june', lines)).toEqual([
    prompt(1, 'A'),
    echo('u1', 'A'),
    prompt(2, 'B'),
    message,
    juneQuestion,
    cancel,
    answer(2, { stopReason: 'cancelled' }),
    withdrawn,
    outcome,
    answer(1, { stopReason: 'cancelled' }),
    prompt(3, 'C'),
    echo('u3', 'C'),
    answer(3, { stopReason: 'end_turn' }),
  ]);
});

test('[BR158] a recorded June conversation becomes November', () => {
  const lines = [
    prompt(1, 'A'),
    message,
    prompt(2, 'B'),
    juneQuestion,
    cancel,
    outcome,
    answer(1, { stopReason: 'cancelled' }),
    answer(2, { stopReason: 'cancelled' }),
    prompt(3, 'C'),
    echo('u3', 'C'),
    answer(3, { stopReason: 'end_turn' }),
  ];
  expect(converted('june', 'november', lines)).toEqual([
    prompt(1, 'A'),
    echo('emend-p1', 'A'),
    answer(1, { messageId: 'emend-p1' }),
    state('running'),
    message,
    prompt(2, 'B'),
    state('requires_action'),
    novemberQuestion,
    cancel,
    state('running'),
    outcome,
    state('idle', { stopReason: 'cancelled' }),
    refused(2, -32800),
    prompt(3, 'C'),
    echo('u3', 'C'),
    answer(3, { messageId: 'u3' }),
    state('running'),
    state('idle', { stopReason: 'end_turn' }),
  ]);
});
