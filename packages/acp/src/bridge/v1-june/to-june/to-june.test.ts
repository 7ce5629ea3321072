import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk, text, updatesOf } from '../../test-support/talk.ts';

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
};
const chunk = (messageId?: string | null) => ({
  content: text('a'),
  ...(messageId === undefined ? {} : { messageId }),
});
const idsOf = (updates: readonly unknown[]) => updates.map((update) => object(update)['messageId']);

test('[BR20] what begins a message and what does not', () => {
  const { update, ask, answer, rules } = talk({ client: 'june', agent: 'v1' });
  const ids: unknown[] = [];
  const say = () => ids.push(...idsOf(update('agent_message_chunk', chunk())));
  const between: (() => unknown)[] = [
    () => update('plan', { entries: [] }),
    () => update('usage_update', { used: 1, size: 1 }),
    () => update('session_info_update', { title: 'T' }),
    () => update('available_commands_update', { availableCommands: [] }),
    () => update('config_option_update', { configOptions: [] }),
    () => update('current_mode_update', { currentModeId: 'x' }),
    () => update('tool_call', { toolCallId: 'c', title: 'T' }),
    () => update('tool_call_update', { toolCallId: 'c', status: 'completed' }),
    () => ask(1, 'session/prompt', { sessionId: 's', prompt: [] }),
    () => answer(1, { stopReason: 'end_turn' }),
    () => update('user_message_chunk', chunk()),
  ];
  say();
  for (const event of between) {
    event();
    say();
  }
  const numbers = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 6];
  expect(ids).toEqual(numbers.map((number) => `emend-${number}`));
  expect(rules()).toEqual(['message-id', 'mode-without-modes', ...Array(5).fill('message-id')]);
});

test('[BR20] [BR33] a prompt that waits, or is refused meanwhile, is no boundary of the turn that runs', () => {
  const { ask, answer, update, fromAgent, rules } = talk({ client: 'june', agent: 'v1' });
  const prompt = (id: number) => ask(id, 'session/prompt', { sessionId: 's', prompt: [] });
  prompt(1);
  update('tool_call', { toolCallId: 'c', title: 'T' });
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  prompt(2);
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  prompt(3);
  fromAgent({ jsonrpc: '2.0', id: 3, error: { code: -32600, message: 'Busy' } });
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  expect(rules()).toEqual(['message-id']);
  answer(1, { stopReason: 'end_turn' });
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-2']);
  expect(rules()).toEqual(['message-id', 'open-tool-call', 'message-id']);
});

test('[BR21] ids of the agent are kept; chunks without continue them only if so told', () => {
  const strict = talk({ client: 'june', agent: 'v1' });
  const lenient = talk({ client: 'june', agent: 'v1', inheritsIds: true });
  for (const { update } of [strict, lenient]) update('agent_message_chunk', chunk('n'));
  expect(idsOf(strict.update('agent_message_chunk', chunk(null)))).toEqual(['emend-1']);
  expect(idsOf(lenient.update('agent_message_chunk', chunk(null)))).toEqual(['n']);
  expect(idsOf(strict.update('agent_thought_chunk', chunk('n')))).toEqual(['emend-2']);
  expect(idsOf(strict.update('agent_thought_chunk', chunk('emend-1')))).toEqual(['emend-3']);
  expect(idsOf(strict.update('agent_message_chunk', chunk('n')))).toEqual(['n']);
  expect(strict.rules()).toEqual(['message-id', 'shared-message-id', 'taken-message-id']);
});

test('[BR22] the same stream gets the same ids', () => {
  const play = () => {
    const { update, seen } = talk({ client: 'june', agent: 'v1' });
    for (const kind of ['user', 'agent', 'user', 'agent']) update(`${kind}_message_chunk`, chunk());
    return seen.client;
  };
  expect(play()).toEqual(play());
});

test('[BR22] ids that are made up begin as they are told to, and pass over those of the agent', () => {
  const { update } = talk({ client: 'june', agent: 'v1', idPrefix: 'second' });
  expect(idsOf(update('agent_message_chunk', chunk('second-1')))).toEqual(['second-1']);
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['second-2']);
});

