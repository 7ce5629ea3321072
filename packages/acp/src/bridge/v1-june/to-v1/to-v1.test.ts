import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk, text, updatesOf } from '../../test-support/talk.ts';
import { rewriteRules } from '../options.ts';

const item = (value: string) => ({ type: 'content', content: text(value) });
const chunk = (value: string, messageId = 'm') => ({ messageId, content: text(value) });

test('[BR40] whatever brings a tool call first creates it', () => {
  const { update, fromAgent } = talk({ client: 'v1', agent: 'june' });
  const tagsOf = (messages: readonly unknown[]) => messages.map((message) => object(message)['sessionUpdate']);
  expect(tagsOf(update('tool_call_update', { toolCallId: 'a', title: 'A' }))).toEqual(['tool_call']);
  expect(tagsOf(update('tool_call_content_chunk', { toolCallId: 'b', content: item('x') }))).toEqual(['tool_call']);
  const params = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'C' }, options: [] };
  expect(
    tagsOf(updatesOf(fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params }).client)),
  ).toEqual(['tool_call', undefined]);
  for (const toolCallId of ['a', 'b', 'c'])
    expect(tagsOf(update('tool_call_update', { toolCallId, title: 'T' }))).toEqual(['tool_call_update']);
});

test('[BR41] the raw kind and status stay in _meta for as long as they hold', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june' });
  update('tool_call_update', { toolCallId: 'c', title: 'T', kind: '_draw', status: 'completed', _meta: { k: 1 } });
  expect(update('tool_call_update', { toolCallId: 'c', status: '_paused' })).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      status: 'completed',
      _meta: { k: 1, 'emend/kind': '_draw', 'emend/status': '_paused' },
    },
  ]);
  expect(update('tool_call_update', { toolCallId: 'c', kind: 'edit', status: null })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'edit', status: 'pending', _meta: { k: 1 } },
  ]);
  expect(entries().map((entry) => [entry.kind, entry.rule])).toEqual([
    ['repair', 'tool-kind'],
    ['repair', 'tool-status'],
    ['repair', 'tool-default'],
  ]);
});

test('[BR42] only what v1 has been told can be lost by a clear', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june' });
  update('tool_call_update', { toolCallId: 'c', title: 'T', rawInput: null, _meta: null });
  update('tool_call_update', { toolCallId: 'c', rawOutput: false, _meta: {} });
  expect(update('tool_call_update', { toolCallId: 'c', rawInput: null, rawOutput: null, _meta: null })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c' },
  ]);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'raw-clear', toolCallId: 'c', path: 'rawOutput' }]);
});

test('[BR43] traffic stays linear when every chunk is followed by something else', () => {
  const { update, end } = talk({ client: 'v1', agent: 'june' });
  update('tool_call_update', { toolCallId: 'c', title: 'T' });
  let sent = 0;
  let whole = 0;
  const count = (messages: readonly unknown[]) => {
    for (const message of messages)
      if (object(message)['content'] !== undefined && object(message)['toolCallId'] === 'c')
        sent += JSON.stringify(message).length;
  };
  for (let line = 0; line < 5000; line++) {
    const content = item(`line ${line} of the output`);
    whole += JSON.stringify(content).length;
    count(update('tool_call_content_chunk', { toolCallId: 'c', content }));
    count(update('tool_call_update', { toolCallId: 'c', status: 'in_progress' }));
    count(update('agent_message_chunk', chunk('x')));
  }
  count(updatesOf(end().client));
  expect(sent / whole).toBeLessThan(4);
});

test('[BR43] a flush sends what waits, once, and arrays that went out do not change', () => {
  const { update, flush, bridge } = talk({ client: 'v1', agent: 'june' });
  update('tool_call_update', { toolCallId: 'c', title: 'T' });
  const first = update('tool_call_content_chunk', { toolCallId: 'c', content: item('1') });
  update('tool_call_content_chunk', { toolCallId: 'c', content: item('2') });
  expect(bridge.hasWaiting()).toBe(false);
  expect(update('tool_call_content_chunk', { toolCallId: 'c', content: item('3') })).toEqual([]);
  expect(bridge.hasWaiting()).toBe(true);
  expect(updatesOf(flush().client)).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [item('1'), item('2'), item('3')] },
  ]);
  expect(flush().client).toEqual([]);
  expect(first).toEqual([{ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [item('1')] }]);
});

