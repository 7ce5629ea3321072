import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk } from '../../test-support/talk.ts';

const diff = (fields: object = {}) => ({
  type: 'diff',
  changes: [{ operation: 'move', oldPath: '/a', path: '/b' }],
  ...fields,
});

test('[BR174] a November diff passes from an agent that writes both, in an update, a piece of content and a question', () => {
  const { update, fromAgent, ledger } = talk({ client: 'november', agent: 'june' });
  const call = { toolCallId: 't', title: 'T', content: [diff(), { type: 'diff', path: '/n', newText: '' }] };
  const [sent] = update('tool_call_update', call);
  expect(object(sent)['content']).toEqual([
    diff(),
    {
      type: 'diff',
      changes: [{ operation: 'add', path: '/n' }],
      patch: { format: 'git_patch', text: 'diff --git /n /n\nnew file mode 100644\n' },
    },
  ]);
  expect(update('tool_call_content_chunk', { toolCallId: 't', content: diff() })).toEqual([
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: diff() },
  ]);
  const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
  const params = { sessionId: 's', toolCall: { toolCallId: 't', content: [diff()] }, options };
  const { client } = fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params });
  const { params: asked } = object(client.find((message) => object(message)['id'] === 1));
  expect(asked).toEqual({
    sessionId: 's',
    title: 'T',
    subject: { type: 'tool_call', toolCall: { toolCallId: 't', content: [diff()] } },
    options,
  });
  expect(ledger).toEqual([]);
});

test('[BR174] [BR175] a November diff that is malformed is left out and reported', () => {
  const { update, entries } = talk({ client: 'november', agent: 'june' });
  const content = [diff({ changes: 7 }), diff()];
  expect(update('tool_call_update', { toolCallId: 't', content })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [diff()] },
  ]);
  const loss = { kind: 'loss', rule: 'malformed' };
  expect(entries()).toEqual([
    { ...loss, path: 'update.content[0].path' },
    { ...loss, path: 'update.content[0].newText' },
  ]);
});
