import { expect, test } from 'vitest';
import { talk, text, updatesOf } from '../../test-support/talk.ts';
import type { TranslatorOptions } from '../../translator.ts';

const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: number, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } });
const state = (value: string, fields: object = {}) => ({ sessionUpdate: 'state_update', state: value, ...fields });
const whole = (messageId: string, ...texts: readonly string[]) => ({
  sessionUpdate: 'user_message',
  messageId,
  content: texts.map(text),
});
const running = state('running');
const cancelRequest = (requestId: number) => ({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });

function prompted(prompt: readonly object[] = [text('hello')], options: Partial<TranslatorOptions> = {}) {
  const t = talk({ client: 'november', agent: 'june', ...options });
  t.ask(1, 'session/prompt', { sessionId: 's', prompt });
  const user = (...updates: readonly object[]) =>
    updates.flatMap((each) => {
      const { sessionUpdate, ...fields } = each as { readonly sessionUpdate: string };
      return t.update(sessionUpdate, fields);
    });
  const chunk = (messageId: string, value: string) => ({
    sessionUpdate: 'user_message_chunk',
    messageId,
    content: text(value),
  });
  return { ...t, user, chunk };
}

const made = (id: string, ...texts: readonly string[]) => [whole(id, ...texts), result(1, { messageId: id }), running];

test('[BR151] [N110] what is no sign of work passes without accepting the prompt', () => {
  const t = prompted();
  const none = [
    { sessionUpdate: 'session_info_update', title: 'T' },
    { sessionUpdate: 'usage_update', used: 1, size: 2 },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    { sessionUpdate: 'config_option_update', configOptions: [] },
  ];
  expect(t.user(...none)).toEqual(none);
  const thought = { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: text('hm') };
  expect(t.user(thought)).toEqual([...made('emend-p1', 'hello'), thought]);
  expect(t.entries()).toEqual([
    { kind: 'repair', rule: 'message-id', messageId: 'emend-p1', path: 'messageId' },
    { kind: 'repair', rule: 'prompt-echo', messageId: 'emend-p1' },
  ]);
});

test('[BR151] [N110] the answer alone accepts the prompt, and a silence of the agent does', () => {
  const t = prompted();
  expect(updatesOf(t.answer(1, { stopReason: 'end_turn', usage: { totalTokens: 4 }, _meta: { a: 1 } }).client)).toEqual(
    [
      ...made('emend-p1', 'hello'),
      state('idle', { stopReason: 'end_turn', usage: { totalTokens: 4 }, _meta: { a: 1 } }),
    ],
  );
  const { delayed } = t.bridge.fromClient({
    jsonrpc: '2.0',
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [text('b')] },
  });
  expect(delayed?.map(({ after }) => after)).toEqual([1000]);
  const given = delayed?.[0]?.run();
  expect(updatesOf(given?.toClient ?? [])).toEqual([
    whole('emend-p2', 'b'),
    result(2, { messageId: 'emend-p2' }),
    running,
  ]);
  expect(given?.ledger.map(({ rule }) => rule)).toEqual(['message-id', 'prompt-echo', 'acceptance']);
  expect(delayed?.[0]?.run()).toEqual({ toClient: [], toAgent: [], ledger: [] });
});

test('[BR151] [N110] the grace time is an option; without any, a prompt is accepted at once', () => {
  const fast = talk({ client: 'november', agent: 'june', graceTime: 5 });
  const prompt = {
    jsonrpc: '2.0',
    id: 1,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [text('hello')] },
  };
  expect(fast.bridge.fromClient(prompt).delayed?.map(({ after }) => after)).toEqual([5]);
  const { bridge } = talk({ client: 'november', agent: 'june', graceTime: 0 });
  const given = bridge.fromClient(prompt);
  expect({ ...given, toClient: updatesOf(given.toClient), ledger: given.ledger.map(({ rule }) => rule) }).toEqual({
    toAgent: [prompt],
    toClient: made('emend-p1', 'hello'),
    ledger: ['message-id', 'prompt-echo', 'acceptance'],
  });
});

