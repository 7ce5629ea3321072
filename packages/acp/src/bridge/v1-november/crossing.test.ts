import { expect, test } from 'vitest';
import { SessionUpdate } from '../../protocol/november/generated/session-update.ts';
import { talk, text } from '../test-support/talk.ts';

// What v1 and November have and June has no name for.

const info = { name: 'c', version: '1' };
const agentInfo = { name: 'a', version: '1' };

/** A November client of a v1 agent, with a session. */
function novemberClient(capabilities: object = {}, setup: object = {}) {
  const conversation = talk({ client: 'november', agent: 'v1' });
  const { ask, answer } = conversation;
  const asked = ask(0, 'initialize', { protocolVersion: 2, info, capabilities }).agent;
  const sessionCapabilities = { list: {}, resume: {}, close: {} };
  const auth = { logout: {} };
  answer(0, { protocolVersion: 1, agentInfo, agentCapabilities: { loadSession: true, sessionCapabilities, auth } });
  ask(1, 'session/new', { cwd: '/w' });
  const opened = answer(1, { sessionId: 's', ...setup }).client;
  return { ...conversation, asked, opened };
}

/** A v1 client of a November agent, with a session. */
function v1Client(clientCapabilities: object = {}, setup: object = {}) {
  const conversation = talk({ client: 'v1', agent: 'november' });
  const { ask, answer } = conversation;
  const asked = ask(0, 'initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities }).agent;
  answer(0, { protocolVersion: 2, info: agentInfo, capabilities: { session: { mcp: { stdio: {} } } } });
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] });
  const opened = answer(1, { sessionId: 's', ...setup }).client;
  return { ...conversation, asked, opened };
}

const offers = { notices: {}, compaction: {}, configOptions: { boolean: {} } };

test('[BR125] [N132] a v1 agent is offered what a November client takes', () => {
  const files = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  const { asked } = novemberClient({ elicitation: { form: {} }, auth: { terminal: {} }, _meta: { x: 1 } });
  const everything = {
    elicitation: { form: {} },
    auth: { terminal: true },
    _meta: { x: 1 },
    ...files,
    session: offers,
  };
  expect(asked).toEqual([
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: 1, clientInfo: info, clientCapabilities: everything },
    },
  ]);
  expect(novemberClient().asked).toMatchObject([{ params: { clientCapabilities: { ...files, session: offers } } }]);
});

const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Low on credit' };
const compaction = { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' };
const summary = { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('We did much.') };

test('[BR125] [N133] names of tools, notices and compactions cross as they are, both ways', () => {
  const toNovember = novemberClient();
  const toV1 = v1Client({ session: offers });
  const updates = [notice, compaction, summary];
  for (const { update, ledger } of [toNovember, toV1]) {
    ledger.length = 0;
    for (const { sessionUpdate, ...fields } of updates)
      expect(update(sessionUpdate, fields)).toEqual([{ sessionUpdate, ...fields }]);
    expect(ledger).toEqual([]);
  }
  const call = { toolCallId: 't', title: 'Run', name: 'Bash' };
  expect(toNovember.update('tool_call', call)).toEqual([{ sessionUpdate: 'tool_call_update', ...call }]);
  expect(toV1.update('tool_call_update', call)).toEqual([{ sessionUpdate: 'tool_call', ...call }]);
  expect(toNovember.update('tool_call_update', { toolCallId: 't', name: 'Shell', _meta: { a: 1 } })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', name: 'Shell', _meta: { a: 1 } },
  ]);
  expect(toV1.update('tool_call_update', { toolCallId: 't', _meta: { a: 1 } })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: { a: 1 } },
  ]);
  expect([...toNovember.ledger, ...toV1.ledger]).toEqual([]);
});

test('[BR125] a v1 client that does not offer them gets notices as an extension, which is reported', () => {
  const { update, ledger } = v1Client();
  ledger.length = 0;
  const { sessionUpdate, ...fields } = notice;
  expect(update(sessionUpdate, fields)).toEqual([
    { jsonrpc: '2.0', method: '_emend/session_update', params: { sessionId: 's', update: notice } },
  ]);
  expect(ledger.map(({ kind, rule, direction }) => [kind, rule, direction])).toEqual([
    ['repair', 'notice', 'Nto1'],
    ['loss', 'unknown-update', 'Nto1'],
  ]);
});

test('[BR125] [N133] switches are told and set as they are, both ways', () => {
  const inV1 = { type: 'boolean', id: 'web', name: 'Web search', currentValue: true };
  const inNovember = { type: 'boolean', configId: 'web', name: 'Web search', currentValue: true };
  const set = { sessionId: 's', configId: 'web', type: 'boolean', value: false };
  const request = { jsonrpc: '2.0', id: 2, method: 'session/set_config_option', params: set };
  const off = (option: object) => ({ configOptions: [{ ...option, currentValue: false }] });
  const cases = [
    [novemberClient({}, { configOptions: [inV1] }), inNovember, inV1],
    [v1Client({ session: offers }, { configOptions: [inNovember] }), inV1, inNovember],
  ] as const;
  for (const [{ opened, ask, answer, ledger, update }, atClient, atAgent] of cases) {
    ledger.length = 0;
    expect(opened).toEqual([{ jsonrpc: '2.0', id: 1, result: { sessionId: 's', configOptions: [atClient] } }]);
    expect(ask(2, 'session/set_config_option', set).agent).toEqual([request]);
    expect(answer(2, off(atAgent)).client).toEqual([{ jsonrpc: '2.0', id: 2, result: off(atClient) }]);
    expect(update('config_option_update', { configOptions: [atAgent] })).toEqual([
      { sessionUpdate: 'config_option_update', configOptions: [atClient] },
    ]);
    expect(ledger).toEqual([]);
  }
});

