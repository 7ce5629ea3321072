import { expect, test } from 'vitest';
import { heard, novemberAgent, state } from '../../test-support/november-agent.ts';
import { opened } from '../../test-support/november-session.ts';
import { until } from '../../test-support/until.ts';
import { plainAgent, type Script } from '../../test-support/v1-agent.ts';
import { connect } from '../connect.ts';
import type { ClientEvent } from '../options.ts';

const cwd = '/project';

const select = { type: 'select', name: 'Model', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
const onTheWire = [
  { configId: 'model', ...select },
  {
    configId: 'grouped',
    ...select,
    options: [{ groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
  },
  { configId: 'fast', type: 'boolean', name: 'Fast', currentValue: false },
];
const inTheState = [
  { id: 'model', ...select },
  { id: 'grouped', ...select, options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }] },
  { id: 'fast', type: 'boolean', name: 'Fast', currentValue: false },
];

test('[RO55] options and commands of the answer that opens a session are in the state, in the names of the state', async () => {
  const agent = novemberAgent({
    'session/new': (message, voice) =>
      voice.answer(message, {
        sessionId: 's',
        configOptions: onTheWire,
        availableCommands: [{ type: 'command', name: 'plan', description: 'd', input: { type: 'text', hint: 'h' } }],
        _meta: { a: 1 },
      }),
  });
  await using client = await connect(agent.transport);
  const session = await client.newSession({ cwd });
  const commands = [{ name: 'plan', description: 'd', input: { hint: 'h' } }];
  expect([session.state.configOptions, session.state.availableCommands]).toEqual([inTheState, commands]);
  expect(session.setup).toEqual({
    sessionId: 's',
    configOptions: inTheState,
    availableCommands: commands,
    _meta: { a: 1 },
  });
  expect(client.dialect).toBe('november');
});

test('[N69] an option is set with the type of its value, and the answer is the new list', async () => {
  await using agent = await opened({
    'session/set_config_option': (message, voice) => voice.answer(message, { configOptions: onTheWire }),
  });
  expect(await agent.session.setConfigOption('model', 'a')).toEqual(inTheState);
  expect(await agent.session.setConfigOption('fast', true)).toEqual(inTheState);
  expect(agent.session.state.configOptions).toEqual(inTheState);
  expect(heard(agent)).toEqual([
    ['session/set_config_option', { sessionId: 's', configId: 'model', type: 'id', value: 'a' }],
    ['session/set_config_option', { sessionId: 's', configId: 'fast', type: 'boolean', value: true }],
  ]);
});

test('a malformed answer to a new value is reported, and the options are worked out', async () => {
  const events: ClientEvent[] = [];
  await using agent = await opened(
    {
      'session/new': (message, voice) => voice.answer(message, { sessionId: 's', configOptions: onTheWire }),
      'session/set_config_option': (message, voice) => voice.answer(message, {}),
    },
    { onEvent: (event) => void events.push(event) },
  );
  expect((await agent.session.setConfigOption('fast', true))[2]).toEqual({ ...inTheState[2], currentValue: true });
  expect(events).toMatchObject([{ type: 'malformed-result', method: 'session/set_config_option' }]);
});

test('a boolean for an agent without booleans is the word that stands for it', async () => {
  const options = [
    {
      id: 'fast',
      name: 'Fast',
      type: 'select',
      currentValue: 'off',
      options: [
        { value: 'on', name: 'On' },
        { value: 'off', name: 'Off' },
      ],
    },
    { id: 'raw', name: 'Raw', type: 'boolean', currentValue: false },
  ];
  const agent = plainAgent(
    { protocolVersion: 2, capabilities: { session: {} } },
    {
      'session/new': (message, voice) => voice.answer(message, { sessionId: 's', configOptions: options }),
      'session/set_config_option': (message, voice) => voice.answer(message, { configOptions: options }),
    },
  );
  await using client = await connect(agent.transport);
  const session = await client.newSession({ cwd });
  for (const configId of ['fast', 'raw']) await session.setConfigOption(configId, true);
  await session.setConfigOption('fast', false);
  expect(heard(agent).map((message) => (message as [string, { readonly value: string }])[1].value)).toEqual([
    'on',
    'true',
    'off',
  ]);
});

test('a load is a resume from the start, and its history is in the state when it resolves', async () => {
  const agent = novemberAgent({
    'session/resume': (message, voice) => {
      voice.update({ sessionUpdate: 'user_message', messageId: 'u1', content: [{ type: 'text', text: 'go' }] });
      voice.update(state('idle'));
      voice.answer(message, { configOptions: onTheWire });
    },
  });
  await using client = await connect(agent.transport);
  const session = await client.loadSession({ sessionId: 's', cwd });
  expect([session.state.messages.length, session.state.phase, session.state.activity.state]).toEqual([
    1,
    'loaded',
    'idle',
  ]);
  // A second time begins anew; what arrives after the request stays.
  agent.voice.update({ sessionUpdate: 'agent_message', messageId: 'a9', content: [{ type: 'text', text: 'late' }] });
  await client.resumeSession({ sessionId: 's', cwd, replayFrom: { type: 'start' } });
  const ids = session.state.messages.toArray().map(({ messageId }) => messageId);
  expect([ids, client.sessions.size]).toEqual([['a9', 'u1'], 1]);
  const params = { sessionId: 's', cwd, mcpServers: [], replayFrom: { type: 'start' } };
  expect(agent.received.slice(1).map(({ method, params }) => [method, params])).toEqual([
    ['session/resume', params],
    ['session/resume', params],
  ]);
});

test('a resume asks for no replay, and the state that the agent tells before its answer counts', async () => {
  const agent = novemberAgent({
    'session/resume': (message, voice) => {
      voice.update(state('running'));
      voice.answer(message, {});
    },
  });
  await using client = await connect(agent.transport);
  const session = await client.resumeSession({ sessionId: 's', cwd });
  expect([session.isBusy, agent.received[1]?.params]).toEqual([true, { sessionId: 's', cwd }]);
  await client.resumeSession({ sessionId: 's', cwd, replayFrom: { type: '_x/after', id: 'u1' } });
  expect(agent.received[2]?.params).toEqual({ sessionId: 's', cwd, replayFrom: { type: '_x/after', id: 'u1' } });
});

test('a June agent cannot replay a part of a session', async () => {
  const capabilities = { session: { resume: {} } };
  const agent = plainAgent({ protocolVersion: 2, capabilities }, {});
  await using client = await connect(agent.transport);
  const resuming = client.resumeSession({ sessionId: 's', cwd, replayFrom: { type: '_x/after' } });
  await expect(resuming).rejects.toMatchObject({ name: 'CapabilityError', capability: 'session.replayFrom' });
});

test('[N70] a session that the agent does not know is closed and deleted', async () => {
  const gone = { code: -32002, message: 'not found', data: { sessionId: 's' } };
  await using agent = await opened({
    'session/close': (message, voice) => voice.refuse(message, gone),
    'session/delete': (message, voice) => voice.refuse(message, gone),
  });
  await agent.session.close();
  await agent.client.deleteSession('s');
  await using other = await opened({
    'session/close': (message, voice) => voice.refuse(message, { ...gone, code: -32603 }),
  });
  await expect(other.session.close()).rejects.toMatchObject({ code: -32603 });
});

test('[N63] a tool call or a terminal is cancelled while the agent offers it, and not otherwise', async () => {
  const answers = [{}, { code: -32602 }, { code: -32601 }, { code: -32603 }];
  const next: Script[string] = (message, voice) => {
    const answer = answers.shift() as { readonly code?: number };
    if (answer.code === undefined) voice.answer(message, answer);
    else voice.refuse(message, { message: 'no', ...answer });
  };
  await using agent = await opened({ 'tool_call/cancel': next, 'terminal/cancel': next });
  const offer = { capabilities: { cancel: {} } };
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...offer });
  agent.voice.update({ sessionUpdate: 'terminal_update', terminalId: 'x', ...offer });
  await agent.flush();
  const { session } = agent;
  expect([
    await session.cancelToolCall('t'),
    await session.cancelTerminal('x'),
    await session.cancelToolCall('t'),
  ]).toEqual([true, false, false]);
  await expect(session.cancelTerminal('x')).rejects.toMatchObject({ code: -32603 });
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', capabilities: null });
  agent.voice.update({ sessionUpdate: 'terminal_update', terminalId: 'x', capabilities: {} });
  await agent.flush();
  for (const cancelling of [
    session.cancelToolCall('t'),
    session.cancelTerminal('x'),
    session.cancelToolCall('nobody knows'),
  ]) {
    await expect(cancelling).rejects.toMatchObject({ name: 'CapabilityError' });
  }
  const call = ['tool_call/cancel', { sessionId: 's', toolCallId: 't' }];
  const terminal = ['terminal/cancel', { sessionId: 's', terminalId: 'x' }];
  expect(heard(agent).filter((message) => (message as [string])[0] !== '_flush')).toEqual([
    call,
    terminal,
    call,
    terminal,
  ]);
});