test('[BR151] [N114] the message of the agent that repeats the prompt is the message of the prompt', () => {
  const whole1 = whole('u1', 'hello');
  expect(prompted().user(whole1)).toEqual([whole1, result(1, { messageId: 'u1' }), running]);
  const t = prompted();
  const answer = [result(1, { messageId: 'u1' }), running];
  expect(t.user(t.chunk('u1', 'hel'))).toEqual([t.chunk('u1', 'hel'), ...answer]);
  expect(t.user(t.chunk('u1', 'lo'))).toEqual([t.chunk('u1', 'lo')]);
  const empty = { sessionUpdate: 'user_message', messageId: 'u1', content: [] };
  expect(prompted().user(empty)).toEqual([empty, ...answer]);
  expect(t.ledger).toEqual([]);
});

test('[BR151] [N114] another message of the person, and one from before, are not that of the prompt', () => {
  const t = prompted();
  expect(t.user(whole('u1', 'other'))).toEqual([...made('emend-p1', 'hello'), whole('u1', 'other')]);
  t.answer(1, { stopReason: 'end_turn' });
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('other')] });
  expect(t.user(whole('u1', 'other'))).toEqual([
    whole('emend-p2', 'other'),
    result(2, { messageId: 'emend-p2' }),
    running,
    whole('u1', 'other'),
  ]);
});

test('[BR160] [N114] a late repetition is left out, and what is said of it later is said of the first', () => {
  const t = prompted();
  t.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(t.user(whole('u1', 'hello'))).toEqual([]);
  expect(t.user({ sessionUpdate: 'user_message', messageId: 'u1', content: [text('changed')] })).toEqual([
    whole('emend-p1', 'changed'),
  ]);
  expect(t.user(whole('u2', 'hello'))).toEqual([whole('u2', 'hello')]);
});

test('[BR160] [N114] so is one in chunks, wherever the texts are cut; one that goes on otherwise is sent after all', () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'AA==' };
  const t = prompted([text('a'), text('b'), image, text('c')]);
  t.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  const picture = { sessionUpdate: 'user_message_chunk', messageId: 'u1', content: image };
  expect(t.user(t.chunk('u1', 'ab'), picture, t.chunk('u1', 'c'))).toEqual([]);
  expect(t.user(t.chunk('u1', 'd'))).toEqual([t.chunk('emend-p1', 'd')]);
  const other = prompted([text('hello')]);
  other.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(other.user(other.chunk('u1', 'he'))).toEqual([]);
  expect(other.user(other.chunk('u1', 'y'))).toEqual([other.chunk('u1', 'he'), other.chunk('u1', 'y')]);
});

test('[BR160] a repetition that is cut off by the end of the turn is one all the same', () => {
  const t = prompted();
  t.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(t.user(t.chunk('u1', 'he'))).toEqual([]);
  t.answer(1, { stopReason: 'end_turn' });
  expect(t.user(t.chunk('u1', 'llo'))).toEqual([t.chunk('emend-p1', 'llo')]);
});

test('[BR160] an empty message is no repetition: it goes before what comes next, or at the end of the turn', () => {
  const said = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') };
  const blank = { sessionUpdate: 'user_message', messageId: 'u1', _meta: { k: 1 } };
  for (const empty of [prompted().chunk('u1', ''), blank]) {
    const t = prompted();
    t.user(said);
    expect(t.user(empty)).toEqual([]);
    expect(t.user(said)).toEqual([empty, said]);
    expect(t.user(t.chunk('u1', 'hello'))).toEqual([t.chunk('u1', 'hello')]);
    // The repetition may still come.
    expect(t.user(whole('u2', 'hello'))).toEqual([]);
    const other = prompted();
    other.user(said);
    expect(other.user(empty, other.chunk('u2', 'bye'))).toEqual([empty, other.chunk('u2', 'bye')]);
    const late = prompted();
    late.user(said);
    late.user(empty);
    expect(updatesOf(late.answer(1, { stopReason: 'end_turn' }).client)[0]).toEqual(empty);
    expect(late.user(late.chunk('u1', 'y'))).toEqual([late.chunk('u1', 'y')]);
    const repeated = prompted();
    repeated.user(said);
    expect(repeated.user(empty, repeated.chunk('u1', 'hello'))).toEqual([]);
  }
  const idle = prompted();
  idle.user(said);
  idle.answer(1, { stopReason: 'end_turn' });
  expect(idle.user(idle.chunk('u1', ''))).toEqual([]);
  expect(updatesOf(idle.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('next')] }).client)).toEqual([]);
  expect(idle.user(said)).toEqual([
    idle.chunk('u1', ''),
    whole('emend-p2', 'next'),
    result(2, { messageId: 'emend-p2' }),
    running,
    said,
  ]);
});

