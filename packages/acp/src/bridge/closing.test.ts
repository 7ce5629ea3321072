import { expect, test } from 'vitest';
import { heldBytes } from '../../../../test/support/garbage.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { ends } from './test-support/ends.ts';
import { talk, text, updatesOf } from './test-support/talk.ts';
import { translator } from './translator.ts';

const session = { sessionId: 's' };

/** A conversation whose client can close, resume and delete its session, which the agent agrees to. */
function closing(client: Dialect) {
  const conversation = talk(ends(client));
  let asked = 0;
  const settle = (method: string, params: object, result: object) => {
    asked += 1;
    conversation.ask(asked, method, { ...session, ...params });
    return updatesOf(conversation.answer(asked, result).client.slice(0, -1));
  };
  return {
    ...conversation,
    end: (method: 'session/close' | 'session/delete') => settle(method, {}, {}),
    resume: () => settle('session/resume', { cwd: '/', mcpServers: [] }, {}),
    prompt: () => settle('session/prompt', { prompt: [text('go on')] }, { stopReason: 'end_turn' }),
    refuse: (method: string) => {
      conversation.ask('refused', method, session);
      conversation.fromAgent({ jsonrpc: '2.0', id: 'refused', error: { code: -32603, message: 'no' } });
    },
  };
}

test('[BR23] to June, ids made up before a close are not made up again after it', () => {
  const { update, refuse, end, resume, prompt } = closing('june');
  const say = (fields: object = {}) => update('agent_message_chunk', { content: text('a'), ...fields });
  const said = (messageId: string) => [{ sessionUpdate: 'agent_message_chunk', messageId, content: text('a') }];
  expect(say()).toEqual(said('emend-1'));
  refuse('session/close');
  expect(say()).toEqual(said('emend-1'));
  update('agent_thought_chunk', { messageId: 'm', content: text('a') });
  expect(say({ messageId: 'm' })).toEqual(said('emend-2'));
  update('tool_call', { toolCallId: 'c', title: 'T', kind: 'read', status: 'completed' });
  end('session/close');
  resume();
  prompt();
  expect(say()).toEqual(said('emend-3'));
  expect(say({ messageId: 'm' })).toEqual(said('emend-2'));
  expect(update('tool_call', { toolCallId: 'c', title: '', kind: 'other', status: 'pending' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c' },
  ]);
  end('session/delete');
  expect(say()).toEqual(said('emend-1'));
});

test('[BR23] to June, output told of a terminal after a close stands behind what the tool call shows', () => {
  const { update, end, resume } = closing('june');
  const tell = (data: string) =>
    update('tool_call_update', { toolCallId: 'c', _meta: { terminal_output: { terminal_id: 't', data } } });
  update('tool_call', { toolCallId: 'c', title: 'T', content: [{ type: 'terminal', terminalId: 't' }] });
  tell('before');
  end('session/close');
  resume();
  expect(tell('after')[1]).toEqual({
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 'c',
    content: { type: 'content', content: text('after'), _meta: { 'emend/terminal': 't' } },
  });
});

const chunk = (messageId: string, value: string, fields: object = {}) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(value),
  ...fields,
});

test('[BR23] to v1, a message of before a close goes on, and is replaced under an alias of its own', () => {
  const { update, end, resume, rules } = closing('v1');
  const whole = (messageId: string, ...blocks: string[]) =>
    update('agent_message', { messageId, content: blocks.map(text) });
  whole('m', 'first');
  whole('n', 'old');
  expect(whole('n', 'new')).toEqual([chunk('n~2', 'new', { _meta: { 'emend/replaces': 'n' } })]);
  whole('empty');
  end('session/close');
  resume();
  expect(whole('m', 'first corrected')).toEqual([
    chunk('m~2', 'first corrected', { _meta: { 'emend/replaces': 'm' } }),
  ]);
  // From here on the content is known again.
  expect(whole('m', 'first corrected twice')).toEqual([chunk('m~2', ' twice')]);
  expect(update('agent_message_chunk', { messageId: 'n', content: text('er') })).toEqual([chunk('n~2', 'er')]);
  expect(whole('n', 'newer')).toEqual([chunk('n~3', 'newer', { _meta: { 'emend/replaces': 'n~2' } })]);
  expect(whole('empty', 'something')).toEqual([chunk('empty', 'something')]);
  expect(rules()).toEqual(['rewrite', 'rewrite', 'rewrite']);
  end('session/delete');
  expect(whole('m', 'anew')).toEqual([chunk('m', 'anew')]);
});

test('[BR23] to v1, a tool call of before a close is not created again, and keeps its title', () => {
  const { update, end, resume, entries } = closing('v1');
  const call = (fields: object) => update('tool_call_update', { toolCallId: 'c', ...fields });
  const item = (value: string) => ({ type: 'content', content: text(value) });
  call({ title: 'T', kind: 'read', status: 'in_progress', content: [item('one')] });
  end('session/close');
  resume();
  expect(call({ status: 'completed' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
  ]);
  // The array of v1 can only be sent as a whole, and what it held is gone.
  expect(update('tool_call_content_chunk', { toolCallId: 'c', content: item('two') })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [item('two')] },
  ]);
  expect(entries()).toEqual([{ kind: 'loss', rule: 'closed-content', toolCallId: 'c', path: 'content' }]);
  end('session/delete');
  expect(call({ title: 'T' })).toEqual([{ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T' }]);
});

test('[BR23] to v1, options and plans of before a close are known after it', () => {
  const { update, ask, end, resume } = closing('v1');
  const option = { id: 'm', name: 'M', type: 'select', category: 'mode', currentValue: 'a', options: [] };
  const entry = (content: string) => ({ content, priority: 'low', status: 'pending' });
  const plan = (id: string) => update('plan_update', { plan: { type: 'items', id, entries: [entry(id)] } });
  update('config_option_update', { configOptions: [option] });
  plan('one');
  end('session/close');
  resume();
  expect(plan('two')).toEqual([{ sessionUpdate: 'plan', entries: [entry('one'), entry('two')] }]);
  expect(ask('set', 'session/set_mode', { ...session, modeId: 'b' }).agent).toMatchObject([
    { method: 'session/set_config_option', params: { configId: 'm', value: 'b' } },
  ]);
});

test.each(['v1', 'june'] as const)(
  '[BR23] with a %s client, the content of closed sessions is not kept',
  async (client) => {
    const bridge = translator(ends(client));
    const sessions = 100;
    const large = 200 * 1024;
    const before = await heldBytes();
    for (let count = 0; count < sessions; count++) {
      const sessionId = `s${count}`;
      const tell = (update: object) =>
        bridge.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      // Made anew each time, as what is read from a wire is.
      const words = () => Buffer.alloc(large, `${count} `).toString('latin1');
      const content = [{ type: 'content', content: text(words()) }];
      tell({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text(words()) });
      tell({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', content, rawOutput: { all: words() } });
      tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'd',
        title: 'D',
        _meta: { terminal_output: { terminal_id: 't', data: words() } },
      });
      bridge.fromClient({ jsonrpc: '2.0', id: count, method: 'session/close', params: { sessionId } });
      bridge.fromAgent({ jsonrpc: '2.0', id: count, result: {} });
    }
    const kept = (await heldBytes()) - before;
    expect(bridge.hasWaiting()).toBe(false);
    // Each session had 800 KiB and more.
    expect(kept / sessions).toBeLessThan(20 * 1024);
  },
);