test('[BR43] a permission request for the call, and no other, takes its content along', () => {
  const { update, fromAgent } = talk({ client: 'v1', agent: 'june' });
  const big = 'x'.repeat(20_000);
  for (const toolCallId of ['c', 'd'])
    update('tool_call_update', { toolCallId, title: 'T', content: [item(big), item(big)] });
  for (const toolCallId of ['c', 'd']) update('tool_call_content_chunk', { toolCallId, content: item('1') });
  const request = (toolCallId: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'session/request_permission',
    params: { sessionId: 's', toolCall: { toolCallId }, options: [] },
  });
  const sent = updatesOf(fromAgent(request('c')).client).map(object);
  expect(sent.map((message) => message['toolCallId'] ?? message['method'])).toEqual([
    'c',
    'd',
    'session/request_permission',
  ]);
});

test('[BR44] a growing whole message is sent by its ends, under every rule', () => {
  for (const rewrite of rewriteRules) {
    const { update, end, ledger } = talk({ client: 'v1', agent: 'june', rewrite });
    const sent = ['H', 'He', 'Hel', 'Hello'].flatMap((value) =>
      update('agent_message', { messageId: 'm', content: [text(value)] }),
    );
    sent.push(...updatesOf(end().client));
    expect(sent.map((message) => object(object(message)['content'])['text']).join('')).toBe('Hello');
    expect(ledger).toEqual([]);
  }
});

test.each([[text('x')], []])('[BR45] aliases avoid ids that are in use, or will be', (...content) => {
  const { update } = talk({ client: 'v1', agent: 'june' });
  update('agent_message', { messageId: 'm~2', content });
  update('agent_message_chunk', chunk('a'));
  expect(update('agent_message', { messageId: 'm', content: [text('b')] })).toEqual([
    { sessionUpdate: 'agent_message_chunk', messageId: 'm~3', content: text('b'), _meta: { 'emend/replaces': 'm' } },
  ]);
});

test('[BR46] after a clear the same id goes on', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june', rewrite: 'clear' });
  update('agent_message_chunk', chunk('a'));
  expect(update('agent_message', { messageId: 'm', content: null })).toEqual([
    { sessionUpdate: 'agent_message_clear', messageId: 'm' },
  ]);
  expect(update('agent_message', { messageId: 'm', content: [] })).toEqual([]);
  expect(update('agent_message_chunk', chunk('b'))).toEqual([{ sessionUpdate: 'agent_message_chunk', ...chunk('b') }]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'rewrite', messageId: 'm', path: 'content' }]);
});

test('[BR24] a clear without an id does not reach back over the start or the end of a turn', () => {
  const { ask, answer, update, rules } = talk({ client: 'v1', agent: 'june', rewrite: 'clear' });
  const say = (messageId: string) => update('agent_message_chunk', { messageId, content: text(messageId) });
  const clear = () => update('agent_message_clear');
  const cleared = (messageId: string) => [{ sessionUpdate: 'agent_message_clear', messageId }];
  say('a');
  expect(clear()).toEqual(cleared('a'));
  say('a');
  ask(1, 'session/prompt', { sessionId: 's', prompt: [] });
  expect(clear()).toEqual([]);
  say('b');
  // A patch of what is beside the content writes nothing.
  update('agent_message', { messageId: 'a', _meta: { k: 1 } });
  expect(clear()).toEqual(cleared('b'));
  say('b');
  answer(1, { stopReason: 'end_turn' });
  expect(clear()).toEqual([]);
  expect(rules().filter((rule) => rule === 'clear-without-message')).toHaveLength(2);
});

