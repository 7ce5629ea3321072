import { expect, test } from 'vitest';
import type { Side } from '../../protocol/side.ts';
import { type StreamMessage, streamConverter } from '../stream-converter.ts';
import { text } from '../test-support/talk.ts';

type Said = readonly [Side, object];

const ask = (id: number, method: string, params: object): Said => ['client', { jsonrpc: '2.0', id, method, params }];
const answer = (id: number, result: object): Said => ['agent', { jsonrpc: '2.0', id, result }];
const tell = (update: object): Said => [
  'agent',
  { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } },
];

const person = { name: 'c', version: '1' };
const program = { name: 'a', version: '1' };
const session = { sessionId: 's' };
const mode = {
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'ask',
  options: [{ value: 'ask', name: 'Ask' }],
};
const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
const prompt = { ...session, prompt: [text('hi')] };
const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
const call = { toolCallId: 't', title: 'Run', name: 'Bash', status: 'in_progress' };
const chosen = { outcome: { outcome: 'selected', optionId: 'y' } };
const hello = { sessionUpdate: 'agent_message_chunk', content: text('Hello') };
const said = { ...hello, messageId: 'emend-1' };
const state = (name: string, more: object = {}) => tell({ sessionUpdate: 'state_update', state: name, ...more });
const markers = { list: {}, resume: {}, close: {} };

const inV1: readonly Said[] = [
  ask(0, 'initialize', { protocolVersion: 1, clientInfo: person, clientCapabilities: {} }),
  answer(0, {
    protocolVersion: 1,
    agentInfo: program,
    agentCapabilities: { loadSession: true, sessionCapabilities: markers },
  }),
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] }),
  answer(1, { ...session, modes }),
  ask(2, 'session/prompt', prompt),
  tell(hello),
  tell({ sessionUpdate: 'tool_call', ...call }),
  [
    'agent',
    {
      jsonrpc: '2.0',
      id: 9,
      method: 'session/request_permission',
      params: { ...session, toolCall: { toolCallId: 't' }, options },
    },
  ],
  ['client', { jsonrpc: '2.0', id: 9, result: chosen }],
  tell({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }),
  answer(2, { stopReason: 'end_turn' }),
  ask(3, 'session/set_mode', { ...session, modeId: 'ask' }),
  answer(3, {}),
  ask(4, 'session/load', { ...session, cwd: '/w', mcpServers: [] }),
  tell(hello),
  answer(4, {}),
];

const inNovember: readonly Said[] = [
  ask(0, 'initialize', { protocolVersion: 2, info: person, capabilities: {} }),
  answer(0, {
    protocolVersion: 2,
    info: program,
    capabilities: { session: { prompt: {}, mcp: { stdio: {} } } },
  }),
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] }),
  answer(1, { ...session, configOptions: [{ configId: 'mode', ...mode }] }),
  ask(2, 'session/prompt', prompt),
  tell({ sessionUpdate: 'user_message', messageId: 'emend-p1', content: [text('hi')] }),
  answer(2, { messageId: 'emend-p1' }),
  state('running'),
  tell(said),
  tell({ sessionUpdate: 'tool_call_update', ...call }),
  state('requires_action'),
  [
    'agent',
    {
      jsonrpc: '2.0',
      id: 9,
      method: 'session/request_permission',
      params: { ...session, title: 'Run', subject: { type: 'tool_call', toolCall: { toolCallId: 't' } }, options },
    },
  ],
  state('running'),
  ['client', { jsonrpc: '2.0', id: 9, result: chosen }],
  tell({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }),
  state('idle', { stopReason: 'end_turn' }),
  ask(3, 'session/set_config_option', { ...session, configId: 'mode', type: 'id', value: 'ask' }),
  answer(3, { configOptions: [{ configId: 'mode', ...mode }] }),
  ask(4, 'session/resume', { ...session, cwd: '/w', mcpServers: [], replayFrom: { type: 'start' } }),
  tell({ sessionUpdate: 'agent_message', messageId: 'emend-1', content: [] }),
  tell(said),
  state('idle'),
  answer(4, {}),
];

const files = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
const offers = { session: { configOptions: { boolean: {} }, notices: {}, compaction: {} } };

/** What the way back gives: the same conversation, with the ids and the option that November has. */
const back: readonly Said[] = [
  ask(0, 'initialize', { protocolVersion: 1, clientInfo: person, clientCapabilities: { ...files, ...offers } }),
  answer(0, {
    protocolVersion: 1,
    agentInfo: program,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: false, audio: false, embeddedContext: false },
      mcpCapabilities: { http: false, sse: false },
      sessionCapabilities: markers,
    },
  }),
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] }),
  answer(1, { ...session, configOptions: [{ id: 'mode', ...mode }], modes }),
  ask(2, 'session/prompt', prompt),
  tell(said),
  tell({ sessionUpdate: 'tool_call', ...call }),
  [
    'agent',
    {
      jsonrpc: '2.0',
      id: 9,
      method: 'session/request_permission',
      params: { ...session, toolCall: { ...call, kind: 'other' }, options },
    },
  ],
  ['client', { jsonrpc: '2.0', id: 9, result: chosen }],
  tell({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }),
  answer(2, { stopReason: 'end_turn' }),
  ask(3, 'session/set_config_option', { ...session, configId: 'mode', value: 'ask' }),
  answer(3, { configOptions: [{ id: 'mode', ...mode }] }),
  ask(4, 'session/load', { ...session, cwd: '/w', mcpServers: [] }),
  tell(said),
  answer(4, {}),
];

function converted(from: 'v1' | 'november', to: 'v1' | 'november', stream: readonly Said[]) {
  const converter = streamConverter({ from, to });
  const steps = [...stream.map(([side, message]) => converter.convert(side, message)), converter.end()];
  const messages: readonly StreamMessage[] = steps.flatMap((step) => step.messages);
  return {
    messages: messages.map(({ from: side, message }) => [side, message]),
    ways: new Set(steps.flatMap(({ ledger }) => ledger.map(({ direction }) => direction))),
  };
}

test('[BR125] a recording of v1 becomes one of November, and one of November becomes v1', () => {
  expect(converted('v1', 'november', inV1)).toEqual({ messages: inNovember, ways: new Set(['1toN']) });
  expect(converted('november', 'v1', inNovember)).toEqual({ messages: back, ways: new Set(['Nto1']) });
});
