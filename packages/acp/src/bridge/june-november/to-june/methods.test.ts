import { expect, test } from 'vitest';
import { talk, text } from '../../test-support/talk.ts';
import { methods as juneMethods } from '../june.ts';
import { methods as novemberMethods } from '../november.ts';

const juneAgent = { client: 'june', agent: 'november' } as const;
const request = (id: number | string, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number | string, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: number | null, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
const update = (sessionId: string, fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: fields },
});

const novemberAnswer = {
  protocolVersion: 2,
  info: { name: 'a', version: '1' },
  capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} }, delete: {}, fork: {} }, providers: {} },
  authMethods: [
    { type: 'agent', methodId: 'key', name: 'API key' },
    { type: 'terminal', methodId: 'login', name: 'Log in', args: ['login'] },
  ],
};

function initialized(capabilities: object = {}, answer: object = novemberAnswer) {
  const t = talk(juneAgent);
  t.ask(0, 'initialize', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities });
  t.answer(0, answer);
  return t;
}

test('[BR143] [N4] a June client and a November agent shake hands, each in its own words', () => {
  const { seen, ledger } = initialized();
  expect(seen.agent).toEqual([
    request(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} }),
  ]);
  const answer = {
    protocolVersion: 2,
    agentInfo: { name: 'a', version: '1' },
    capabilities: {
      session: {
        prompt: { image: {} },
        mcp: { stdio: {} },
        delete: {},
        fork: {},
        load: {},
        list: {},
        resume: {},
        close: {},
      },
      auth: { logout: {} },
      providers: {},
    },
    authMethods: [{ type: 'agent', id: 'key', name: 'API key' }],
  };
  expect(seen.client).toEqual([result(0, answer)]);
  expect(juneMethods.initialize.result.is(answer)).toBe(true);
  expect(ledger).toEqual([
    {
      kind: 'loss',
      rule: 'auth-method',
      direction: 'Nto2',
      path: 'authMethods[1]',
      lost: novemberAnswer.authMethods[1],
      done: 'left out',
    },
  ]);
});

test('[BR143] a client without a name and an agent without one are called unknown', () => {
  const { fromClient, answer, seen, entries } = talk(juneAgent);
  fromClient(request(0, 'initialize', { protocolVersion: 2 }));
  const authMethods = [{ type: 'agent', methodId: 'key', name: 'Key' }];
  answer(0, { protocolVersion: 2, authMethods });
  const unknown = { name: 'unknown', version: 'unknown' };
  expect(seen).toEqual({
    agent: [request(0, 'initialize', { protocolVersion: 2, info: unknown })],
    client: [
      result(0, {
        protocolVersion: 2,
        agentInfo: unknown,
        capabilities: { auth: { logout: {} } },
        authMethods: [{ type: 'agent', id: 'key', name: 'Key' }],
      }),
    ],
  });
  const repair = { kind: 'repair', rule: 'implementation-info', path: 'info' };
  expect(entries()).toEqual([repair, repair]);
});

test('[BR143] an agent without sessions or ways to log in has none in June; a login in a terminal is for a client that has one', () => {
  const none = initialized(
    {},
    { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { auth: { _meta: { x: 1 } } } },
  );
  expect(none.seen.client).toEqual([
    result(0, {
      protocolVersion: 2,
      agentInfo: { name: 'a', version: '1' },
      capabilities: { auth: { _meta: { x: 1 } } },
    }),
  ]);
  const { seen, ledger } = initialized({ auth: { terminal: {} } });
  expect(seen.client).toMatchObject([
    {
      result: {
        authMethods: [
          { type: 'agent', id: 'key', name: 'API key' },
          { type: 'terminal', id: 'login', name: 'Log in', args: ['login'] },
        ],
      },
    },
  ]);
  expect(ledger).toEqual([]);
});

test('[BR144] logging in and out has other names; a login in a terminal never reaches the agent', () => {
  const t = initialized({ auth: { terminal: {} } });
  expect(t.ask(1, 'authenticate', { methodId: 'key' }).agent).toEqual([request(1, 'auth/login', { methodId: 'key' })]);
  expect(t.answer(1, {}).client).toEqual([result(1, {})]);
  expect(t.ask(2, 'logout').agent).toEqual([request(2, 'auth/logout', {})]);
  expect(t.ask(3, 'authenticate', { methodId: 'login' })).toEqual({
    agent: [],
    client: [error(3, -32602, 'Invalid params: the method "login" runs in a terminal of the client')],
  });
  const without = initialized({}, { ...novemberAnswer, authMethods: [] });
  expect(without.ask(1, 'authenticate', { methodId: 'key' }).client).toEqual([
    error(1, -32601, 'Method not found: authenticate'),
  ]);
});

