import { expect, test } from 'vitest';
import { talk, text } from '../test-support/talk.ts';

// The two conversations of the contract, frame by frame.

const update = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: fields },
});
const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const state = (value: string, fields: object = {}) =>
  update({ sessionUpdate: 'state_update', state: value, ...fields });
const chunk = (sessionUpdate: string, messageId: string, value: string) =>
  update({ sessionUpdate, messageId, content: text(value) });

const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
const juneDiff = { type: 'diff', path: '/w/a', oldText: null, newText: 'x\n' };
const novemberDiff = {
  type: 'diff',
  changes: [{ operation: 'add', path: '/w/a' }],
  patch: {
    format: 'git_patch',
    text: 'diff --git /w/a /w/a\nnew file mode 100644\n--- /dev/null\n+++ /w/a\n@@ -0,0 +1 @@\n+x\n',
  },
};

test('[N91] [N94] [N98] a turn of a November agent for a June client', () => {
  const { fromClient, fromAgent, seen } = talk({ client: 'june', agent: 'november' });
  const prompt = request(3, 'session/prompt', { sessionId: 's', prompt: [text('hi')] });
  const notice = update({ sessionUpdate: 'notice', severity: 'warning', title: 'x' });
  const echo = chunk('user_message_chunk', 'u1', 'hi');
  const thought = chunk('agent_thought_chunk', 'm1', 'hm');
  const toolCall = { toolCallId: 't', title: 'Write', kind: 'edit', status: 'pending' };
  const outcome = result(0, { outcome: { outcome: 'selected', optionId: 'a' } });
  const completed = update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' });
  const info = update({ sessionUpdate: 'session_info_update', title: 'T' });
  fromClient(prompt);
  for (const message of [notice, state('running'), echo, result(3, { messageId: 'u1' }), thought]) fromAgent(message);
  fromAgent(chunk('agent_message_chunk', 'm1', 'Hello'));
  fromAgent(update({ sessionUpdate: 'tool_call_update', ...toolCall, content: [novemberDiff] }));
  fromAgent(state('requires_action'));
  const subject = { type: 'tool_call', toolCall: { toolCallId: 't' } };
  fromAgent(request(0, 'session/request_permission', { sessionId: 's', title: 'Write', subject, options }));
  fromClient(outcome);
  for (const message of [state('running'), completed, state('idle', { stopReason: 'end_turn' }), info])
    fromAgent(message);
  expect(seen.agent).toEqual([prompt, outcome]);
  expect(seen.client).toEqual([
    notice,
    echo,
    thought,
    chunk('agent_message_chunk', 'm1~agent', 'Hello'),
    update({ sessionUpdate: 'tool_call_update', ...toolCall, content: [juneDiff] }),
    request(0, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId: 't' }, options }),
    completed,
    result(3, { stopReason: 'end_turn' }),
    info,
  ]);
});

test('[N110] [N112] [N113] two prompts and a cancel of a November client, with a June agent', () => {
  const { fromClient, fromAgent, seen } = talk({ client: 'november', agent: 'june' });
  const prompt = (id: number, value: string) =>
    request(id, 'session/prompt', { sessionId: 's', prompt: [text(value)] });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  const cancelled = result(0, { outcome: { outcome: 'cancelled' } });
  const message = chunk('agent_message_chunk', 'm1', 'Hello');
  const toolCall = { toolCallId: 't', title: 'Write', kind: 'edit', status: 'pending' };
  const failed = update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' });
  fromClient(prompt(3, 'A'));
  fromAgent(message);
  fromClient(prompt(4, 'B'));
  fromAgent(request(0, 'session/request_permission', { sessionId: 's', toolCall, options }));
  fromClient(cancel);
  fromAgent(failed);
  fromAgent(result(3, { stopReason: 'cancelled' }));
  fromClient(cancelled);
  expect(seen.agent).toEqual([prompt(3, 'A'), cancel, cancelled]);
  const subject = { type: 'tool_call', toolCall };
  expect(seen.client).toEqual([
    update({ sessionUpdate: 'user_message', messageId: 'emend-p1', content: [text('A')] }),
    result(3, { messageId: 'emend-p1' }),
    state('running'),
    message,
    state('requires_action'),
    request(0, 'session/request_permission', { sessionId: 's', title: 'Write', subject, options }),
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } },
    { jsonrpc: '2.0', id: 4, error: { code: -32800, message: 'Request cancelled' } },
    failed,
    state('idle', { stopReason: 'cancelled' }),
  ]);
});
