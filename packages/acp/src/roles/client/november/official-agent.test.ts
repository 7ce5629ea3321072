import * as official from '@agentclientprotocol/sdk/experimental/v2';
import { expect, test } from 'vitest';
import type { Transport } from '../../../transport/transport.ts';
import { webStreams } from '../../../transport/web-streams.ts';
import { until } from '../../test-support/until.ts';
import { connect } from '../connect.ts';
import type { ClientEvent } from '../options.ts';

type Update = official.UpdateSessionNotification['update'];

const cwd = '/project';
const options: official.SessionConfigOption[] = [
  { configId: 'fast', type: 'boolean', name: 'Fast', currentValue: false },
  { configId: 'model', type: 'select', name: 'Model', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
];
const history: Update[] = [
  { sessionUpdate: 'user_message', messageId: 'u1', content: [{ type: 'text', text: 'work' }] },
  { sessionUpdate: 'agent_message', messageId: 'a1', content: [{ type: 'text', text: 'hello' }] },
];

/** An agent on the official library: it streams, asks, shows a terminal, and waits if it is told to. */
function officialAgent(): official.AgentApp {
  let prompts = 0;
  let stop: (() => void) | undefined;
  const work = async (client: official.AgentContext, sessionId: string, text: string): Promise<void> => {
    const tell = (update: Update): Promise<void> => client.notify('session/update', { sessionId, update });
    const id = `u${++prompts}`;
    await tell({ sessionUpdate: 'user_message', messageId: id, content: [{ type: 'text', text }] });
    await tell({ sessionUpdate: 'state_update', state: 'running' });
    if (text === 'wait') {
      await tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'slow',
        title: 'Wait',
        status: 'in_progress',
        capabilities: { cancel: {} },
      });
      await new Promise<void>((resolve) => (stop = resolve));
      await tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' });
      return;
    }
    await tell({ sessionUpdate: 'notice', severity: 'warning', title: 'Careful' });
    for (const piece of ['hel', 'lo'])
      await tell({ sessionUpdate: 'agent_message_chunk', messageId: 'a1', content: { type: 'text', text: piece } });
    await tell({ sessionUpdate: 'terminal_update', terminalId: 't', command: 'echo hi', cwd });
    await tell({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      name: 'Bash',
      title: 'echo hi',
      content: [{ type: 'terminal', terminalId: 't' }],
    });
    await tell({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: btoa('hi\n') });
    await tell({ sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 0 } });
    await tell({ sessionUpdate: 'state_update', state: 'requires_action' });
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      title: 'Run echo?',
      subject: { type: 'command', command: 'echo hi', cwd, toolCallId: 'c' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    });
    const { action } = await client.request('elicitation/create', {
      sessionId,
      message: 'Who?',
      mode: 'form',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    });
    await tell({ sessionUpdate: 'state_update', state: 'running' });
    await tell({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      status: 'completed',
      rawOutput: { outcome, action },
    });
    await tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  };
  return official
    .agent({ name: 'official' })
    .onRequest('initialize', () => ({
      protocolVersion: official.PROTOCOL_VERSION,
      info: { name: 'official', version: '1' },
      capabilities: { session: { delete: {} } },
      authMethods: [{ type: 'agent', methodId: 'key', name: 'Key' }],
    }))
    .onRequest('auth/login', () => {})
    .onRequest('auth/logout', () => {})
    .onRequest('session/new', () => ({
      sessionId: 's',
      configOptions: options,
      availableCommands: [{ type: 'command', name: 'plan', description: 'Plans' }],
    }))
    .onRequest('session/list', () => ({ sessions: [{ sessionId: 's', cwd }] }))
    .onRequest('session/set_config_option', ({ params }) => ({
      configOptions: options.map((option) =>
        option.configId === params.configId ? ({ ...option, currentValue: params.value } as typeof option) : option,
      ),
    }))
    .onRequest('session/prompt', ({ params, client }) => {
      const [block] = params.prompt;
      const { text } = block as { readonly text: string };
      void work(client, params.sessionId, text);
      return { messageId: `u${prompts}` };
    })
    .onRequest('session/resume', async ({ params, client }) => {
      const { sessionId, replayFrom } = params;
      for (const update of replayFrom?.type === 'start' ? history : [])
        await client.notify('session/update', { sessionId, update });
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'state_update', state: 'idle' } });
      return { configOptions: options };
    })
    .onRequest('session/close', () => {})
    .onRequest('session/delete', () => {})
    .onRequest('tool_call/cancel', () => {})
    .onNotification('session/cancel', () => stop?.());
}

/** The client's end of two streams; the agent has the other. */
function served(): Transport {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>();
  const toClient = new TransformStream<Uint8Array, Uint8Array>();
  officialAgent().connect(official.ndJsonStream(toClient.writable, toAgent.readable));
  return webStreams({ readable: toClient.readable, writable: toAgent.writable });
}

test('a whole session with an agent on the official library', async () => {
  const events: ClientEvent[] = [];
  const titles: string[] = [];
  await using client = await connect(served(), {
    info: { name: 'test', version: '1' },
    onEvent: (event) => void events.push(event),
    requestPermission({ title, toolCall }) {
      titles.push(title, toolCall.title ?? '');
      return 'yes';
    },
    elicitation: { form: () => ({ action: 'accept', content: { name: 'A' } }) },
  });
  expect([client.dialect, client.info]).toEqual(['november', { name: 'official', version: '1' }]);
  await client.authenticate('key');
  const session = await client.newSession({ cwd });
  expect(session.state.availableCommands).toEqual([{ name: 'plan', description: 'Plans' }]);
  expect((await session.setConfigOption('fast', true))[0]).toMatchObject({ id: 'fast', currentValue: true });

  const turn = session.prompt('work');
  expect(await turn.inserted).toEqual({ messageId: 'u1' });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  const call = session.state.toolCalls.get('c');
  expect([titles, call?.name, call?.status, call?.rawOutput]).toEqual([
    ['Run echo?', 'echo hi'],
    'Bash',
    'completed',
    { outcome: { outcome: 'selected', optionId: 'yes' }, action: 'accept' },
  ]);
  expect(session.state.terminals.get('t')).toMatchObject({ command: 'echo hi', exitStatus: { exitCode: 0 } });
  expect(session.state.notices).toMatchObject([{ notice: { title: 'Careful' } }]);

  const slow = session.prompt('wait');
  await until(session, () => session.state.toolCalls.get('slow') !== undefined);
  expect(await session.cancelToolCall('slow')).toBe(true);
  session.cancel();
  expect(await slow).toEqual({ stopReason: 'cancelled' });

  expect(await client.listSessions()).toEqual({ sessions: [{ sessionId: 's', cwd }] });
  await session.close();
  const loaded = await client.loadSession({ sessionId: 's', cwd });
  expect([loaded.state.messages.length, loaded.state.activity.state]).toEqual([2, 'idle']);
  await client.deleteSession('s');
  await client.logout();
  expect(events).toEqual([]);
});
