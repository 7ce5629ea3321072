import { expect, test } from 'vitest';
import { dialectOfHandshake, dialectOfMessage, StreamDialect } from './stream-dialect.ts';

const info = { name: 'x', version: '1' };
const update = (value: unknown) => ({ method: 'session/update', params: { sessionId: 's', update: value } });
const change = { type: 'diff', changes: [{ operation: 'modify', path: '/a' }] };

test.each([
  [7, undefined],
  [{ id: 1, result: {} }, undefined],
  [{ id: 1, result: { protocolVersion: 1 } }, 'v1'],
  [{ id: 1, result: { protocolVersion: 2 } }, 'june'],
  [{ id: 1, result: { protocolVersion: 2, info } }, 'november'],
  [{ id: 1, result: { protocolVersion: 3, info } }, undefined],
  [{ method: 'session/update' }, undefined],
  [update({ sessionUpdate: 'plan' }), 'v1'],
  [update({ sessionUpdate: 'agent_message_chunk' }), 'v1'],
  [update({ sessionUpdate: 'agent_message_chunk', messageId: 'm' }), undefined],
  [update({ sessionUpdate: 'plan_update' }), 'june'],
  [[7, update({ sessionUpdate: 'plan_update' })], 'june'],
  [update({ sessionUpdate: 'state_update', state: 'idle' }), 'november'],
  [update({ sessionUpdate: 'terminal_update', terminalId: 't' }), 'november'],
  [update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: '' }), 'november'],
  [update({ sessionUpdate: 'notice', severity: 'info', title: 'x' }), 'november'],
  [update({ sessionUpdate: 'compaction_update', compactionId: 'c' }), 'november'],
  [update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c' }), 'november'],
  [update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [change] }), 'november'],
  [update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: change }), 'november'],
  [update({ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } }), 'november'],
  [update({ sessionUpdate: 'config_option_update', configOptions: [{ configId: 'c' }] }), 'november'],
  [update({ sessionUpdate: 'config_option_update', configOptions: [{ id: 'c' }] }), undefined],
  [
    update({ sessionUpdate: 'available_commands_update', availableCommands: [{ type: 'command', name: 'c' }] }),
    'november',
  ],
  [update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'c' }] }), undefined],
  [{ id: 1, result: { sessionId: 's', availableCommands: [{ type: 'command', name: 'c' }] } }, 'november'],
  [{ id: 1, result: { messageId: 'm' } }, 'november'],
  [{ id: 1, result: { messageId: 'm', stopReason: 'end_turn' } }, undefined],
  [{ id: 1, method: 'session/resume', params: { sessionId: 's', replayFrom: { type: 'start' } } }, 'november'],
  [{ id: 1, method: 'session/resume', params: { sessionId: 's' } }, undefined],
  [{ id: 1, method: 'session/set_config_option', params: { configId: 'c', value: 'v' } }, undefined],
  [
    { id: 1, method: 'session/request_permission', params: { subject: { toolCall: { content: [change] } } } },
    'november',
  ],
])('the message %j shows %s', (message, dialect) => {
  expect(dialectOfMessage(message)).toBe(dialect);
});

const chunk = update({ sessionUpdate: 'agent_message_chunk', messageId: 'm' });
const v1 = update({ sessionUpdate: 'tool_call' });
const v2 = update({ sessionUpdate: 'user_message', messageId: 'm' });
const notice = update({ sessionUpdate: 'notice', severity: 'info', title: 'x' });
const state = update({ sessionUpdate: 'state_update', state: 'idle' });

test.each([
  ['nothing', [], undefined, 'june'],
  ['what every dialect has', [chunk, 7, {}], undefined, 'june'],
  ['v1', [chunk, v1, v2], 'v1', 'v1'],
  ['either draft', [v2, chunk], undefined, 'june'],
  ['either draft, and then what looks like v1', [v2, v1], undefined, 'june'],
  ['November, late', [v2, chunk, chunk, state, v1], 'november', 'november'],
  ['a notice, which v1 has too', [notice, chunk], undefined, 'november'],
  ['a notice in v1', [notice, v1], 'v1', 'v1'],
  ['a notice in a draft', [v2, notice], 'november', 'november'],
  ['a handshake', [{ id: 1, result: { protocolVersion: 2, agentInfo: info } }, notice], 'june', 'june'],
])('a stream with %s', (_, messages, certain, likely) => {
  const stream = new StreamDialect();
  for (const message of messages) stream.see(message);
  expect([stream.certain, stream.likely]).toEqual([certain, likely]);
});

test('only an object with a number for its version is an answer to initialize', () => {
  expect([{}, { protocolVersion: '2' }, undefined, { protocolVersion: 2 }].map(dialectOfHandshake)).toEqual([
    undefined,
    undefined,
    undefined,
    'june',
  ]);
});
