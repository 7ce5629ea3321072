import { expect, test } from 'vitest';
import { object } from '../../test-support/json.ts';
import { talk, text, updatesOf } from '../../test-support/talk.ts';
import { methods } from '../november.ts';

const request = (id: number | string, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number | string, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: number | null, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
const state = (value: string, fields: object = {}) => ({ sessionUpdate: 'state_update', state: value, ...fields });

const all = { load: {}, list: {}, resume: {}, close: {} };
const juneAnswer = (session: object = all) => ({
  protocolVersion: 2,
  agentInfo: { name: 'a', version: '1' },
  capabilities: {
    session: { prompt: { image: {} }, mcp: { stdio: {} }, ...session, delete: {} },
    auth: { logout: {} },
  },
  authMethods: [{ type: 'agent', id: 'key', name: 'API key' }],
});

function initialized(answer: object = juneAnswer(), capabilities: object = {}) {
  const t = talk({ client: 'november', agent: 'june' });
  t.ask(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities });
  t.answer(0, answer);
  return t;
}

/** Without a capability of the June agent. */
function lacking(...names: readonly (keyof typeof all)[]) {
  const t = initialized(
    juneAnswer(Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as never)))),
  );
  t.ledger.splice(0);
  return t;
}

test('[BR143] [N4] a November client and a June agent shake hands, each in its own words', () => {
  const elicitation = { form: {} };
  const { seen, ledger } = initialized(juneAnswer(), { elicitation });
  expect(seen.agent).toEqual([
    request(0, 'initialize', {
      protocolVersion: 2,
      clientInfo: { name: 'c', version: '1' },
      capabilities: { elicitation },
    }),
  ]);
  expect(seen.client).toEqual([
    result(0, {
      protocolVersion: 2,
      info: { name: 'a', version: '1' },
      capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} }, delete: {} } },
      authMethods: [{ type: 'agent', methodId: 'key', name: 'API key' }],
    }),
  ]);
  expect(ledger).toEqual([]);
});

test('[BR143] what a June agent lacks is reported; one without a name is called unknown', () => {
  const { seen, ledger } = initialized({
    protocolVersion: 2,
    capabilities: { session: {}, auth: { _meta: { x: 1 } } },
    authMethods: [
      { type: 'agent', id: 'key', name: 'API key' },
      { type: 'terminal', id: 'login', name: 'Log in' },
    ],
  });
  expect(seen.client).toEqual([
    result(0, {
      protocolVersion: 2,
      info: { name: 'unknown', version: 'unknown' },
      capabilities: { session: {}, auth: { _meta: { x: 1 } } },
      authMethods: [{ type: 'agent', methodId: 'key', name: 'API key' }],
    }),
  ]);
  expect(ledger.map(({ kind, rule, direction, path }) => [kind, rule, direction, path])).toEqual([
    ['loss', 'capability', '2toN', 'capabilities.session.load'],
    ['loss', 'capability', '2toN', 'capabilities.session.list'],
    ['loss', 'capability', '2toN', 'capabilities.session.resume'],
    ['loss', 'capability', '2toN', 'capabilities.session.close'],
    ['loss', 'capability', '2toN', 'capabilities.auth.logout'],
    ['loss', 'auth-method', '2toN', 'authMethods[1]'],
    ['repair', 'implementation-info', '2toN', 'info'],
  ]);
  const none = initialized({ protocolVersion: 2, agentInfo: { name: 'a', version: '1' } });
  expect(none.seen.client).toEqual([
    result(0, { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} }),
  ]);
  expect(none.ledger).toEqual([]);
});

test('[BR144] logging in and out has other names; a login in a terminal and a logout that is not there are refused', () => {
  const t = initialized();
  expect(t.ask(1, 'auth/login', { methodId: 'key' }).agent).toEqual([request(1, 'authenticate', { methodId: 'key' })]);
  expect(t.answer(1, null).client).toEqual([result(1, {})]);
  expect(t.ask(2, 'auth/logout').agent).toEqual([request(2, 'logout', {})]);
  const other = initialized(
    {
      protocolVersion: 2,
      agentInfo: { name: 'a', version: '1' },
      authMethods: [{ type: 'terminal', id: 'login', name: 'Log in' }],
    },
    { auth: { terminal: {} } },
  );
  expect(other.seen.client).toMatchObject([{ result: { authMethods: [{ type: 'terminal', methodId: 'login' }] } }]);
  expect(other.ask(1, 'auth/login', { methodId: 'login' })).toEqual({
    agent: [],
    client: [error(1, -32602, 'Invalid params: the method "login" runs in a terminal of the client')],
  });
  expect(other.ask(2, 'auth/logout').client).toEqual([error(2, -32601, 'Method not found: auth/logout')]);
});

