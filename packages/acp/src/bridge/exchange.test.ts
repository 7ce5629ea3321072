import { expect, test } from 'vitest';
import { ends } from './test-support/ends.ts';
import { talk, text } from './test-support/talk.ts';

const update = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: fields },
});

test.each(['v1', 'june'] as const)(
  '[BR10] with a %s client, ids, cancels, extensions, errors and _meta cross unharmed',
  (client) => {
    const { fromClient, fromAgent, ledger } = talk(ends(client));
    const messages = {
      client: [
        { jsonrpc: '2.0', id: 0, method: '_x/ask', params: { a: null } },
        { jsonrpc: '2.0', id: '0', method: 'vendor/plain', params: [1] },
        { jsonrpc: '2.0', id: null, method: 'no/params' },
        { jsonrpc: '2.0', id: '', method: 'session/list', params: { _meta: { traceparent: 't' } } },
        { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: '' } },
        { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's', _meta: { k: 1 } } },
      ],
      agent: [
        { jsonrpc: '2.0', id: 0, error: { code: -1, message: 'no', data: { deep: [1] } } },
        { jsonrpc: '2.0', id: '0', result: null },
        { jsonrpc: '2.0', id: null, result: [false] },
        { jsonrpc: '2.0', id: '', result: { sessions: [], nextCursor: 'c', _meta: { k: 1 } } },
        { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 3 } },
        { jsonrpc: '2.0', method: 'vendor/told' },
      ],
    };
    for (const message of messages.client) expect(fromClient(message)).toEqual({ client: [], agent: [message] });
    for (const message of messages.agent) expect(fromAgent(message)).toEqual({ client: [message], agent: [] });
    expect(ledger).toEqual([]);
  },
);

test('[BR10] one id used by both sides at once is told apart, and one used twice keeps its order', () => {
  const { fromClient, fromAgent } = talk({ client: 'v1', agent: 'june' });
  fromClient({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
  fromAgent({ jsonrpc: '2.0', id: 1, method: '_ask' });
  expect(fromClient({ jsonrpc: '2.0', id: 1, result: 'mine' })).toEqual({
    client: [],
    agent: [{ jsonrpc: '2.0', id: 1, result: 'mine' }],
  });
  fromClient({ jsonrpc: '2.0', id: 1, method: '_twice' });
  expect(fromAgent({ jsonrpc: '2.0', id: 1, result: { stopReason: '_odd' } }).client).toEqual([
    { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn', _meta: { 'emend/stopReason': '_odd' } } },
  ]);
  expect(fromAgent({ jsonrpc: '2.0', id: 1, result: { stopReason: '_odd' } }).client).toEqual([
    { jsonrpc: '2.0', id: 1, result: { stopReason: '_odd' } },
  ]);
});

test('[BR11] a batch of the client is taken apart and answered as one', () => {
  const { fromClient, fromAgent } = talk({ client: 'june', agent: 'v1' });
  const ask = (id: number) => ({ jsonrpc: '2.0', id, method: '_x' });
  const told = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  const malformed = { jsonrpc: '2.0', id: 3, method: 'session/prompt', params: {} };
  expect(fromClient([ask(1), told, ask(2), malformed, 7])).toEqual({ client: [], agent: [ask(1), told, ask(2)] });
  expect(fromAgent({ jsonrpc: '2.0', id: 2, result: 'two' }).client).toEqual([]);
  expect(fromAgent({ jsonrpc: '2.0', id: 1, result: 'one' }).client).toMatchObject([
    [
      { id: 3, error: { code: -32602 } },
      { id: null, error: { code: -32600 } },
      { id: 2, result: 'two' },
      { id: 1, result: 'one' },
    ],
  ]);
});

test('[BR11] a batch that wants no answer gets none, and an empty one a single error', () => {
  const { fromClient, fromAgent } = talk({ client: 'v1', agent: 'june' });
  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a') };
  expect(fromAgent([update(chunk), update(chunk)])).toEqual({ client: [update(chunk), update(chunk)], agent: [] });
  expect(fromClient([])).toEqual({
    client: [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }],
    agent: [],
  });
  expect(fromAgent([{ jsonrpc: '2.0', id: 1, method: '_x' }]).client).toEqual([
    { jsonrpc: '2.0', id: 1, method: '_x' },
  ]);
  const answer = { jsonrpc: '2.0', id: 1, result: 'y' };
  expect(fromClient([answer]).agent).toEqual([[answer]]);
});

test('[BR12] an answer never overtakes the updates before it', () => {
  const { ask, answer, update: told } = talk({ client: 'v1', agent: 'june', rewrite: 'hold' });
  ask(1, 'session/prompt', { sessionId: 's', prompt: [] });
  told('tool_call_update', {
    toolCallId: 'c',
    title: 'T',
    content: [
      { type: 'diff', path: '/a', newText: '' },
      { type: 'diff', path: '/b', newText: '' },
    ],
  });
  expect(
    told('tool_call_content_chunk', { toolCallId: 'c', content: { type: 'diff', path: '/c', newText: '' } }),
  ).toEqual([]);
  expect(told('agent_message_chunk', { messageId: 'm', content: text('a') })).toHaveLength(1);
  expect(answer(1, { stopReason: 'end_turn' }).client).toEqual([
    update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a') }),
    { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } },
  ]);
});

test('[BR12] nothing else that the agent sends overtakes tool content that waits', () => {
  const notification = { jsonrpc: '2.0', method: '_note' };
  const request = { jsonrpc: '2.0', id: 7, method: '_ask' };
  const option = { configOptions: [] };
  const last: readonly [asked: string, sent: object][] = [
    ['_x', { jsonrpc: '2.0', id: 1, result: {} }],
    ['session/set_config_option', { jsonrpc: '2.0', id: 1, result: option }],
    ['session/close', { jsonrpc: '2.0', id: 1, result: {} }],
    ['session/delete', { jsonrpc: '2.0', id: 1, result: {} }],
    ['_x', notification],
    ['_x', request],
  ];
  const item = (path: string) => ({ type: 'diff', path, newText: '' });
  for (const [method, sent] of last) {
    const { ask, fromAgent, update: told } = talk({ client: 'v1', agent: 'june' });
    told('tool_call_update', { toolCallId: 'c', title: 'T', content: [item('/a'), item('/b')] });
    ask(1, method, { sessionId: 's', configId: 'o', value: 'v' });
    expect(told('tool_call_content_chunk', { toolCallId: 'c', content: item('/c') })).toEqual([]);
    expect(fromAgent(sent).client).toEqual([
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [item('/a'), item('/b'), item('/c')] }),
      sent,
    ]);
  }
});

