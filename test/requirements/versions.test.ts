import { translator } from '@emend/acp/bridge';
import { expect, test } from 'vitest';
import { updateOf } from './pair.ts';

const text = (said: string) => ({ type: 'text', text: said });
const item = (said: string) => ({ type: 'content', content: text(said) });

/** What a v1 client gets for the updates of a v2 agent, and what the ledger tells of them. */
function toV1(...updates: object[]): { readonly sent: unknown[]; readonly rules: string[] } {
  const bridge = translator({ client: 'v1', agent: 'june' });
  const given = [...updates.map((update) => bridge.fromAgent(updateOf('s', update))), bridge.end()];
  return {
    sent: given.flatMap(({ toClient }) =>
      toClient.map((message) => (message as { params?: { update?: unknown } }).params?.update),
    ),
    rules: given.flatMap(({ ledger }) => ledger.map(({ rule }) => rule)),
  };
}

test.each<[string, object]>([
  ['placeholder', { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: '_x' } }],
  ['tool-kind', { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', kind: '_x' }],
  ['tool-status', { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', status: 'of_a_later_draft' }],
  ['plan-content', { sessionUpdate: 'plan_update', plan: { type: '_x', id: 'p' } }],
  ['unknown-update', { sessionUpdate: '_x' }],
])('[P5] to v1, what it does not know is reported by name rather than lost: %s', (rule, update) => {
  expect(toV1(update).rules).toEqual([rule]);
});

test('[P6] [T1] both tool call updates of v1 become one, and a plan becomes the main one; no v1 tag is left', () => {
  const value = (update: object) => {
    const { toClient } = translator({ client: 'june', agent: 'v1' }).fromAgent(updateOf('s', update));
    return (toClient[0] as { params?: { update?: unknown } }).params?.update;
  };
  const call = { toolCallId: 'c', title: 'Run', status: 'in_progress' };
  const entries = [{ content: 'a', priority: 'high', status: 'pending' }];
  const tool = { sessionUpdate: 'tool_call_update', ...call };
  expect([{ sessionUpdate: 'tool_call', ...call }, tool, { sessionUpdate: 'plan', entries }].map(value)).toEqual([
    tool,
    tool,
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries } },
  ]);
});

test.each<[string, object, string[]]>([
  ['without content', { _meta: { x: 1 } }, ['message-meta']],
  ['that clears', { content: [] }, ['rewrite']],
  ['that clears by null', { content: null }, ['rewrite']],
])('[P7] a message update %s is told or reported, never lost', (_, fields, rules) => {
  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a') };
  const update = { sessionUpdate: 'agent_message', messageId: 'm', ...fields };
  expect(toV1(chunk, update).rules).toEqual(rules);
});

test('[P7] with memory a message that changes is said anew, and the ledger tells', () => {
  const { sent, rules } = toV1(
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('wrong') },
    { sessionUpdate: 'agent_message', messageId: 'm', content: [text('right')] },
  );
  expect(sent).toMatchObject([
    { sessionUpdate: 'agent_message_chunk', content: text('wrong') },
    { sessionUpdate: 'agent_message_chunk', content: text('right') },
  ]);
  expect(rules.length).toBeGreaterThan(0);
});

test('[P8] chunks of tool content are sent as whole arrays', () => {
  const { sent } = toV1(
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Run' },
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: item('a') },
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: item('b') },
  );
  expect(sent.at(-1)).toMatchObject({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    content: [item('a'), item('b')],
  });
});
