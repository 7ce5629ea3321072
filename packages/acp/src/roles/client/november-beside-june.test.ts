import { expect, test } from 'vitest';
import type { ClientHost } from '../../bridge/edges.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { foldedSession } from '../../session/folded.ts';
import { until } from '../test-support/until.ts';
import { chunk, type Incoming, type PlainAgent, type Script, type Voice, v1Agent } from '../test-support/v1-agent.ts';
import type { Client } from './client.ts';
import { connect } from './connect.ts';
import type { ClientEvent, ClientOptions } from './options.ts';
import type { ClientSession } from './session.ts';

/** A client with a session of a v1 agent. */
interface Opened extends PlainAgent, AsyncDisposable {
  readonly client: Client;
  readonly session: ClientSession;
  readonly updates: readonly ReceivedSessionUpdate[];
  readonly events: readonly ClientEvent[];
}

async function opened(script: Script, options: ClientOptions = {}): Promise<Opened> {
  const updates: ReceivedSessionUpdate[] = [];
  const events: ClientEvent[] = [];
  const agent = v1Agent(script);
  const client = await connect(agent.transport, {
    onUpdate: (update) => void updates.push(update),
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const session = await client.newSession({ cwd: '/w' });
  return { ...agent, client, session, updates, events, [Symbol.asyncDispose]: () => client.close() };
}

/** A script whose prompts do something and end the turn. */
function turn(act: (voice: Voice) => void): Script {
  return {
    'session/prompt': (message, voice) => {
      act(voice);
      voice.answer(message, { stopReason: 'end_turn' });
    },
  };
}

const shown = { type: 'terminal', terminalId: 'c' };
const call = { toolCallId: 'c', title: 'echo hi', kind: 'execute', status: 'in_progress' };
const told = (news: object, more: object = {}) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  _meta: news,
  ...more,
});

test('[RO61] what is offered to a v1 agent is what the client takes', async () => {
  await using agent = await opened({});
  const { clientCapabilities } = agent.received[0]?.params ?? {};
  const session = { configOptions: { boolean: {} }, notices: {}, compaction: {} };
  expect(clientCapabilities).toMatchObject({ session, _meta: { terminal_output: true } });
  expect([agent.client.dialect, agent.received.length]).toEqual(['v1', 2]);
});

test('[RO61] an agent that refuses v2 is offered the same when it is asked again', async () => {
  const agent = v1Agent({
    initialize: (message, voice) =>
      message.params['protocolVersion'] === 1
        ? voice.answer(message, { protocolVersion: 1, agentCapabilities: {} })
        : voice.refuse(message, { code: -32603, message: 'No.' }),
  });
  await using client = await connect(agent.transport);
  const [first, second] = agent.received.map(({ params }) => params['clientCapabilities']);
  expect([client.dialect, second]).toEqual(['v1', first]);
});

test('[RO61] a terminal that a v1 agent tells of in _meta is one of the session, and the name of a tool is its name', async () => {
  await using agent = await opened(
    turn((voice) => {
      const _meta = { terminal_info: { terminal_id: 'c', cwd: '/w' } };
      voice.update({ sessionUpdate: 'tool_call', ...call, name: 'Bash', content: [shown], _meta });
      voice.update(told({ terminal_output: { terminal_id: 'c', data: 'hé\n' } }));
      const exit = { terminal_exit: { terminal_id: 'c', exit_code: 0, signal: null } };
      voice.update(told(exit, { status: 'completed', rawOutput: { code: 0 } }));
    }),
  );
  await agent.session.prompt('hi');
  const { state } = agent.session;
  expect(foldedSession(state)).toMatchObject({
    terminals: [{ terminalId: 'c', cwd: '/w', output: 'hé\n', exitStatus: { exitCode: 0, signal: null } }],
    toolCalls: [{ ...call, name: 'Bash', status: 'completed', content: [shown], rawOutput: { code: 0 } }],
  });
  expect(state.turns.toArray().map(({ status, stopReason }) => [status, stopReason])).toEqual([['ended', 'end_turn']]);
  expect([agent.session.isBusy, state.diagnostics.toArray(), agent.events]).toEqual([false, [], []]);
  // Each update is of one draft: the beginning of the call in June, and what only November has after it.
  expect(agent.updates).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'c', cwd: '/w' },
    { sessionUpdate: 'tool_call_update', ...call },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', name: 'Bash', content: [shown] },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'c', data: 'aMOpCg==' },
    { sessionUpdate: 'terminal_update', terminalId: 'c', exitStatus: { exitCode: 0, signal: null } },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', rawOutput: { code: 0 } },
  ]);
});