test('[BR47] the separator says what it stands for', () => {
  const { update } = talk({ client: 'v1', agent: 'june', rewrite: 'separator' });
  update('agent_message_chunk', chunk('a'));
  expect(update('agent_message', { messageId: 'm', content: [text('b')] })).toEqual([
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: text('\n\n---\n\n'),
      _meta: { 'emend/replaces': 'm' },
    },
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('b') },
  ]);
});

test('[BR48] nothing of a message goes out before the boundary, whatever else passes', () => {
  const { update, flush, end } = talk({ client: 'v1', agent: 'june', rewrite: 'hold' });
  update('tool_call_update', { toolCallId: 'c', title: 'T' });
  expect(update('agent_message_chunk', chunk('my key is 123'))).toEqual([]);
  update('usage_update', { used: 1, size: 1 });
  update('tool_call_update', { toolCallId: 'c', status: 'completed' });
  expect(flush().client).toEqual([]);
  expect(update('agent_message', { messageId: 'm', content: [text('my key is ***')] })).toEqual([]);
  expect(update('agent_message_chunk', chunk('!'))).toEqual([]);
  expect(updatesOf(end().client)).toEqual([
    { sessionUpdate: 'agent_message_chunk', ...chunk('my key is ***') },
    { sessionUpdate: 'agent_message_chunk', ...chunk('!') },
  ]);
});

test('[BR48] the refusal of a prompt that waited releases nothing of the turn that runs', () => {
  const { ask, answer, update, fromAgent } = talk({ client: 'v1', agent: 'june', rewrite: 'hold' });
  for (const id of [1, 2]) ask(id, 'session/prompt', { sessionId: 's', prompt: [] });
  const chunk = { messageId: 'm', content: text('secret') };
  expect(update('agent_message_chunk', chunk)).toEqual([]);
  const refusal = { jsonrpc: '2.0', id: 2, error: { code: -32600, message: 'Busy' } };
  expect(fromAgent(refusal).client).toEqual([refusal]);
  update('agent_message', { messageId: 'm', content: [text('redacted')] });
  expect(updatesOf(answer(1, { stopReason: 'end_turn' }).client)).toEqual([
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('redacted') },
    { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } },
  ]);
});

test('[BR49] a refused rewrite is a loss, and nothing is sent', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june', rewrite: 'error' });
  update('user_message_chunk', chunk('a'));
  expect(update('user_message', { messageId: 'm', content: [] })).toEqual([]);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'rewrite', messageId: 'm', path: 'content' }]);
});

test('[BR50] _meta waits for a chunk that does not say otherwise', () => {
  const { update, end, ledger } = talk({ client: 'v1', agent: 'june' });
  expect(update('agent_message', { messageId: 'm', _meta: { k: 1 } })).toEqual([]);
  expect(update('agent_message_chunk', { ...chunk('a'), _meta: { k: 2 } })).toEqual([
    { sessionUpdate: 'agent_message_chunk', ...chunk('a'), _meta: { k: 2 } },
  ]);
  expect(update('agent_message_chunk', { ...chunk('b'), _meta: { j: 3 } })).toEqual([
    { sessionUpdate: 'agent_message_chunk', ...chunk('b'), _meta: { k: 1, j: 3 } },
  ]);
  end();
  expect(ledger).toEqual([]);
});

test('[BR51] the alias of a shared id stays', () => {
  const { update, rules } = talk({ client: 'v1', agent: 'june' });
  update('agent_thought_chunk', chunk('t', 'x'));
  expect(update('agent_message', { messageId: 'x', content: [text('a')] })).toEqual([
    { sessionUpdate: 'agent_message_chunk', ...chunk('a', 'x~2') },
  ]);
  expect(update('agent_message_chunk', chunk('b', 'x'))).toEqual([
    { sessionUpdate: 'agent_message_chunk', ...chunk('b', 'x~2') },
  ]);
  expect(rules()).toEqual(['shared-message-id']);
});

