import { expect, test } from 'vitest';
import { talk } from '../test-support/talk.ts';

const shown = { type: 'terminal', terminalId: 'c' };
const diff = { type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' };

/** A June client of a v1 agent that also reads November, with a session. */
function session() {
  const conversation = talk({ client: 'june', agent: 'v1', takesNovember: true });
  const { ask, answer } = conversation;
  ask(0, 'initialize', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities: {} });
  answer(0, { protocolVersion: 1, agentInfo: { name: 'a', version: '1' }, agentCapabilities: {} });
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] });
  answer(1, { sessionId: 's' });
  conversation.ledger.length = 0;
  return conversation;
}

test('[BR129] a June client that takes November gets it beside June, and the rest as any June client', () => {
  const { update, ask, answer, ledger } = session();
  const notice = { severity: 'info', title: 'Hi' };
  ask(2, 'session/prompt', { sessionId: 's', prompt: [] });
  expect([
    ...update('tool_call', {
      toolCallId: 'c',
      title: 'make',
      name: 'Bash',
      content: [shown, diff],
      _meta: { terminal_info: { terminal_id: 'c', cwd: '/w' }, k: 1 },
    }),
    ...update('tool_call_update', {
      toolCallId: 'c',
      status: 'completed',
      _meta: { terminal_output: { terminal_id: 'c', data: 'hi' }, terminal_exit: { terminal_id: 'c', exit_code: 0 } },
    }),
    ...update('notice', notice),
    ...update('plan', { entries: [] }),
  ]).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'c', cwd: '/w' },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'make',
      name: 'Bash',
      content: [shown, diff],
      _meta: { k: 1 },
    },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'c', data: 'aGk=' },
    { sessionUpdate: 'terminal_update', terminalId: 'c', exitStatus: { exitCode: 0 } },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
    { sessionUpdate: 'notice', ...notice },
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries: [] } },
  ]);
  // A prompt is answered when its turn has ended, as in June.
  const end = { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } };
  expect(answer(2, { stopReason: 'end_turn' }).client).toEqual([end]);
  expect(ledger.filter(({ kind }) => kind === 'loss')).toEqual([]);
});

test('[BR129] without it, and for other pairs, nothing changes', () => {
  const { ask, answer, update } = talk({ client: 'june', agent: 'v1' });
  ask(1, 'session/new', { cwd: '/w', mcpServers: [] });
  answer(1, { sessionId: 's' });
  const [call] = update('tool_call', { toolCallId: 'c', title: 'make', name: 'Bash', content: [shown] });
  expect(call).toMatchObject({ content: [{ type: 'content' }], _meta: { 'emend/name': 'Bash' } });
  const other = talk({ client: 'v1', agent: 'june', takesNovember: true });
  const chunk = { messageId: 'm', content: { type: 'text', text: 'x' } };
  expect(other.update('agent_message_chunk', chunk)).toEqual([{ sessionUpdate: 'agent_message_chunk', ...chunk }]);
});