test('[BR12] what is held back of a session that is closed or deleted is sent before the answer', () => {
  for (const method of ['session/close', 'session/delete']) {
    const { ask, answer, update: told } = talk({ client: 'v1', agent: 'june', rewrite: 'hold' });
    ask(1, method, { sessionId: 's' });
    const chunk = { messageId: 'm', content: text('a') };
    expect(told('agent_message_chunk', chunk)).toEqual([]);
    expect(answer(1, {}).client).toEqual([
      update({ sessionUpdate: 'agent_message_chunk', ...chunk }),
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  }
});

test('[BR13] malformed requests and answers become errors, malformed updates entries', () => {
  for (const client of ['v1', 'june'] as const) {
    const { ask, answer, update: told, rules } = talk(ends(client));
    expect(ask(1, 'session/new', { cwd: 3 })).toMatchObject({
      client: [{ id: 1, error: { code: -32602 } }],
      agent: [],
    });
    ask(2, 'session/new', { cwd: '/', mcpServers: [] });
    expect(answer(2, { sessionId: 7 }).client).toMatchObject([{ id: 2, error: { code: -32603 } }]);
    expect(told('agent_message_chunk', { messageId: 'm' })).toEqual([]);
    expect(rules()).toEqual(['malformed', 'malformed']);
  }
});

test('[BR13] what the draft reads leniently is read so, and reported', () => {
  const { update: told, entries } = talk({ client: 'v1', agent: 'june' });
  expect(told('agent_message', { messageId: 'm', content: [text('a'), { type: 'text' }] })).toEqual([
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a') },
  ]);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'malformed', path: 'update.content[1].text' }]);
});

test('[BR14] what needs no change is passed on as the very message that came', () => {
  const down = talk({ client: 'v1', agent: 'june' });
  const up = talk({ client: 'june', agent: 'v1' });
  const messages = [
    update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('a'), _meta: { k: 1 } }),
    update({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
    update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'a', description: 'A' }] }),
  ];
  for (const message of messages) {
    expect(down.fromAgent(message).client[0]).toBe(message);
    expect(up.fromAgent(message).client[0]).toBe(message);
  }
  down.update('tool_call_update', { toolCallId: 'c', title: 'T' });
  const changed = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' });
  expect(down.fromAgent(changed).client[0]).toBe(changed);
  expect([...down.ledger, ...up.ledger]).toEqual([]);
});

test('[BR16] an answer that nobody waits for is passed on and reported', () => {
  const { answer, entries } = talk({ client: 'v1', agent: 'june' });
  expect(answer(9, {}).client).toEqual([{ jsonrpc: '2.0', id: 9, result: {} }]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'unmatched-response', path: 'id' }]);
});

test.each([
  { client: 'november', agent: 'june' },
  { client: 'november', agent: 'v1' },
  { client: 'june', agent: 'november' },
] as const)('[BR16] to a $client client, a second answer of a $agent agent to a prompt is only reported', (both) => {
  const { ask, answer, fromAgent, fromClient, ledger } = talk(both);
  ask(1, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'x' }] });
  const end = both.agent === 'november' ? { messageId: 'u' } : { stopReason: 'end_turn' };
  answer(1, end);
  ledger.splice(0);
  expect(answer(1, end)).toEqual({ client: [], agent: [] });
  expect(fromClient({ jsonrpc: '2.0', id: 7, result: {} })).toEqual({ client: [], agent: [] });
  const dropped = ledger.filter(({ done }) => done === 'not sent');
  expect(dropped.map(({ kind, rule, lost }) => [kind, rule, lost])).toEqual([
    ['repair', 'unmatched-response', 1],
    ['repair', 'unmatched-response', 7],
  ]);
  // What is about no request can be about anything.
  const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
  expect(fromAgent(error).client).toEqual([error]);
});

test.each(['v1', 'june'] as const)('[BR16] with a %s client, an unknown outcome is no approval', (client) => {
  const { fromAgent, fromClient, rules } = talk(ends(client));
  const params = {
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'T' },
    options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }],
  };
  fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params });
  expect(fromClient({ jsonrpc: '2.0', id: 1, result: { outcome: { outcome: 'allow_everything' } } }).agent).toEqual([
    { jsonrpc: '2.0', id: 1, result: { outcome: { outcome: 'cancelled' } } },
  ]);
  expect(rules()).toEqual(['unannounced-tool-call', 'unknown-outcome']);
});