test('[BR23] a load starts over, a failed one leaves all as it was, a resume keeps it', () => {
  const { update, ask, fromAgent, answer } = talk({ client: 'june', agent: 'v1' });
  const load = { sessionId: 's', cwd: '/', mcpServers: [] };
  update('tool_call', { toolCallId: 'c', title: 'T', status: 'completed' });
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  ask(1, 'session/load', load);
  expect(idsOf(update('user_message_chunk', chunk()))).toEqual(['emend-1']);
  fromAgent({ jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'Gone' } });
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  expect(update('tool_call', { toolCallId: 'c', title: 'T', status: 'pending' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T' },
  ]);
  ask(2, 'session/resume', { sessionId: 's', cwd: '/' });
  answer(2, {});
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-2']);
  ask(3, 'session/load', load);
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-1']);
  answer(3, {});
  expect(idsOf(update('agent_message_chunk', chunk()))).toEqual(['emend-2']);
});

test('[BR24] a clear of one kind leaves the other alone', () => {
  const { update, rules } = talk({ client: 'june', agent: 'v1' });
  update('agent_message_chunk', chunk('m'));
  update('agent_thought_chunk', chunk('h'));
  expect(update('agent_message_clear')).toEqual([{ sessionUpdate: 'agent_message', messageId: 'm', content: [] }]);
  expect(update('agent_thought_clear', { _meta: { why: 1 } })).toEqual([
    { sessionUpdate: 'agent_thought', messageId: 'h', content: [], _meta: { why: 1 } },
  ]);
  expect(update('agent_message_clear', { messageId: 'h' })).toEqual([]);
  expect(rules()).toEqual(['clear-without-message']);
});

test('[BR24] a clear without an id does not reach back over the start or the end of a turn or a load', () => {
  const { ask, answer, update, fromAgent, rules } = talk({ client: 'june', agent: 'v1' });
  const say = (kind = 'agent') => update(`${kind}_message_chunk`, chunk());
  const clear = () => update('agent_message_clear');
  const cleared = (messageId: string) => [{ sessionUpdate: 'agent_message', messageId, content: [] }];
  say();
  expect(clear()).toEqual(cleared('emend-1'));
  const prompt = (id: number) => ask(id, 'session/prompt', { sessionId: 's', prompt: [] });
  prompt(1);
  expect(clear()).toEqual([]);
  say();
  // A prompt that waits, and one that is refused meanwhile, are no boundary of the turn that runs.
  prompt(2);
  expect(clear()).toEqual(cleared('emend-2'));
  prompt(3);
  fromAgent({ jsonrpc: '2.0', id: 3, error: { code: -32600, message: 'Busy' } });
  expect(clear()).toEqual(cleared('emend-2'));
  answer(1, { stopReason: 'end_turn' });
  expect(clear()).toEqual([]);
  answer(2, { stopReason: 'end_turn' });
  say();
  say('user');
  expect(clear()).toEqual([]);
  ask(4, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] });
  say();
  answer(4, {});
  expect(clear()).toEqual([]);
  expect(rules().filter((rule) => rule === 'clear-without-message')).toHaveLength(4);
});

test('[BR25] a second creation overwrites with what it really says', () => {
  const { update, entries } = talk({ client: 'june', agent: 'v1' });
  update('tool_call', {
    toolCallId: 'c',
    title: 'T',
    status: 'failed',
    content: [{ type: 'content', content: text('x') }],
  });
  expect(update('tool_call', { toolCallId: 'c', title: 'U', kind: 'other', status: 'pending', content: [] })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'U' },
  ]);
  expect(update('tool_call', { toolCallId: 'c', title: 'U', status: 'in_progress' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'U', status: 'in_progress' },
  ]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'repeated-tool-call', toolCallId: 'c', path: 'status, content' }]);
});

test('[BR26] an unannounced call is announced once', () => {
  const { fromAgent, rules } = talk({ client: 'june', agent: 'v1' });
  const params = {
    sessionId: 's',
    toolCall: { toolCallId: 'c', title: 'T', content: [{ type: 'terminal', terminalId: 't' }] },
    options: [],
  };
  const shown = { type: 'content', content: text('[terminal t]'), _meta: { 'emend/terminal': 't' } };
  const toolCall = { toolCallId: 'c', title: 'T', content: [shown] };
  const request = { jsonrpc: '2.0', id: 1, method: 'session/request_permission', params };
  expect(updatesOf(fromAgent(request).client)).toEqual([
    { sessionUpdate: 'tool_call_update', ...toolCall },
    { ...request, params: { ...params, toolCall } },
  ]);
  expect(fromAgent({ ...request, id: 2 }).client).toHaveLength(1);
  expect(rules()).toEqual(['terminal', 'unannounced-tool-call', 'terminal']);
});

