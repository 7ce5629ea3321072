import { expect, test } from 'vitest';
import { methods as november } from '../../../protocol/november/generated/methods.ts';
import { wayToJune, wayToNovember } from '../test-support/crossings.ts';
import { crossPermissionRequest as crossToJune } from '../to-june/permission.ts';
import { crossPermissionRequest } from './permission.ts';

const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
const toolCall = { toolCallId: 't', title: 'Write out.txt', kind: 'edit', status: 'pending' };
const request = (fields: object) => ({ sessionId: 's', toolCall, options, ...fields });

function asked(fields: object, way = wayToNovember()) {
  const params = crossPermissionRequest(way.crossing, request(fields) as never);
  if (params !== undefined) {
    expect(november['session/request_permission'].params.decode(params)).toMatchObject({ ok: true, value: params });
  }
  return { params, notes: way.notes, sent: way.sent };
}

test('[BR181] the title of a request is that of its tool call', () => {
  const { params, notes, sent } = asked({ _meta: { a: 1 } });
  expect(params).toEqual({
    sessionId: 's',
    title: 'Write out.txt',
    subject: { type: 'tool_call', toolCall },
    options,
    _meta: { a: 1 },
  });
  expect([notes, sent]).toEqual([[], []]);
});

test('[BR181] the stored title counts if the request has none', () => {
  const way = wayToNovember();
  way.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Stored' });
  expect(asked({ toolCall: { toolCallId: 't' } }, way).params?.title).toBe('Stored');
  expect(asked({ toolCall: { toolCallId: 't', title: 'Newer' } }, way).params?.title).toBe('Newer');
  expect(asked({ toolCall: { toolCallId: 't' } }, way).params?.title).toBe('Newer');
  expect(way.notes).toEqual([]);
});

test.each([
  [{ kind: 'execute' }, 'Run'],
  [{ kind: '_dance' }, 'Tool call'],
  [{ title: null }, 'Tool call'],
  [{}, 'Tool call'],
])('[BR181] a tool call without a title, %j, gives the request the label of its kind', (fields, title) => {
  const { params, notes } = asked({ toolCall: { toolCallId: 'u', ...fields } });
  expect(params?.title).toBe(title);
  expect(notes).toEqual([
    {
      kind: 'repair',
      rule: 'permission-title',
      toolCallId: 'u',
      path: 'title',
      lost: 'no title',
      done: `sent as ${title}`,
    },
  ]);
});

test('[BR181] a request without options is not sent', () => {
  const { params, notes } = asked({ options: [] });
  expect(params).toBeUndefined();
  expect(notes).toEqual([
    {
      kind: 'loss',
      rule: 'permission-options',
      toolCallId: 't',
      path: 'options',
      lost: 'a request that offers nothing to choose',
      done: 'answered with cancelled',
    },
  ]);
});

test.each([
  ['a tool call', { title: 'Other', description: 'd', subject: { type: 'tool_call', toolCall } }],
  ['a command', { title: 'ls', subject: { type: 'command', command: 'ls', cwd: '/w' } }],
  ['something unknown', { title: 'x', description: 'd', subject: { type: '_net', host: 'h' }, _meta: { a: 1 } }],
])('[BR181] a request about %s is the same after the way to June and back', (_, fields) => {
  const given = { sessionId: 's', options, ...fields };
  const [back, forth] = [wayToJune(), wayToNovember()];
  const { params } = crossToJune(back.crossing, given as never);
  for (const announced of back.sent) forth.update(announced);
  expect(crossPermissionRequest(forth.crossing, params)).toEqual(given);
});
