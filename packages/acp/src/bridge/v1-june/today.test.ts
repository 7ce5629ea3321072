import { expect, test } from 'vitest';
import { talk } from '../test-support/talk.ts';

// What v1 has today and June has no name for.

const sessionOffers = { notices: {}, compaction: {}, configOptions: { boolean: {} } };
const everything = { session: sessionOffers, elicitation: { form: {} }, auth: { terminal: true } };

/** A v1 client of a June agent, after a handshake. */
function v1Client(clientCapabilities: object = {}, authMethods: readonly object[] = []) {
  const conversation = talk({ client: 'v1', agent: 'june' });
  conversation.ask(0, 'initialize', { protocolVersion: 1, clientCapabilities });
  const shaken = conversation.answer(0, { protocolVersion: 2, capabilities: { session: {} }, authMethods });
  return { ...conversation, shaken };
}

/** A June client of a v1 agent, after a handshake. */
function juneClient(capabilities: object = {}, authMethods: readonly object[] = []) {
  const conversation = talk({ client: 'june', agent: 'v1' });
  const asked = conversation.ask(0, 'initialize', { protocolVersion: 2, capabilities });
  const shaken = conversation.answer(0, { protocolVersion: 1, agentCapabilities: {}, authMethods });
  return { ...conversation, asked, shaken };
}

test('[BR120] to June the name of a tool is in _meta, from then on in every one', () => {
  const { update, entries } = juneClient();
  const named = { toolCallId: 't', title: 'Run', name: 'Bash' };
  expect([
    ...update('tool_call', named),
    ...update('tool_call_update', { toolCallId: 't', status: 'in_progress' }),
    ...update('tool_call_update', { toolCallId: 't', name: 'Bash', _meta: { a: 1 } }),
    ...update('tool_call_update', { toolCallId: 't', name: null }),
    ...update('tool_call_update', { toolCallId: 't', name: 'Shell' }),
  ]).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Run', _meta: { 'emend/name': 'Bash' } },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: { a: 1, 'emend/name': 'Bash' } },
    { sessionUpdate: 'tool_call_update', toolCallId: 't' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', name: 'Shell' },
  ]);
  const repair = { kind: 'repair', rule: 'tool-name', toolCallId: 't', path: 'name' };
  expect(entries()).toEqual([repair, repair]);
});

test('[BR120] so is that of a tool call first seen in a permission request', () => {
  const { fromAgent } = juneClient();
  const toolCall = { toolCallId: 't', title: 'Run', name: 'Bash' };
  const params = { sessionId: 's', toolCall, options: [] };
  const crossed = { toolCallId: 't', title: 'Run', _meta: { 'emend/name': 'Bash' } };
  expect(fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params }).client).toMatchObject([
    { params: { update: { sessionUpdate: 'tool_call_update', ...crossed } } },
    { params: { toolCall: crossed } },
  ]);
});

test('[BR120] to v1 the name in _meta, or beside it, is the name again', () => {
  const { update, fromAgent, ledger } = v1Client();
  expect([
    ...update('tool_call_update', { toolCallId: 't', title: 'Run', _meta: { 'emend/name': 'Bash' } }),
    ...update('tool_call_update', { toolCallId: 't', _meta: { a: 1, 'emend/name': 'Bash' } }),
    ...update('tool_call_update', { toolCallId: 't', name: 'Shell', status: 'completed' }),
    ...update('tool_call_update', { toolCallId: 't', _meta: { 'emend/name': 'Shell' } }),
  ]).toEqual([
    { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', name: 'Bash' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: { a: 1 } },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', name: 'Shell', status: 'completed' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: {} },
  ]);
  const params = { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] };
  expect(fromAgent({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params }).client).toMatchObject([
    { params: { toolCall: { toolCallId: 't', name: 'Shell', title: 'Run' } } },
  ]);
  expect(ledger).toEqual([]);
});

const notice = { severity: 'warning', title: 'Low on credit' };
const compaction = { compactionId: 'c', status: 'in_progress' };
const summary = { compactionId: 'c', content: { type: 'text', text: 'We did much.' } };
const unnamed = [
  ['notice', notice],
  ['compaction_update', compaction],
  ['compaction_summary_chunk', summary],
] as const;

test('[BR121] notices and compactions cross to June as they are, and to a v1 client that offers them', () => {
  for (const { update, ledger } of [juneClient(), v1Client(everything)]) {
    for (const [tag, fields] of unnamed) expect(update(tag, fields)).toEqual([{ sessionUpdate: tag, ...fields }]);
    expect(ledger).toEqual([]);
  }
});

test('[BR121] a v1 client that does not offer them gets them as an extension; so do malformed ones', () => {
  const wrapped = (update: object) => ({
    jsonrpc: '2.0',
    method: '_emend/session_update',
    params: { sessionId: 's', update },
  });
  const { update, rules } = v1Client({ session: { notices: null } });
  for (const [sessionUpdate, fields] of unnamed)
    expect(update(sessionUpdate, fields)).toEqual([wrapped({ sessionUpdate, ...fields })]);
  expect(rules()).toEqual(['unknown-update', 'unknown-update', 'unknown-update']);
  const offering = v1Client(everything);
  expect(offering.update('notice', { severity: 3 })).toEqual([wrapped({ sessionUpdate: 'notice', severity: 3 })]);
  const malformed = juneClient();
  expect(malformed.update('notice', { severity: 'warning' })).toEqual([]);
  expect(malformed.rules()).toEqual(['malformed']);
});

