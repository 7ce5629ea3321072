import { expect, test } from 'vitest';
import { methods as june } from '../../../protocol/june/generated/methods.ts';
import { wayToJune } from '../test-support/crossings.ts';
import { crossPermissionRequest } from './permission.ts';

const options = [
  { optionId: 'a', name: 'Yes', kind: 'allow_once' },
  { optionId: 'r', name: 'No', kind: 'reject_once' },
];
const request = (fields: object) => ({ sessionId: 's', title: 'Write out.txt', options, ...fields });
const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });

function asked(fields: object, way = wayToJune()) {
  const before = way.sent.length;
  const { params, settled } = crossPermissionRequest(way.crossing, request(fields) as never);
  expect(june['session/request_permission'].params.decode(params)).toMatchObject({ ok: true, value: params });
  const announced = way.sent.slice(before);
  return {
    params,
    announced,
    notes: way.notes,
    close(result: unknown) {
      const from = way.sent.length;
      settled?.(way.crossing, result);
      return way.sent.slice(from);
    },
  };
}

const toolCall = { toolCallId: 't', title: 'Write out.txt', kind: 'edit', status: 'pending' };

test('[BR180] [N98] a request about a tool call has the tool call, and nothing is announced', () => {
  const { params, announced, notes, close } = asked({ subject: { type: 'tool_call', toolCall }, _meta: { a: 1 } });
  expect(params).toEqual({ sessionId: 's', toolCall, options, _meta: { a: 1 } });
  expect([announced, notes, close(selected('a'))]).toEqual([[], [], []]);
});

test('[BR180] [N98] another title and a description are kept in _meta, which is a loss', () => {
  const way = wayToJune();
  way.update({ sessionUpdate: 'tool_call_update', ...toolCall });
  const { params, notes } = asked(
    { title: 'May I?', description: 'It is new.', subject: { type: 'tool_call', toolCall: { toolCallId: 't' } } },
    way,
  );
  const text = { title: 'May I?', description: 'It is new.' };
  expect(params).toEqual({
    sessionId: 's',
    toolCall: { toolCallId: 't' },
    options,
    _meta: { 'emend/permission': text },
  });
  expect(notes).toEqual([
    { kind: 'loss', rule: 'permission-text', toolCallId: 't', path: 'title', lost: text, done: 'kept in _meta' },
  ]);
});

test('[BR180] the tool call of a request patches the stored one, and output that waits is shown first', () => {
  const way = wayToJune();
  const terminal = { type: 'terminal', terminalId: 'x' };
  const output = (text: string) => ({
    sessionUpdate: 'terminal_output_chunk',
    terminalId: 'x',
    data: Buffer.from(text).toString('base64'),
  });
  way.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Old', content: [terminal] });
  way.update(output('a'.repeat(1000)));
  expect(way.update(output('b'))).toEqual([]);
  const { params, announced } = asked(
    { title: 'New', subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'New', name: 'Bash' } } },
    way,
  );
  expect(announced).toHaveLength(1);
  expect(params.toolCall).toEqual({ toolCallId: 't', title: 'New', _meta: { 'emend/name': 'Bash' } });
  expect(params._meta).toBeUndefined();
});

const command = { type: 'command', command: 'rm -r /w', cwd: '/w' };

test.each([
  ['allowed', selected('a'), 'completed'],
  ['rejected', selected('r'), 'failed'],
  ['cancelled', { outcome: { outcome: 'cancelled' } }, 'failed'],
  ['answered with something else', null, 'failed'],
])(
  '[BR180] [N98] a request about a command has a tool call made up for it, which ends when it is %s',
  (_, result, status) => {
    const { params, announced, notes, close } = asked({ title: 'rm -r /w', subject: command });
    expect(announced).toEqual([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'perm-1',
        title: 'rm -r /w',
        kind: 'execute',
        status: 'pending',
        rawInput: { command: 'rm -r /w', cwd: '/w' },
      },
    ]);
    expect(params).toEqual({
      sessionId: 's',
      toolCall: { toolCallId: 'perm-1' },
      options,
      _meta: { 'emend/raw': command },
    });
    expect(notes).toEqual([
      {
        kind: 'repair',
        rule: 'permission-subject',
        toolCallId: 'perm-1',
        path: 'subject',
        lost: 'command',
        done: 'a tool call was made up for it',
      },
    ]);
    expect(close(result)).toEqual([{ sessionUpdate: 'tool_call_update', toolCallId: 'perm-1', status }]);
  },
);

test('[BR180] [N98] a request about the command of a tool call is about that tool call, which nobody closes', () => {
  const way = wayToJune();
  way.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Write out.txt' });
  const subject = { ...command, toolCallId: 't' };
  const { params, announced, close } = asked({ subject }, way);
  expect(params).toEqual({ sessionId: 's', toolCall: { toolCallId: 't' }, options, _meta: { 'emend/raw': subject } });
  expect([announced, close(selected('a'))]).toEqual([[], []]);
  expect(way.rules()).toEqual(['permission-subject']);
  // One that the client has never seen is announced.
  expect(asked({ subject: { ...subject, toolCallId: 'u' } }, way).announced).toHaveLength(1);
});

test.each([
  ['no subject', {}, undefined],
  ['a subject that is null', { subject: null }, undefined],
  ['a subject that June does not know', { subject: { type: '_network', host: 'h' } }, { type: '_network', host: 'h' }],
])('[BR180] [N98] a request with %s has a tool call made up for it', (_, fields, kept) => {
  const way = wayToJune();
  way.update({ sessionUpdate: 'tool_call_update', toolCallId: 'perm-1', title: 'Not made up' });
  const { params, announced } = asked(fields, way);
  expect(announced).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'perm-2',
      title: 'Write out.txt',
      kind: 'other',
      status: 'pending',
    },
  ]);
  expect(params).toEqual({
    sessionId: 's',
    toolCall: { toolCallId: 'perm-2' },
    options,
    ...(kept && { _meta: { 'emend/raw': kept } }),
  });
});