test('[BR27] a plan is plan main, each time', () => {
  const { update, ledger } = talk({ client: 'june', agent: 'v1' });
  const entries = [{ content: 'a', priority: 'low', status: 'pending' }];
  const plan = { type: 'items', id: 'main', entries };
  expect([update('plan', { entries }), update('plan', { entries })]).toEqual([
    [{ sessionUpdate: 'plan_update', plan }],
    [{ sessionUpdate: 'plan_update', plan }],
  ]);
  expect(ledger).toEqual([]);
});

function withModes() {
  const conversation = talk({ client: 'june', agent: 'v1' });
  conversation.ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const response = object(conversation.answer(1, { sessionId: 's', modes }).client[0]);
  return { ...conversation, response };
}

const modeOption = (currentValue: string) => ({
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code' },
  ],
});

test('[BR28] modes told before the answer that brings them are no loss', () => {
  const { ask, update, answer, entries } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] });
  expect(update('current_mode_update', { currentModeId: 'code' })).toEqual([]);
  expect(answer(1, { modes: { ...modes, currentModeId: 'code' } }).client).toMatchObject([
    { result: { configOptions: [modeOption('code')] } },
  ]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'mode-option', path: 'modes' }]);
});

test('[BR28] a change of mode carries all options', () => {
  const { update, response } = withModes();
  expect(response['result']).toEqual({ sessionId: 's', configOptions: [modeOption('ask')] });
  const model = { id: 'mode', name: 'M', type: 'select', currentValue: 'a', options: [] };
  expect(update('config_option_update', { configOptions: [model] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [{ ...modeOption('ask'), id: 'mode-2' }, model] },
  ]);
  expect(update('current_mode_update', { currentModeId: 'code', _meta: { k: 1 } })).toEqual([
    {
      sessionUpdate: 'config_option_update',
      configOptions: [{ ...modeOption('code'), id: 'mode-2' }, model],
      _meta: { k: 1 },
    },
  ]);
});

test('[BR29] setting the option sets the mode, and a refusal changes nothing', () => {
  const { ask, answer, fromAgent, update } = withModes();
  const set = { sessionId: 's', configId: 'mode', value: 'code', _meta: { k: 1 } };
  expect(ask(2, 'session/set_config_option', set).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/set_mode', params: { sessionId: 's', modeId: 'code', _meta: { k: 1 } } },
  ]);
  fromAgent({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'No' } });
  expect(update('config_option_update', { configOptions: [] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [modeOption('ask')] },
  ]);
  ask(3, 'session/set_config_option', set);
  expect(answer(3, null).client).toEqual([{ jsonrpc: '2.0', id: 3, result: { configOptions: [modeOption('code')] } }]);
  expect(ask(4, 'session/set_config_option', { ...set, configId: 'other' }).agent).toMatchObject([
    { method: 'session/set_config_option' },
  ]);
});

test('[BR30] files and terminals are refused; what is served is advertised', () => {
  const { fromAgent, ask, entries } = talk({ client: 'june', agent: 'v1' });
  for (const method of [
    'fs/read_text_file',
    'fs/write_text_file',
    'terminal/create',
    'terminal/output',
    'terminal/wait_for_exit',
    'terminal/kill',
    'terminal/release',
  ]) {
    expect(fromAgent({ jsonrpc: '2.0', id: method, method, params: { sessionId: 's' } })).toMatchObject({
      client: [],
      agent: [{ id: method, error: { code: -32601 } }],
    });
  }
  expect(entries()).toEqual(Array(7).fill({ kind: 'loss', rule: 'client-method', path: 'method' }));
  const none = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  expect(ask(0, 'initialize', { protocolVersion: 2 }).agent).toMatchObject([
    { params: { protocolVersion: 1, clientCapabilities: none } },
  ]);
  const serving = talk({ client: 'june', agent: 'v1', services: { fs: { readTextFile: true } } });
  expect(serving.ask(0, 'initialize', { protocolVersion: 2 }).agent).toMatchObject([
    { params: { clientCapabilities: { fs: { readTextFile: true }, terminal: false } } },
  ]);
});