test.each([
  ['auth/login', { methodId: 'key' }, 'authenticate'],
  ['auth/logout', {}, 'logout'],
])('[BR144] an agent that does not know %s is told of by that name', (method, params, passedAs) => {
  const t = initialized();
  expect(t.ask(1, method, params).agent).toEqual([request(1, passedAs, params)]);
  expect(t.fromAgent(error(1, -32601, `Method not found: ${passedAs}`)).client).toEqual([
    error(1, -32601, `Method not found: ${method}`),
  ]);
  t.ask(2, method, params);
  const other = error(2, -32601, 'Not here');
  expect(t.fromAgent(other).client).toEqual([other]);
});

const option = { id: 'm', name: 'M', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
const novemberOption = {
  configId: 'm',
  name: 'M',
  type: 'select',
  currentValue: 'a',
  options: [{ value: 'a', name: 'A' }],
};

test('[BR145] a new session gets every list that June requires; its options come back as November has them', () => {
  const t = initialized();
  const server = { type: 'stdio', name: 't', command: '/b/t' };
  expect(t.ask(1, 'session/new', { cwd: '/w', mcpServers: [server] }).agent).toEqual([
    request(1, 'session/new', { cwd: '/w', mcpServers: [{ ...server, args: [], env: [] }] }),
  ]);
  const early = {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'session_info_update', title: 'T' } },
  };
  expect(t.fromAgent(early).client).toEqual([]);
  expect(t.answer(1, { sessionId: 's', configOptions: [option] }).client).toEqual([
    result(1, { sessionId: 's', configOptions: [novemberOption] }),
    early,
  ]);
  expect(t.ask(2, 'session/new', { cwd: '/w', additionalDirectories: ['/x'] }).agent).toEqual([
    request(2, 'session/new', { cwd: '/w', additionalDirectories: ['/x'], mcpServers: [] }),
  ]);
  expect(t.answer(2, { sessionId: 'r', configOptions: null }).client).toEqual([
    result(2, { sessionId: 'r', configOptions: [] }),
  ]);
});

test('[BR145] [N37] servers with one name, and those that the agent does not take, refuse the request', () => {
  const t = initialized();
  const refused = (mcpServers: readonly object[]) => {
    const { agent, client } = t.ask(1, 'session/new', { cwd: '/w', mcpServers });
    return [agent, client];
  };
  const stdio = { type: 'stdio', name: 't', command: '/b/t' };
  expect(refused([stdio, stdio])).toEqual([[], [error(1, -32602, 'Invalid params: two MCP servers are called "t"')]]);
  expect(refused([{ type: 'http', name: 'h', url: 'https://h' }])).toEqual([
    [],
    [error(1, -32602, 'Invalid params: the agent takes no MCP servers over "http"')],
  ]);
  expect(refused([{ type: '_x', name: 'h' }])).toEqual([
    [],
    [error(1, -32602, 'Invalid params: the agent takes no MCP servers over "_x"')],
  ]);
});

const resume = { sessionId: 's', cwd: '/w' };
const start = { type: 'start' };
const replayed = { sessionUpdate: 'user_message_chunk', messageId: 'u1', content: text('hi') };

test('[BR156] [N115] a resume tells the state before its answer', () => {
  const t = initialized();
  expect(t.ask(1, 'session/resume', resume).agent).toEqual([
    request(1, 'session/resume', { ...resume, mcpServers: [] }),
  ]);
  expect(updatesOf(t.answer(1, { configOptions: [option] }).client)).toEqual([
    state('idle'),
    result(1, { configOptions: [novemberOption] }),
  ]);
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  t.ask(3, 'session/resume', resume);
  expect(updatesOf(t.answer(3, {}).client)).toEqual([state('running'), result(3, {})]);
  t.ask(4, 'session/resume', resume);
  const failed = { jsonrpc: '2.0', id: 4, error: { code: -32002, message: 'No', data: { sessionId: 's' } } };
  expect(t.fromAgent(failed).client).toEqual([failed]);
});