test('[BR160] an id that the agent uses is not made up', () => {
  const t = talk({ client: 'november', agent: 'june' });
  t.update('user_message_chunk', { messageId: 'emend-p1', content: text('x') });
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  expect(updatesOf(t.answer(1, { stopReason: 'end_turn' }).client)[1]).toEqual(result(1, { messageId: 'emend-p2' }));
});

test('[BR160] [N95] a replay begins messages anew that the client was shown, and reports a prompt under another id', () => {
  const t = prompted();
  const message = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') };
  t.user(message);
  t.answer(1, { stopReason: 'end_turn' });
  t.ledger.splice(0);
  t.ask(2, 'session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
  expect(t.user(whole('u1', 'hello'), message)).toEqual([
    whole('u1', 'hello'),
    { sessionUpdate: 'agent_message', messageId: 'm', content: [] },
    message,
  ]);
  expect(updatesOf(t.answer(2, {}).client)).toEqual([state('idle'), result(2, {})]);
  expect(t.entries()).toEqual([{ kind: 'loss', rule: 'prompt-id', messageId: 'u1', path: 'messageId' }]);
});

test('[BR160] a replay tells nothing of the prompt that the agent has', () => {
  const t = prompted();
  t.ask(2, 'session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
  expect(t.user(whole('u1', 'hello'))).toEqual([whole('u1', 'hello')]);
  expect(t.user(state('idle'))).toEqual([]);
  expect(updatesOf(t.answer(2, {}).client)).toEqual([running, result(2, {})]);
  expect(t.user(whole('u2', 'hello'))).toEqual([whole('u2', 'hello'), result(1, { messageId: 'u2' }), running]);
});

test('[BR156] [N112] a prompt waits while the session is opened again, since a replay cannot be told from its work', () => {
  const t = talk({ client: 'november', agent: 'june' });
  t.ask(1, 'session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
  expect(t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('hello')] })).toEqual({ client: [], agent: [] });
  const { client, agent } = t.answer(1, {});
  expect([updatesOf(client), agent]).toEqual([
    [state('idle'), result(1, {})],
    [{ jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [text('hello')] } }],
  ]);
  t.ask(3, 'session/resume', { sessionId: 's', cwd: '/w' });
  t.ask(4, 'session/prompt', { sessionId: 's', prompt: [text('more')] });
  expect(t.answer(2, { stopReason: 'end_turn' }).agent).toEqual([]);
  expect(t.fromAgent(error(3, -32603, 'Broken')).agent).toMatchObject([{ id: 4, method: 'session/prompt' }]);
  // A session that is deleted while it is opened starts anew.
  t.ask(5, 'session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
  t.ask(6, 'session/delete', { sessionId: 's' });
  t.answer(6, {});
  t.fromAgent(error(5, -32002, 'Gone'));
  expect(t.ask(7, 'session/prompt', { sessionId: 's', prompt: [text('x')] }).agent).toMatchObject([{ id: 7 }]);
});

test('[BR156] a cancel refuses a prompt that waits for the session to be opened', () => {
  const t = talk({ client: 'november', agent: 'june' });
  t.ask(1, 'session/resume', { sessionId: 's', cwd: '/w' });
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('hello')] });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  expect(t.fromClient(cancel)).toEqual({ client: [error(2, -32800, 'Request cancelled')], agent: [] });
  expect(t.answer(1, {}).agent).toEqual([]);
});

test('[BR157] the state of work that nobody prompted counts during a replay, and so does a prompt that the agent always repeats', () => {
  const t = prompted([text('hello')], { repeatsPrompts: true });
  t.user(running);
  t.ask(2, 'session/resume', { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } });
  expect(t.user(state('idle', { stopReason: 'cancelled' }))).toEqual([state('idle', { stopReason: 'cancelled' })]);
  expect(t.user({ sessionUpdate: 'state_update' })).toEqual([]);
  expect(t.user(whole('u1', 'hello'))).toEqual([whole('u1', 'hello'), result(1, { messageId: 'u1' }), running]);
});