test('[BR52] an echo is awaited while its prompt is under way, and not in a load', () => {
  const { update, ask, answer, rules } = talk({ client: 'v1', agent: 'june' });
  const prompt = (id: number) => ask(id, 'session/prompt', { sessionId: 's', prompt: [text('Hi')] });
  prompt(1);
  answer(1, { stopReason: 'end_turn' });
  expect(update('user_message', { messageId: 'u', content: [text('Hi')] })).toHaveLength(1);
  prompt(2);
  expect(update('user_message_chunk', chunk('H', 'v'))).toEqual([]);
  // Something else comes before the echo is complete: it was none.
  expect(update('agent_message_chunk', chunk('a'))).toHaveLength(2);
  expect(update('user_message', { messageId: 'w', content: [text('Hi')] })).toEqual([]);
  answer(2, { stopReason: 'end_turn' });
  ask(3, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] });
  expect(update('user_message', { messageId: 'w', content: [text('Hi')] })).toHaveLength(1);
  expect(rules()).toEqual(['echo']);
});

test('[BR52] the echoes of prompts that wait behind each other are not sent', () => {
  const { update, ask, answer, rules } = talk({ client: 'v1', agent: 'june' });
  const words = ['One', 'Two', 'Three', 'Four'];
  for (const [index, word] of words.entries()) ask(index, 'session/prompt', { sessionId: 's', prompt: [text(word)] });
  const echo = (word: string) => update('user_message', { messageId: word, content: [text(word)] });
  expect(echo('One')).toEqual([]);
  // One that waits is refused: what somebody else says in the same words is shown.
  answer(2, { stopReason: 'cancelled' });
  expect(echo('Three')).toHaveLength(1);
  answer(0, { stopReason: 'end_turn' });
  expect(update('user_message_chunk', chunk('T', 'Two'))).toEqual([]);
  expect(update('user_message_chunk', chunk('wo', 'Two'))).toEqual([]);
  answer(1, { stopReason: 'end_turn' });
  expect(echo('Somebody else')).toHaveLength(1);
  expect(echo('Four')).toEqual([]);
  answer(3, { stopReason: 'end_turn' });
  expect(rules()).toEqual(['echo', 'echo', 'echo']);
});

test('[BR53] two _meta on one plan: the second is lost', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june' });
  const plan = { type: 'items', id: 'p', entries: [], _meta: { a: 1 } };
  expect(update('plan_update', { plan })).toEqual([{ sessionUpdate: 'plan', entries: [], _meta: { a: 1 } }]);
  expect(update('plan_update', { plan, _meta: { b: 1 } })).toEqual([
    { sessionUpdate: 'plan', entries: [], _meta: { b: 1 } },
  ]);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'plan-meta', path: 'plan._meta' }]);
});

test('[BR54] known roles of an audience stay', () => {
  const { update } = talk({ client: 'v1', agent: 'june' });
  const block = { ...text('a'), annotations: { audience: ['user', '_auditor'], priority: 1 } };
  expect(update('agent_message_chunk', { messageId: 'm', content: block })).toEqual([
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { ...text('a'), annotations: { audience: ['user'], priority: 1 } },
    },
  ]);
});

test('[BR54] a change of roles that v1 does not know is no rewrite', () => {
  const { update, entries } = talk({ client: 'v1', agent: 'june', rewrite: 'error' });
  const content = (audience: readonly string[]) => [{ ...text('a'), annotations: { audience } }];
  update('agent_message', { messageId: 'm', content: content(['user']) });
  expect(update('agent_message', { messageId: 'm', content: content(['user', '_auditor']) })).toEqual([]);
  expect(update('agent_message_chunk', chunk('b'))).toHaveLength(1);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'role', messageId: 'm', path: 'content.annotations.audience' }]);
});

const option = (currentValue: string) => ({
  id: 'm',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code' },
  ],
});