test('[BR125] [N133] requests for input cross as they are, both ways', () => {
  const requestedSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const params = { mode: 'form', sessionId: 's', message: 'Which?', requestedSchema };
  const request = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params };
  const answer = { jsonrpc: '2.0', id: 7, result: { action: 'accept', content: { a: 'x' } } };
  const elicitation = { form: {} };
  for (const { fromAgent, fromClient, ledger } of [novemberClient({ elicitation }), v1Client({ elicitation })]) {
    ledger.length = 0;
    expect(fromAgent(request).client).toEqual([request]);
    expect(fromClient(answer).agent).toEqual([answer]);
    expect(ledger).toEqual([]);
  }
  for (const { fromAgent, rules } of [novemberClient(), v1Client()]) {
    expect(fromAgent(request).agent).toMatchObject([{ id: 7, error: { code: -32601 } }]);
    expect(rules()).toContain('elicitation');
  }
});

test('[BR125] usage of a turn is in its end, both ways', () => {
  const usage = { totalTokens: 3 };
  const prompt = { sessionId: 's', prompt: [text('hi')] };
  const toNovember = novemberClient();
  toNovember.ask(2, 'session/prompt', prompt);
  expect(toNovember.answer(2, { stopReason: 'end_turn', usage }).client.at(-1)).toMatchObject({
    params: { update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn', usage } },
  });
  const { ask, answer, update } = v1Client();
  ask(2, 'session/prompt', prompt);
  answer(2, { messageId: 'u' });
  update('state_update', { state: 'running' });
  expect(update('state_update', { state: 'idle', stopReason: 'end_turn', usage })).toEqual([
    { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn', usage } },
  ]);
});

test('[BR127] a fork sets a session up, both ways, and its session is known afterwards', () => {
  const stdio = { name: 'x', command: '/x', args: [], env: [] };
  const tagged = { type: 'stdio', name: 'x', command: '/x', args: [], env: [] };
  const { ask, answer, fromAgent } = novemberClient();
  const fork = { sessionId: 's', cwd: '/w' };
  expect(ask(2, 'session/fork', { ...fork, mcpServers: [{ type: 'stdio', name: 'x', command: '/x' }] }).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/fork', params: { ...fork, mcpServers: [stdio] } },
  ]);
  const chunk = { sessionUpdate: 'agent_message_chunk', content: text('Hello') };
  fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'f', update: chunk } });
  const models = { currentModelId: 'a', availableModels: [{ modelId: 'a', name: 'A' }] };
  const model = {
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'a',
    options: [{ value: 'a', name: 'A' }],
  };
  expect(answer(2, { sessionId: 'f', models }).client).toMatchObject([
    { id: 2, result: { sessionId: 'f', configOptions: [{ configId: 'model', ...model }] } },
    { params: { sessionId: 'f', update: { ...chunk, messageId: 'emend-1' } } },
  ]);
  const set = { sessionId: 'f', configId: 'model', type: 'id', value: 'a' };
  expect(ask(3, 'session/set_config_option', set).agent).toMatchObject([
    { method: 'session/set_model', params: { sessionId: 'f', modelId: 'a' } },
  ]);
  const v1 = v1Client();
  expect(v1.ask(2, 'session/fork', { ...fork, mcpServers: [stdio] }).agent).toEqual([
    { jsonrpc: '2.0', id: 2, method: 'session/fork', params: { ...fork, mcpServers: [tagged] } },
  ]);
  expect(v1.answer(2, { sessionId: 'f', configOptions: [{ configId: 'm', ...model }] }).client).toEqual([
    { jsonrpc: '2.0', id: 2, result: { sessionId: 'f', configOptions: [{ id: 'm', ...model }] } },
  ]);
  // What is no fork passes.
  expect(v1.ask(4, 'session/fork', { from: 7 }).agent).toEqual([
    { jsonrpc: '2.0', id: 4, method: 'session/fork', params: { from: 7 } },
  ]);
});

test('[BR125] a diff of v1 is a patch in November, and a login in a terminal has its id', () => {
  const { update } = novemberClient();
  const diff = { type: 'diff', path: '/w/a', oldText: null, newText: 'x\n' };
  const [sent] = update('tool_call', { toolCallId: 't', title: 'Write', content: [diff] });
  expect(SessionUpdate.is(sent)).toBe(true);
  expect(sent).toMatchObject({ content: [{ type: 'diff', changes: [{ operation: 'add', path: '/w/a' }] }] });
  const conversation = talk({ client: 'november', agent: 'v1' });
  conversation.ask(0, 'initialize', { protocolVersion: 2, info, capabilities: { auth: { terminal: {} } } });
  const method = { type: 'terminal', id: 'l', name: 'L', env: { A: '1' } };
  const result = { protocolVersion: 1, agentInfo, agentCapabilities: {}, authMethods: [method] };
  expect(conversation.answer(0, result).client).toMatchObject([
    { result: { authMethods: [{ type: 'terminal', methodId: 'l', name: 'L', env: [{ name: 'A', value: '1' }] }] } },
  ]);
});