test('[RO61] a terminal that a host serves to a v1 agent is one of the session', async () => {
  const host: ClientHost = {
    requests: {
      'terminal/create': async () => ({ terminalId: 'c' }),
      'terminal/output': async () => ({ output: 'up', truncated: false }),
      'terminal/wait_for_exit': async () => ({ exitCode: 3 }),
      'terminal/kill': async () => ({}),
      'terminal/release': async () => ({}),
    },
    terminalText: () => 'up',
  };
  await using agent = await opened({}, { bridge: { serve: host } });
  agent.voice.ask(1, 'terminal/create', { sessionId: 's', command: 'make', args: ['all'] });
  await expect.poll(() => agent.received.at(-1)).toMatchObject({ result: { terminalId: 'c' } });
  agent.voice.update({ sessionUpdate: 'tool_call', ...call, content: [shown] });
  agent.voice.ask(2, 'terminal/wait_for_exit', { sessionId: 's', terminalId: 'c' });
  await until(agent.session, () => agent.session.state.terminals.get('c')?.exitStatus !== undefined);
  expect(foldedSession(agent.session.state)).toMatchObject({
    terminals: [{ terminalId: 'c', command: 'make all', cwd: '/w', output: 'up', exitStatus: { exitCode: 3 } }],
    toolCalls: [{ toolCallId: 'c', content: [shown] }],
  });
});

test('[RO61] notices and compactions of a v1 agent are in the state, also outside of turns', async () => {
  const notice = { severity: 'warning', title: 'Low on quota', description: '5 left' };
  await using agent = await opened(
    turn((voice) => {
      voice.update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' });
      const content = { type: 'text', text: 'In short.' };
      voice.update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content });
      voice.update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' });
      voice.update(chunk('agent', 'Done.'));
    }),
  );
  agent.voice.update({ sessionUpdate: 'notice', ...notice });
  await until(agent.session, () => agent.session.state.notices.length > 0);
  expect(agent.session.isBusy).toBe(false);
  const prompt = agent.session.prompt('hi');
  await prompt.inserted;
  await prompt;
  const { state } = agent.session;
  expect(state.notices.map((each) => each.notice)).toMatchObject([notice]);
  const { compactions } = foldedSession(state);
  expect(compactions).toEqual([
    { compactionId: 'k', status: 'completed', summary: [{ type: 'text', text: 'In short.' }] },
  ]);
  expect([agent.session.isBusy, state.diagnostics.toArray(), agent.events]).toEqual([false, [], []]);
});

test('[RO61] an option of type boolean is set by a boolean, both ways', async () => {
  const option = (currentValue: boolean) => ({ id: 'fast', name: 'Fast', type: 'boolean', currentValue });
  await using agent = await opened({
    'session/new': (message, voice) => voice.answer(message, { sessionId: 's', configOptions: [option(false)] }),
    'session/set_config_option': (message: Incoming, voice) =>
      voice.answer(message, { configOptions: [option(message.params['value'] === true)] }),
  });
  expect(agent.session.state.configOptions).toEqual([option(false)]);
  for (const value of [true, false]) {
    expect(await agent.session.setConfigOption('fast', value)).toEqual([option(value)]);
    expect(agent.received.at(-1)?.params).toEqual({ sessionId: 's', configId: 'fast', type: 'boolean', value });
    expect(agent.session.state.configOptions).toEqual([option(value)]);
  }
});