const option = { configId: 'm', name: 'M', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
const juneOption = { id: 'm', name: 'M', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
const command = { type: 'command', name: 'plan', description: 'd', input: { type: 'text', hint: 'h' } };
const juneCommands = update('s', {
  sessionUpdate: 'available_commands_update',
  availableCommands: [{ name: 'plan', description: 'd', input: { hint: 'h' } }],
});

test('[BR145] [N101] a new session, and what came for it before its answer; its commands follow the answer', () => {
  const t = talk(juneAgent);
  const params = { cwd: '/w', mcpServers: [] };
  expect(t.ask(1, 'session/new', params).agent).toEqual([request(1, 'session/new', params)]);
  const title = update('s', { sessionUpdate: 'session_info_update', title: 'T' });
  expect(t.fromAgent(title).client).toEqual([]);
  expect(t.answer(1, { sessionId: 's', configOptions: [option], availableCommands: [command] }).client).toEqual([
    result(1, { sessionId: 's', configOptions: [juneOption] }),
    juneCommands,
    title,
  ]);
  expect(
    t.ask(2, 'session/new', { cwd: '/w', mcpServers: [{ type: 'http', name: 'h', url: 'nowhere', headers: [] }] }),
  ).toEqual({
    agent: [],
    client: [error(2, -32602, 'Invalid params: the URL of the MCP server "h" is none')],
  });
});

test('[BR145] [N101] a load is a resume from the start; its state updates are swallowed', () => {
  const t = talk(juneAgent);
  const params = { sessionId: 's', cwd: '/w', mcpServers: [] };
  expect(t.ask(1, 'session/load', params).agent).toEqual([
    request(1, 'session/resume', { ...params, replayFrom: { type: 'start' } }),
  ]);
  const replay = update('s', { sessionUpdate: 'user_message', messageId: 'u1', content: [text('hi')] });
  expect(t.fromAgent(replay).client).toEqual([replay]);
  expect(t.update('state_update', { state: 'idle' })).toEqual([]);
  expect(t.answer(1, { availableCommands: [command] }).client).toEqual([result(1, {}), juneCommands]);
  expect(t.ask(2, 'session/resume', params).agent).toEqual([request(2, 'session/resume', params)]);
  expect(t.answer(2, {}).client).toEqual([result(2, {})]);
  expect(t.ledger).toEqual([]);
});

test('[BR140] [N92] a message in a replay is not that of a prompt', () => {
  const t = talk(juneAgent);
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('hi')] });
  t.ask(2, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] });
  t.update('user_message', { messageId: 'u1', content: [text('hi')] });
  t.answer(2, {});
  t.update('state_update', { state: 'running' });
  t.update('state_update', { state: 'idle', stopReason: 'refusal' });
  expect(t.answer(1, { messageId: 'u1' }).client).toEqual([]);
  t.update('state_update', { state: 'running' });
  expect(t.update('state_update', { state: 'idle', stopReason: 'end_turn' })).toEqual([
    result(1, { stopReason: 'end_turn' }),
  ]);
});

test('[BR145] sessions are listed, closed, deleted and forked; what no draft has crosses unchanged', () => {
  const t = talk(juneAgent);
  for (const method of ['session/list', 'session/close', 'session/delete', '_x/y', 'providers/list']) {
    const asked = request(method, method, { sessionId: 's' });
    const answer = result(method, method === 'session/list' ? { sessions: [] } : {});
    expect([t.fromClient(asked).agent, t.fromAgent(answer).client]).toEqual([[asked], [answer]]);
  }
  expect(t.ask(1, 'session/fork', { sessionId: 's', cwd: '/w' }).agent).toEqual([
    request(1, 'session/fork', { sessionId: 's', cwd: '/w' }),
  ]);
  expect(t.answer(1, { sessionId: 'f', configOptions: [option] }).client).toEqual([
    result(1, { sessionId: 'f', configOptions: [juneOption] }),
  ]);
  const notFound = { jsonrpc: '2.0', id: 2, error: { code: -32002, message: 'No', data: { sessionId: 'x' } } };
  t.ask(2, 'session/resume', { sessionId: 'x', cwd: '/w' });
  expect(t.fromAgent(notFound).client).toEqual([notFound]);
  expect(t.ledger).toEqual([]);
});

test('[BR145] an option is set as November has it, and answered as June has it', () => {
  const t = talk(juneAgent);
  t.ask(1, 'session/new', { cwd: '/w', mcpServers: [] });
  t.answer(1, { sessionId: 's', configOptions: [option] });
  const asked = t.ask(2, 'session/set_config_option', { sessionId: 's', configId: 'm', value: 'a' }).agent;
  expect(asked).toEqual([
    request(2, 'session/set_config_option', { sessionId: 's', configId: 'm', type: 'id', value: 'a' }),
  ]);
  expect(novemberMethods['session/set_config_option'].params.is((asked[0] as { params: unknown }).params)).toBe(true);
  expect(t.answer(2, { configOptions: [option] }).client).toEqual([result(2, { configOptions: [juneOption] })]);
});

