import { expect, test } from 'vitest';
import { SessionNotification as JuneUpdate } from '../../protocol/june/index.ts';
import { object } from '../test-support/json.ts';
import { talk, text, updatesOf } from '../test-support/talk.ts';

const clients = {
  june: { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities: {} },
  november: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
} as const;

/** What a November agent's tool calls are in v1, where terminals and some changes of files are text. */
function inV1(content: readonly object[]) {
  const { update, seen } = talk({ client: 'v1', agent: 'november' });
  update('terminal_update', { terminalId: 'r', command: 'ls', output: { data: 'aGkK' }, exitStatus: { exitCode: 2 } });
  update('tool_call_update', { toolCallId: 't', title: 'T', content });
  return seen.client;
}

/** What a client gets of that from a v1 agent, with the answer of the agent to the handshake taken out. */
function fromV1(client: 'june' | 'november', messages: readonly unknown[]) {
  const conversation = talk({ client, agent: 'v1' });
  conversation.ask(0, 'initialize', clients[client]);
  conversation.answer(0, { protocolVersion: 1, agentInfo: { name: 'a', version: '1' }, agentCapabilities: {} });
  return messages.flatMap((message) => conversation.fromAgent(message).client);
}

const terminal = { type: 'terminal', terminalId: 'r' };
const moved = {
  type: 'diff',
  changes: [{ operation: 'move', oldPath: '/w/a', path: '/w/b' }],
};
const shown = {
  ...{ type: 'content', content: text('hi\n[exit code 2]') },
  _meta: { 'emend/raw': terminal, 'emend/terminal': { command: 'ls', exitStatus: { exitCode: 2 } } },
};
const label = { type: 'content', content: text('Moved /w/a → /w/b'), _meta: { 'emend/raw': moved } };

test('[BR34] what a v1 agent keeps of November beside its text stays text in June', () => {
  const messages = fromV1('june', inV1([terminal, moved]));
  expect(updatesOf(messages)).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T', content: [shown, label] },
  ]);
  for (const message of messages) expect(JuneUpdate.is(object(message)['params'])).toBe(true);
});

test('[BR34] [BR178] in November, the change of a file comes back and the terminal, which nobody tells of, stays text', () => {
  expect(updatesOf(fromV1('november', inV1([terminal, moved])))).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'T', content: [shown, moved] },
  ]);
});