test('[BR152] [N111] an error before acceptance is all that the client gets; one after it ends the turn', () => {
  const t = prompted();
  expect(t.fromAgent(error(1, -32000, 'Log in')).client).toEqual([error(1, -32000, 'Log in')]);
  const late = prompted();
  late.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(updatesOf(late.fromAgent(error(1, -32603, 'Broken')).client)).toEqual([
    state('idle', { stopReason: 'error', error: { code: -32603, message: 'Broken' } }),
  ]);
  expect(late.rules()).toEqual(['message-id', 'prompt-echo', 'late-error']);
  const odd = prompted();
  odd.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(updatesOf(odd.fromAgent({ jsonrpc: '2.0', id: 1, error: 'no' }).client)).toEqual([
    state('idle', {
      stopReason: 'error',
      error: { code: -32603, message: 'The agent reported a failure without details' },
    }),
  ]);
  const malformed = prompted();
  expect(malformed.answer(1, { stopReason: 5 }).client).toEqual([
    error(1, -32603, 'The answer to session/prompt is malformed'),
  ]);
});

test('[BR154] a prompt is taken back as far as that goes', () => {
  const t = prompted();
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('b')] });
  expect(t.fromClient(cancelRequest(2))).toEqual({ agent: [], client: [error(2, -32800, 'Request cancelled')] });
  expect(t.fromClient(cancelRequest(2))).toEqual({ agent: [cancelRequest(2)], client: [] });
  expect(t.fromClient(cancelRequest(1))).toEqual({ agent: [cancelRequest(1)], client: [] });
  t.user({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') });
  expect(t.fromClient(cancelRequest(1))).toEqual({ agent: [], client: [] });
});

test('[BR154] [N112] a cancel reaches the agent only if there is something to cancel', () => {
  const t = talk({ client: 'november', agent: 'june' });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  expect(t.fromClient(cancel)).toEqual({ agent: [], client: [] });
  t.update('state_update', { state: 'running' });
  expect(t.fromClient(cancel)).toEqual({ agent: [cancel], client: [] });
});

test('[BR151] an empty prompt is refused', () => {
  const t = talk({ client: 'november', agent: 'june' });
  expect(t.ask(1, 'session/prompt', { sessionId: 's', prompt: [] })).toMatchObject({
    agent: [],
    client: [{ id: 1, error: { code: -32602 } }],
  });
});

test('[BR157] a state that the agent reports passes, and so does what it shows outside of turns', () => {
  const t = talk({ client: 'november', agent: 'june' });
  const background = [{ type: 'terminal', terminalId: 't' }];
  const told = state('running', { background, _meta: { x: 1 } });
  const { sessionUpdate, ...fields } = told;
  expect(t.update(sessionUpdate, fields)).toEqual([told]);
  const message = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('x') };
  expect(t.update('agent_message_chunk', { messageId: 'm', content: text('x') })).toEqual([message]);
  expect(t.update(sessionUpdate, { state: '_odd' })).toEqual([state('_odd', { background })]);
  expect(t.update(sessionUpdate, { state: 5 })).toEqual([]);
  expect(t.rules()).toEqual(['malformed']);
});

test('[BR161] a prompt that is sent once more is accepted by the message that the client was shown in the history', () => {
  const t = talk({ client: 'november', agent: 'june', repeatsPrompts: true });
  t.ask(1, 'session/resume', { sessionId: 's', cwd: '/', mcpServers: [], replayFrom: { type: 'start' } });
  expect(t.update('user_message', { messageId: 'u', content: [text('hello')] })).toEqual([whole('u', 'hello')]);
  t.answer(1, {});
  t.ask(2, 'session/prompt', { sessionId: 's', prompt: [text('hello')] });
  expect(t.update('user_message_chunk', { messageId: 'u', content: text('hello') })).toEqual([
    { sessionUpdate: 'user_message_chunk', messageId: 'u', content: text('hello') },
  ]);
  expect(t.update('user_message', { messageId: 'u', content: [text('hello')] })).toEqual([
    whole('u', 'hello'),
    result(2, { messageId: 'u' }),
    running,
  ]);
});