test.each([1, 2])(
  '[RO58] an agent of v%i is not asked to cancel a tool call, and the error says why',
  async (version) => {
    const agent = plainAgent({ protocolVersion: version, capabilities: { session: {} }, agentCapabilities: {} }, {});
    await using client = await connect(agent.transport);
    const session = await client.newSession({ cwd });
    await expect(session.cancelToolCall('t')).rejects.toThrow(
      'Cannot cancel one tool call: the agent speaks a version of the protocol that has no such request.',
    );
    await expect(session.cancelTerminal('x')).rejects.toMatchObject({ capability: 'terminal.cancel' });
    expect(heard(agent)).toEqual([]);
  },
);

test('[N12] an agent that chooses a version above the requested one is not spoken to', async () => {
  const agent = novemberAgent({}, { protocolVersion: 3 });
  await expect(connect(agent.transport)).rejects.toMatchObject({ name: 'UnsupportedVersionError', version: 3 });
});

test('an agent that does not tell its name is reported, and one with malformed capabilities has none', async () => {
  const events: ClientEvent[] = [];
  const changed = {
    info: undefined,
    capabilities: { session: { prompt: { image: true } }, auth: 5 },
    authMethods: [{ type: 'agent', methodId: 'key', name: 'Key' }],
  };
  const agent = novemberAgent({}, changed);
  await using client = await connect(agent.transport, { onEvent: (event) => void events.push(event) });
  expect([client.dialect, client.info]).toEqual(['november', { name: 'unknown', version: 'unknown' }]);
  expect(client.agent.capabilities).toEqual({
    session: { prompt: {}, load: {}, list: {}, resume: {}, close: {} },
    auth: { logout: {} },
  });
  expect(events).toMatchObject([{ type: 'malformed-result', method: 'initialize' }]);
});