test('[BR156] [N115] a resume from the start is a load', () => {
  const t = initialized();
  expect(t.ask(1, 'session/resume', { ...resume, replayFrom: start }).agent).toEqual([
    request(1, 'session/load', { ...resume, mcpServers: [] }),
  ]);
  const { sessionUpdate, ...chunk } = replayed;
  expect(t.update(sessionUpdate, chunk)).toEqual([replayed]);
  expect(updatesOf(t.answer(1, {}).client)).toEqual([state('idle'), result(1, {})]);
  expect(t.ask(2, 'session/resume', { ...resume, replayFrom: { type: '_later' } })).toEqual({
    agent: [],
    client: [error(2, -32602, 'Invalid params: the agent cannot replay from "_later"')],
  });
  expect(t.ask(3, 'session/resume', { ...resume, replayFrom: 5 }).client).toMatchObject([{ error: { code: -32602 } }]);
  expect(t.ledger).toEqual([]);
});

test('[BR156] [N115] what the agent lacks for a resume is emulated or refused', () => {
  expect(lacking('load').ask(1, 'session/resume', { ...resume, replayFrom: start })).toEqual({
    agent: [],
    client: [error(1, -32602, 'Invalid params: the agent cannot replay a session')],
  });
  expect(lacking('load', 'resume').ask(1, 'session/resume', resume).client).toEqual([
    error(1, -32601, 'Method not found: session/resume'),
  ]);
  const t = lacking('resume');
  expect(t.ask(1, 'session/resume', resume).agent).toEqual([request(1, 'session/load', { ...resume, mcpServers: [] })]);
  const { sessionUpdate, ...chunk } = replayed;
  expect(t.update(sessionUpdate, chunk)).toEqual([]);
  expect(t.update('session_info_update', { title: 'T' })).toEqual([
    { sessionUpdate: 'session_info_update', title: 'T' },
  ]);
  expect(updatesOf(t.answer(1, {}).client)).toEqual([state('idle'), result(1, {})]);
  expect(t.update(sessionUpdate, chunk)).toEqual([replayed]);
  expect(t.entries()).toEqual([{ kind: 'repair', rule: 'resume-by-load', path: 'method' }]);
});

test('[BR155] [N112] a session is closed after its end is told', () => {
  const t = initialized();
  t.ask(1, 'session/new', { cwd: '/w' });
  t.answer(1, { sessionId: 's' });
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  t.ask(3, 'session/prompt', { sessionId: 's', prompt: [text('b')] });
  t.update('agent_message_chunk', { messageId: 'm', content: text('x') });
  expect(t.ask(4, 'session/close', { sessionId: 's' })).toEqual({
    agent: [request(4, 'session/close', { sessionId: 's' })],
    client: [error(3, -32800, 'Request cancelled')],
  });
  expect(updatesOf(t.answer(4, null).client)).toEqual([state('idle', { stopReason: 'cancelled' }), result(4, {})]);
  expect(t.answer(2, { stopReason: 'cancelled' }).client).toEqual([]);
});

test('[BR155] closing what is not there succeeds; another failure is passed on', () => {
  const t = initialized();
  t.ask(1, 'session/close', { sessionId: 'x' });
  expect(t.fromAgent(error(1, -32603, 'No')).client).toEqual([result(1, {})]);
  t.ask(2, 'session/resume', resume);
  t.answer(2, {});
  t.ask(3, 'session/close', { sessionId: 's' });
  expect(t.fromAgent(error(3, -32603, 'No')).client).toEqual([error(3, -32603, 'No')]);
  t.ask(4, 'session/close', { sessionId: 's' });
  expect(t.fromAgent(error(4, -32002, 'No')).client).toEqual([result(4, {})]);
});

test('[BR155] [N115] an agent that cannot close has its turn cancelled and awaited', () => {
  const t = lacking('close');
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  t.update('agent_message_chunk', { messageId: 'm', content: text('x') });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  expect(t.ask(2, 'session/close', { sessionId: 's' })).toEqual({ agent: [cancel], client: [] });
  expect(t.ask(3, 'session/prompt', { sessionId: 's', prompt: [text('b')] })).toEqual({
    agent: [],
    client: [error(3, -32800, 'Request cancelled')],
  });
  expect(updatesOf(t.answer(1, { stopReason: 'cancelled' }).client)).toEqual([
    state('idle', { stopReason: 'cancelled' }),
    result(2, {}),
  ]);
  expect(t.update('agent_message_chunk', { messageId: 'm', content: text('y') })).toEqual([]);
  expect(t.ask(4, 'session/close', { sessionId: 's' })).toEqual({ agent: [], client: [result(4, {})] });
  t.ask(5, 'session/resume', resume);
  t.answer(5, {});
  expect(t.update('agent_message_chunk', { messageId: 'm', content: text('z') })).toHaveLength(1);
  expect(t.rules()).toEqual(['message-id', 'prompt-echo', 'close-by-cancel', 'close-by-cancel', 'close-by-cancel']);
});