test('[BR31] a terminal is text and never a value of the same shape', () => {
  const { update } = talk({ client: 'june', agent: 'v1' });
  const sent = update('tool_call_update', {
    toolCallId: 'c',
    content: [
      { type: 'diff', path: '/f', newText: '' },
      { type: 'terminal', terminalId: 't' },
    ],
  });
  expect(sent).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      content: [
        { type: 'diff', path: '/f', newText: '' },
        { type: 'content', content: text('[terminal t]'), _meta: { 'emend/terminal': 't' } },
      ],
    },
  ]);
});

test('[BR32] early messages wait for the answer that names their session, requests among them, and never for ever', () => {
  const { ask, answer, fromAgent, update, end } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  expect(update('agent_message_chunk', chunk('m'))).toEqual([]);
  const params = { sessionId: 's', toolCall: { toolCallId: 'c', title: 'T' }, options: [] };
  expect(fromAgent({ jsonrpc: '2.0', id: 7, method: 'session/request_permission', params }).client).toEqual([]);
  const other = {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 'other', update: { sessionUpdate: 'usage_update', used: 1, size: 1 } },
  };
  expect(fromAgent(other).client).toEqual([]);
  expect(answer(1, { sessionId: 's' }).client.map((message) => object(message)['method'] ?? 'answer')).toEqual([
    'answer',
    'session/update',
    'session/update',
    'session/request_permission',
    'session/update',
  ]);
  ask(2, 'session/new', { cwd: '/', mcpServers: [] });
  const third = { ...other, params: { ...other.params, sessionId: 'third' } };
  expect(fromAgent(third).client).toEqual([]);
  expect(end().client).toEqual([third]);
});

test('[BR33] open tool calls are reported once', () => {
  const { ask, answer, update, entries } = talk({ client: 'june', agent: 'v1' });
  for (const id of [1, 2]) {
    ask(id, 'session/prompt', { sessionId: 's', prompt: [] });
    if (id === 1) update('tool_call', { toolCallId: 'c', title: 'T' });
    answer(id, { stopReason: 'cancelled' });
  }
  expect(entries()).toEqual([{ kind: 'repair', rule: 'open-tool-call', toolCallId: 'c', path: 'status' }]);
});

test('[BR34] values put away by another bridge are restored, inside tool content too', () => {
  const { update } = talk({ client: 'june', agent: 'v1' });
  const raw = { type: '_chart', points: [1] };
  const hidden = { ...text('[_chart]'), _meta: { 'emend/raw': raw } };
  const content = [
    { type: 'content', content: hidden },
    { type: 'content', content: text('[_log]'), _meta: { 'emend/raw': { type: '_log' } } },
  ];
  expect(update('tool_call', { toolCallId: 'c', title: 'T', content })).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'T',
      content: [{ type: 'content', content: raw }, { type: '_log' }],
    },
  ]);
  expect(update('state_update', { state: 'idle' })).toEqual([{ sessionUpdate: 'state_update', state: 'idle' }]);
});

test('[BR35] a server that the agent cannot take refuses the request by its name', () => {
  const { ask, answer, entries } = talk({ client: 'june', agent: 'v1' });
  const sse = { type: 'sse', name: 'events', url: 'http://x', headers: [] };
  const refused = ask(1, 'session/new', { cwd: '/', mcpServers: [sse] });
  expect(refused).toEqual({
    client: [
      { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'The agent takes no MCP servers of type sse: events' } },
    ],
    agent: [],
  });
  expect(entries()).toEqual([{ kind: 'loss', rule: 'mcp-server', path: 'mcpServers[0]' }]);
  ask(2, 'initialize', { protocolVersion: 2 });
  answer(2, { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { sse: true } } });
  expect(ask(3, 'session/new', { cwd: '/', mcpServers: [sse] }).agent).toMatchObject([
    { params: { mcpServers: [sse] } },
  ]);
});