const web = (currentValue: boolean) => ({ type: 'boolean', id: 'web', name: 'Web search', currentValue });
const fast = (currentValue: string) => ({
  type: 'select',
  id: 'fast',
  name: 'Fast',
  currentValue,
  options: [
    { value: 'on', name: 'On' },
    { value: 'off', name: 'Off' },
  ],
  _meta: { 'emend/raw': { type: 'boolean' } },
});
const asSwitch = (currentValue: boolean) => ({ type: 'boolean', id: 'fast', name: 'Fast', currentValue });

test('[BR122] a v1 client that offers switches gets them and sets them', () => {
  const { ask, answer, update, entries } = v1Client(everything);
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const configOptions = [web(false), fast('on')];
  expect(answer(1, { sessionId: 's', configOptions }).client).toEqual([
    { jsonrpc: '2.0', id: 1, result: { sessionId: 's', configOptions: [web(false), asSwitch(true)] } },
  ]);
  expect(update('config_option_update', { configOptions: [web(true), fast('off')] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [web(true), asSwitch(false)] },
  ]);
  const set = (configId: string, value: unknown) => ({ sessionId: 's', configId, value });
  const setSwitch = (configId: string, value: boolean) => ({ ...set(configId, value), type: 'boolean' });
  expect(ask(2, 'session/set_config_option', setSwitch('web', false)).agent).toMatchObject([
    { params: set('web', 'false') },
  ]);
  // A malformed answer is made up from what is known.
  expect(answer(2, {}).client).toMatchObject([{ result: { configOptions: [web(false), asSwitch(false)] } }]);
  expect(ask(3, 'session/set_config_option', setSwitch('fast', true)).agent).toMatchObject([
    { params: set('fast', 'on') },
  ]);
  expect(answer(3, {}).client).toMatchObject([{ result: { configOptions: [web(false), asSwitch(true)] } }]);
  expect(entries().filter(({ rule }) => rule === 'config-value')).toHaveLength(2);
});

test('[BR122] others do not get switches, and choose between on and off', () => {
  const { update, rules } = v1Client();
  expect(update('config_option_update', { configOptions: [web(true), fast('off')] })).toEqual([
    { sessionUpdate: 'config_option_update', configOptions: [fast('off')] },
  ]);
  expect(rules()).toEqual(['config-option']);
});

const form = { mode: 'form', sessionId: 's', message: 'Which?', requestedSchema: { type: 'object', properties: {} } };

test('[BR123] requests for input cross if the client offers to answer them', () => {
  const request = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: form };
  const complete = { jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e' } };
  const silent = [talk({ client: 'june', agent: 'v1' }), talk({ client: 'v1', agent: 'june' })];
  for (const conversation of [juneClient(everything), v1Client(everything), ...silent]) {
    const { fromAgent, fromClient, ledger } = conversation;
    expect(fromAgent(request).client).toEqual([request]);
    const answer = { jsonrpc: '2.0', id: 7, result: { action: 'accept', content: { a: 1 } } };
    expect(fromClient(answer).agent).toEqual([answer]);
    expect(fromAgent(complete).client).toEqual([complete]);
    expect(ledger).toEqual([]);
  }
  for (const { fromAgent, entries } of [juneClient(), v1Client({ elicitation: {} })]) {
    const error = { code: -32601, message: 'Method not found: elicitation/create' };
    expect(fromAgent(request)).toEqual({ client: [], agent: [{ jsonrpc: '2.0', id: 7, error }] });
    expect(entries()).toEqual([{ kind: 'loss', rule: 'elicitation', path: 'method' }]);
  }
});

const login = { type: 'terminal', id: 'l', name: 'Log in', args: ['login'] };

test('[BR124] a login in a terminal crosses if the client offers it', () => {
  const inV1 = { ...login, env: { A: '1' } };
  const inJune = { ...login, env: [{ name: 'A', value: '1' }] };
  const key = { id: 'k', name: 'Key' };
  const june = juneClient({ auth: { terminal: {} } }, [inV1, key]);
  expect(june.asked.agent).toMatchObject([{ params: { clientCapabilities: { auth: { terminal: true } } } }]);
  expect(june.shaken.client).toMatchObject([{ result: { authMethods: [inJune, { ...key, type: 'agent' }] } }]);
  const v1 = v1Client(everything, [inJune, { ...key, type: 'agent' }]);
  expect(v1.seen.agent).toMatchObject([{ params: { capabilities: { auth: { terminal: {} } } } }]);
  expect(v1.shaken.client).toMatchObject([{ result: { authMethods: [inV1, key] } }]);
  expect([...june.ledger, ...v1.ledger]).toEqual([]);
  const without = [juneClient({}, [inV1]), v1Client({ auth: { terminal: false } }, [inJune])];
  for (const { shaken, entries } of without) {
    expect(shaken.client).toMatchObject([{ result: { authMethods: [] } }]);
    expect(entries()).toEqual([{ kind: 'loss', rule: 'auth-method', path: 'authMethods[0]' }]);
  }
});