test('[BR145] sessions are listed if the agent can; what no draft has crosses unchanged', () => {
  const t = initialized();
  for (const method of ['session/delete', '_x/y', 'providers/list']) {
    const asked = request(method, method, { sessionId: 'x' });
    const answer = result(method, {});
    expect([t.fromClient(asked).agent, t.fromAgent(answer).client]).toEqual([[asked], [answer]]);
  }
  t.ask(1, 'session/list');
  const session = { sessionId: 's', cwd: '/w', title: null };
  expect(t.answer(1, { sessions: [session, { sessionId: 5, cwd: '/w' }], nextCursor: null }).client).toEqual([
    result(1, { sessions: [session], nextCursor: null }),
  ]);
  t.ask(3, 'session/list');
  const dated = { ...session, updatedAt: '2026-11-16T08:00:00Z' };
  expect(t.answer(3, { sessions: [dated, { ...session, updatedAt: 'yesterday' }] }).client).toEqual([
    result(3, { sessions: [dated, session] }),
  ]);
  expect(t.entries()).toEqual([
    { kind: 'loss', rule: 'malformed', path: 'sessions[1].sessionId' },
    { kind: 'loss', rule: 'date-time', path: 'sessions[1].updatedAt' },
  ]);
  expect(lacking('list').ask(1, 'session/list').client).toEqual([error(1, -32601, 'Method not found: session/list')]);
  expect(t.ask(2, 'session/fork', { sessionId: 's', cwd: '/w' }).agent).toHaveLength(1);
  expect(t.answer(2, { sessionId: 'f', configOptions: [option] }).client).toEqual([
    result(2, { sessionId: 'f', configOptions: [novemberOption] }),
  ]);
});

test('[BR145] an option is set as June has it, and answered as November has it', () => {
  const t = initialized();
  t.ask(1, 'session/resume', resume);
  t.answer(1, { configOptions: [option] });
  const asked = { sessionId: 's', configId: 'm', type: 'id', value: 'a' };
  expect(t.ask(2, 'session/set_config_option', asked).agent).toEqual([
    request(2, 'session/set_config_option', { sessionId: 's', configId: 'm', value: 'a' }),
  ]);
  const [answer] = t.answer(2, { configOptions: [option] }).client;
  expect(answer).toEqual(result(2, { configOptions: [novemberOption] }));
  expect(methods['session/set_config_option'].result.is(object(answer)['result'])).toBe(true);
});

test('[BR159] [N38] a tool call or a terminal is cancelled only while the agent says that it can be', () => {
  const t = initialized();
  const asked = request(5, 'tool_call/cancel', { sessionId: 's', toolCallId: 't' });
  const refused = { agent: [], client: [error(5, -32602, 'Invalid params: "t" cannot be cancelled')] };
  expect(t.fromClient(asked)).toEqual(refused);
  const tell = (fields: object) => t.update('tool_call_update', { toolCallId: 't', ...fields });
  tell({ title: 'T', capabilities: { cancel: {} } });
  expect(t.fromClient(asked)).toEqual({ agent: [asked], client: [] });
  expect(t.answer(5, {}).client).toEqual([result(5, {})]);
  tell({ capabilities: null });
  expect(t.fromClient(asked)).toEqual(refused);
  tell({ capabilities: { cancel: {} } });
  tell({ status: 'completed' });
  expect(t.fromClient(asked)).toEqual(refused);
  const other = request(5, 'terminal/cancel', { sessionId: 's', terminalId: 't' });
  expect(t.fromClient(other)).toEqual(refused);
  t.update('terminal_update', { terminalId: 't', capabilities: { cancel: {} } });
  expect(t.fromClient(other)).toEqual({ agent: [other], client: [] });
  t.update('terminal_update', { terminalId: 't', exitStatus: {} });
  expect(t.fromClient(other)).toEqual(refused);
});

test('[BR147] [N80] [N81] an array of a November client is refused as a whole, and so are ids that November does not have', () => {
  const t = initialized();
  const invalid = error(null, -32600, 'Invalid Request');
  expect(t.fromClient([request(1, 'session/list', {}), request(2, 'session/list', {})])).toEqual({
    agent: [],
    client: [invalid],
  });
  expect(t.ask(null, 'session/list')).toEqual({ agent: [], client: [invalid] });
  expect(t.ask(1.5, 'session/list')).toEqual({ agent: [], client: [invalid] });
  expect(t.ask('', 'session/list').agent).toEqual([request('', 'session/list', {})]);
});