test('[BR146] [N93] the answer to a prompt has what the idle update says; an error stop is an error', () => {
  const end = (fields: object) => {
    const t = talk(juneAgent);
    t.ask(3, 'session/prompt', { sessionId: 's', prompt: [text('hi')] });
    t.answer(3, { messageId: 'u1' });
    t.update('state_update', { state: 'running' });
    const answer = t.update('state_update', { state: 'idle', ...fields });
    return { answer, rules: t.ledger.map(({ rule, path }) => [rule, path]) };
  };
  const usage = { totalTokens: 480 };
  expect(end({ stopReason: 'end_turn', usage, _meta: { quota: {} } })).toEqual({
    answer: [result(3, { stopReason: 'end_turn', usage, _meta: { quota: {} } })],
    rules: [],
  });
  expect(end({ stopReason: '_odd', background: [] })).toEqual({
    answer: [result(3, { stopReason: '_odd' })],
    rules: [],
  });
  expect(end({ stopReason: null })).toEqual({
    answer: [result(3, { stopReason: 'end_turn' })],
    rules: [['stop-reason', 'stopReason']],
  });
  expect(end({ stopReason: 'error', error: { code: -32000, message: 'Log in', data: { a: 1 } } }).answer).toEqual([
    { jsonrpc: '2.0', id: 3, error: { code: -32000, message: 'Log in', data: { a: 1 } } },
  ]);
  expect(end({ stopReason: 'error', usage })).toEqual({
    answer: [error(3, -32603, 'The agent reported a failure without details')],
    rules: [['state', 'usage']],
  });
});

test('[BR146] an empty prompt is refused; a malformed id of a message reads as absent; an agent that answers as June does is done', () => {
  const t = talk(juneAgent);
  expect(t.ask(1, 'session/prompt', { sessionId: 's', prompt: [] })).toEqual({
    agent: [],
    client: [error(1, -32602, 'Invalid params: the prompt is empty')],
  });
  expect(t.ask(2, 'session/prompt', { sessionId: 's' }).client).toMatchObject([{ id: 2, error: { code: -32602 } }]);
  t.ask(3, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  expect(t.answer(3, { messageId: 5 }).client).toEqual([]);
  expect(t.update('state_update', { state: 'idle', stopReason: 'refusal' })).toEqual([
    result(3, { stopReason: 'refusal' }),
  ]);
  t.ask(4, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  expect(t.answer(4, { stopReason: 'end_turn' }).client).toEqual([result(4, { stopReason: 'end_turn' })]);
  expect(t.update('state_update', { state: 'idle', stopReason: 'refusal' })).toEqual([]);
  expect(t.entries()).toEqual([
    { kind: 'repair', rule: 'malformed', path: 'result.messageId' },
    { kind: 'repair', rule: 'malformed', path: 'result' },
  ]);
});

test('[BR147] [N80] [N81] an array of a November agent is refused as a whole; ids that November does not have are refused', () => {
  const t = talk(juneAgent);
  const invalid = error(null, -32600, 'Invalid Request');
  const title = update('s', { sessionUpdate: 'session_info_update', title: 'T' });
  expect(t.fromAgent([title, request(1, '_x', {})])).toEqual({ client: [], agent: [invalid] });
  expect(t.ask(null, '_x')).toEqual({ client: [invalid], agent: [] });
  expect(t.ask(0.5, '_x')).toEqual({ client: [invalid], agent: [] });
  expect(t.fromAgent(request(0.5, '_x', {}))).toEqual({ client: [], agent: [invalid] });
});

test('[BR147] a batch of a June client is taken apart; the answers, also of a prompt, go back as one', () => {
  const t = talk(juneAgent);
  const list = request(1, 'session/list', {});
  const prompt = request(2, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  expect(t.fromClient([list, prompt, request(0.5, '_x', {})]).agent).toEqual([list, prompt]);
  expect(t.answer(1, { sessions: [] }).client).toEqual([]);
  expect(t.answer(2, { messageId: 'u' }).client).toEqual([]);
  expect(t.update('state_update', { state: 'running' })).toEqual([]);
  expect(t.update('state_update', { state: 'idle', stopReason: 'end_turn' })).toEqual([
    [error(null, -32600, 'Invalid Request'), result(1, { sessions: [] }), result(2, { stopReason: 'end_turn' })],
  ]);
});