test('[BR55] a mode set by a v1 client sets the option', () => {
  const { ask, answer, ledger } = talk({ client: 'v1', agent: 'june' });
  const set = { sessionId: 's', modeId: 'code' };
  expect(ask(1, 'session/set_mode', set)).toMatchObject({ client: [{ id: 1, error: { code: -32602 } }], agent: [] });
  ask(2, 'session/resume', { sessionId: 's', cwd: '/' });
  answer(2, { configOptions: [option('ask')] });
  expect(ask(3, 'session/set_mode', set).agent).toEqual([
    {
      jsonrpc: '2.0',
      id: 3,
      method: 'session/set_config_option',
      params: { sessionId: 's', configId: 'm', value: 'code' },
    },
  ]);
  expect(updatesOf(answer(3, { configOptions: [option('code')] }).client)).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [option('code')] },
    { jsonrpc: '2.0', id: 3, result: {} },
  ]);
  ask(4, 'session/set_mode', set);
  // The agent has set another mode than the one asked for.
  expect(updatesOf(answer(4, { configOptions: [option('ask')] }).client)).toContainEqual({
    sessionUpdate: 'current_mode_update',
    currentModeId: 'ask',
  });
  expect(ledger).toEqual([]);
});

test('[BR56] no option of an unknown kind is ever an approval', () => {
  const { fromAgent } = talk({ client: 'v1', agent: 'june' });
  const kinds = ['allow_forever', '_allow', 'ALLOW_ONCE', '', 'allow_once'];
  const options = kinds.map((kind, index) => ({ optionId: `${index}`, name: kind, kind }));
  const params = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'T' }, options };
  const request = object(fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params }).client[1]);
  const sent = object(request['params'])['options'] as { optionId: string; kind: string }[];
  expect(sent.map(({ optionId, kind }) => [optionId, kind])).toEqual([
    ['4', 'allow_once'],
    ...['0', '1', '2', '3'].map((id) => [id, 'reject_once']),
  ]);
});

test('[BR57] options of unknown types are left out of every answer', () => {
  const { ask, answer, rules } = talk({ client: 'v1', agent: 'june' });
  const toggle = { id: 't', name: 'T', type: '_toggle' };
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  expect(answer(1, { sessionId: 's', configOptions: [toggle] }).client).toMatchObject([
    { result: { configOptions: [] } },
  ]);
  ask(2, 'session/set_config_option', { sessionId: 's', configId: 't', value: 'x' });
  expect(answer(2, { configOptions: [toggle] }).client).toEqual([
    { jsonrpc: '2.0', id: 2, result: { configOptions: [] } },
  ]);
  expect(rules()).toEqual(['config-option', 'config-option']);
});

test('[BR58] an unknown update is carried whole', () => {
  const { fromAgent } = talk({ client: 'v1', agent: 'june' });
  const params = { sessionId: 's', update: { sessionUpdate: '_x', deep: { v: [1] } }, _meta: { k: 1 } };
  expect(fromAgent({ jsonrpc: '2.0', method: 'session/update', params }).client).toEqual([
    { jsonrpc: '2.0', method: '_emend/session_update', params },
  ]);
});

test('[BR59] what an agent does not offer refuses, by name', () => {
  const { ask, answer, entries } = talk({ client: 'v1', agent: 'june' });
  const stdio = { name: 'files', command: '/f', args: [], env: [] };
  ask(0, 'initialize', { protocolVersion: 1 });
  expect(answer(0, { protocolVersion: 2, capabilities: { auth: {} } }).client).toMatchObject([
    { id: 0, error: { code: -32603 } },
  ]);
  ask(1, 'initialize', { protocolVersion: 1 });
  answer(1, { protocolVersion: 2, capabilities: { session: { mcp: {} } } });
  for (const method of ['session/new', 'session/load', 'session/resume']) {
    const refused = ask(2, method, { sessionId: 's', cwd: '/', mcpServers: [stdio] });
    expect(refused).toEqual({
      client: [
        { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'The agent takes no MCP servers over stdio: files' } },
      ],
      agent: [],
    });
  }
  expect(entries().map((entry) => entry.rule)).toEqual(['no-sessions', 'mcp-server', 'mcp-server', 'mcp-server']);
});