test('[RO61] a form of a v1 agent is asked and answered', async () => {
  const form = { mode: 'form', sessionId: 's', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
  const answer = { action: 'accept', content: {} } as const;
  await using agent = await opened({}, { elicitation: { form: () => answer } });
  expect(agent.received[0]?.params['clientCapabilities']).toMatchObject({ elicitation: { form: {} } });
  agent.voice.ask(7, 'elicitation/create', form);
  await expect.poll(() => agent.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: answer });
});

test('[RO61] a permission request may bring the name of a tool and a terminal', async () => {
  const asked: unknown[] = [];
  await using agent = await opened(
    {},
    {
      requestPermission(request) {
        asked.push([request.title, request.toolCall]);
        return 'y';
      },
    },
  );
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
  agent.voice.update({ sessionUpdate: 'tool_call', ...call });
  const toolCall = { toolCallId: 'c', name: 'Bash', content: [shown] };
  agent.voice.ask(1, 'session/request_permission', { sessionId: 's', toolCall, options });
  await expect.poll(() => agent.received.at(-1)).toMatchObject({ result: { outcome: { optionId: 'y' } } });
  expect(asked).toEqual([['echo hi', toolCall]]);
  const { terminals, toolCalls } = foldedSession(agent.session.state);
  expect([terminals, toolCalls]).toMatchObject([[{ terminalId: 'c' }], [{ ...call, name: 'Bash', content: [shown] }]]);
});

test('[RO61] what is malformed is told, and what is no news of November is as it was', async () => {
  await using agent = await opened({});
  agent.voice.update({ sessionUpdate: 'compaction_update', compactionId: 7 });
  agent.voice.update({ sessionUpdate: 'state_update', state: 'running' });
  agent.voice.update({ sessionUpdate: 'notice', severity: 'info', title: 'x' });
  await until(agent.session, () => agent.session.state.notices.length > 0);
  expect(agent.events).toMatchObject([{ type: 'malformed-update' }]);
  expect([agent.session.isBusy, agent.session.state.compactions.length]).toEqual([false, 0]);
  expect(agent.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual(['state_update', 'notice']);
});

test('[RO61] a load begins with no terminals, and the replay brings them back', async () => {
  const run = (voice: Voice): void => {
    voice.update({ sessionUpdate: 'tool_call', ...call, content: [shown] });
    voice.update(told({ terminal_output: { terminal_id: 'c', data: 'hi' } }, { status: 'completed' }));
  };
  await using agent = await opened({
    ...turn(run),
    'session/load': (message, voice) => {
      run(voice);
      voice.answer(message, {});
    },
  });
  await agent.session.prompt('hi');
  const before = foldedSession(agent.session.state);
  const loaded = await agent.client.loadSession({ sessionId: 's', cwd: '/w' });
  const { terminals, toolCalls } = foldedSession(loaded.state);
  expect([terminals, toolCalls]).toEqual([before.terminals, before.toolCalls]);
});

test('[RO61] a client that prefers June is offered nothing more and gets terminals as text', async () => {
  await using agent = await opened(
    turn((voice) => {
      voice.update({ sessionUpdate: 'tool_call', ...call, content: [shown] });
      voice.update(told({ terminal_output: { terminal_id: 'c', data: 'hi' } }, { status: 'completed' }));
    }),
    { prefers: 'june' },
  );
  await agent.session.prompt('hi');
  const { clientCapabilities } = agent.received[0]?.params ?? {};
  expect(clientCapabilities).not.toHaveProperty('session');
  expect(agent.session.state.terminals.length).toBe(0);
  expect(agent.session.state.toolCalls.get('c')?.content.toArray()).toMatchObject([{ type: 'content' }]);
});