test('[N82] a malformed part of an update is left out and reported, a malformed update is dropped and reported', async () => {
  const events: string[] = [];
  await using agent = await opened({}, { onEvent: ({ type }) => void events.push(type) });
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 7, kind: 'read' });
  agent.voice.update({ sessionUpdate: 'tool_call_update', kind: 'read' });
  await until(agent.session, () => agent.session.state.diagnostics.length === 2);
  const call = agent.session.state.toolCalls.get('t');
  expect([call?.kind, call?.title, events]).toEqual(['read', undefined, ['repaired-update', 'malformed-update']]);
});

test('[RO56] a malformed part makes an update malformed if it is read strictly', async () => {
  const events: string[] = [];
  await using agent = await opened({}, { reading: 'strict', onEvent: ({ type }) => void events.push(type) });
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 7 });
  await until(agent.session, () => agent.session.state.diagnostics.length === 1);
  expect([agent.session.state.toolCalls.length, events]).toEqual([0, ['malformed-update']]);
});

test('[RO55] onUpdate gets the updates as the agent sent them', async () => {
  const updates: unknown[] = [];
  await using agent = await opened({}, { onUpdate: (update) => void updates.push(update) });
  const plan = { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } };
  agent.voice.update(plan);
  await agent.flush();
  expect(updates).toEqual([plan]);
});
