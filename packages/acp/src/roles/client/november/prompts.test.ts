import { expect, test } from 'vitest';
import { echo, idle, insert, novemberAgent, state } from '../../test-support/november-agent.ts';
import { now, opened, prompted } from '../../test-support/november-session.ts';
import { until } from '../../test-support/until.ts';
import type { Incoming, Voice } from '../../test-support/v1-agent.ts';
import { connect } from '../connect.ts';

const cwd = '/project';
const usage = { totalTokens: 480 };

const answerOf = (messageId: string) => (voice: Voice, prompt: Incoming) => voice.answer(prompt, { messageId });
const echoOf = (messageId: string) => (voice: Voice, prompt: Incoming) => voice.update(echo(messageId, prompt));
const says = (update: object) => (voice: Voice) => voice.update(update);

const running = says(state('running'));
const done = says(idle('end_turn', { usage, _meta: { quota: {} } }));
const end = { stopReason: 'end_turn', usage, _meta: { quota: {} } };

test.each([
  ['the message, the answer, the work', [echoOf('u1'), answerOf('u1'), running, done]],
  ['the work, the message, the answer', [running, echoOf('u1'), answerOf('u1'), done]],
  ['the answer before the message', [answerOf('u1'), running, echoOf('u1'), done]],
  ['the answer, and no message at all', [running, answerOf('u1'), done]],
  ['the answer after the end of the work', [echoOf('u1'), running, done, answerOf('u1')]],
  ['an idle snapshot before the work', [says(state('idle')), echoOf('u1'), answerOf('u1'), running, done]],
  ['no word of the work', [echoOf('u1'), answerOf('u1'), done]],
  ['no word of the work, and the answer at last', [echoOf('u1'), done, answerOf('u1')]],
  ['a state that nobody knows', [answerOf('u1'), says(state('dreaming')), echoOf('u1'), done]],
])('[N71] a prompt is inserted and ended once, with the reason: %s', async (_, steps) => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  const prompt = await prompted(agent);
  for (const step of steps) step(agent.voice, prompt);
  expect([await turn.inserted, await turn, await turn.ended]).toEqual([{ messageId: 'u1' }, end, end]);
  expect([agent.session.isBusy, agent.session.state.activity]).toEqual([
    false,
    { state: 'idle', isKnown: true, stopReason: 'end_turn' },
  ]);
});

test('[N71] the handle tells inserted from ended while the work goes on', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  expect(await now(turn.inserted)).toBe('open');
  insert(agent.voice, await prompted(agent), 'u1');
  expect(await turn.inserted).toEqual({ messageId: 'u1' });
  expect(await now(turn)).toBe('open');
  expect([agent.session.state.activity.state, agent.session.isBusy]).toEqual(['running', true]);
  done(agent.voice);
  expect(await turn).toEqual(end);
});

test('[N14] an answer without an id means that the prompt was inserted', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  agent.voice.answer(await prompted(agent), {});
  expect(await turn.inserted).toEqual({ messageId: undefined });
  running(agent.voice);
  expect(await now(turn)).toBe('open');
  done(agent.voice);
  expect(await turn).toEqual(end);
});

test('[RO51] an answer with a stop reason, as agents of another draft give it, ends the turn', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  agent.voice.answer(await prompted(agent), { stopReason: 'max_tokens' });
  expect([await turn, agent.session.isBusy]).toEqual([{ stopReason: 'max_tokens' }, false]);
});

test('an answer whose id cannot be read is reported, and the prompt counts as inserted', async () => {
  const events: unknown[] = [];
  await using agent = await opened({}, { onEvent: (event) => void events.push(event) });
  const turn = agent.session.prompt('go');
  agent.voice.answer(await prompted(agent), { messageId: 7 });
  expect(await turn.inserted).toEqual({ messageId: undefined });
  running(agent.voice);
  done(agent.voice);
  expect(await turn).toEqual(end);
  expect(events).toMatchObject([{ type: 'malformed-result', method: 'session/prompt', result: { messageId: 7 } }]);
});

test('[N71] a refused prompt rejects as inserted and as ended, and is no longer busy', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  agent.voice.refuse(await prompted(agent), { code: -32602, message: 'no audio' });
  await expect(turn).rejects.toMatchObject({ code: -32602, message: 'no audio' });
  await expect(turn.inserted).rejects.toMatchObject({ code: -32602 });
  expect([agent.session.isBusy, agent.session.state.turns.at(0)?.error]).toEqual([false, 'no audio']);
});

test('[N71] a prompt that the agent took back by itself is refused with -32800', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  agent.voice.refuse(await prompted(agent), { code: -32800, message: 'gone' });
  await expect(turn).rejects.toMatchObject({ code: -32800 });
});

test.each([
  [
    { error: { code: -32001, message: 'API Error: 400', data: { at: 1 } } },
    { code: -32001, message: 'API Error: 400', data: { at: 1 } },
  ],
  [{}, { code: -32603, message: 'The agent reported a failure without details.' }],
])('[RO51] work that fails rejects with the error that the agent reported', async (told, error) => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  insert(agent.voice, await prompted(agent), 'u1');
  says(idle('error', told))(agent.voice);
  await expect(turn).rejects.toMatchObject(error);
  expect(await turn.inserted).toEqual({ messageId: 'u1' });
  expect(agent.session.state.turns.at(0)).toMatchObject({ status: 'ended', error: error.message });
});

test('[RO51] work whose end has no reason counts as the end of the turn', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  insert(agent.voice, await prompted(agent), 'u1');
  says(state('idle'))(agent.voice);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
});

test('[RO52] a prompt that steers running work is inserted at once, and one idle ends both', async () => {
  await using agent = await opened();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  await one.inserted;
  const two = agent.session.prompt('two');
  const second = await prompted(agent, 2);
  echoOf('u2')(agent.voice, second);
  answerOf('u2')(agent.voice, second);
  expect(await two.inserted).toEqual({ messageId: 'u2' });
  expect([await now(one), await now(two)]).toEqual(['open', 'open']);
  done(agent.voice);
  expect([await one, await two]).toEqual([end, end]);
});

test('[RO52] a prompt that the agent holds is inserted and ended after the one before it', async () => {
  await using agent = await opened();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  const two = agent.session.prompt('two');
  const second = await prompted(agent, 2);
  done(agent.voice);
  expect(await one).toEqual(end);
  expect([await now(two), await now(two.inserted), agent.session.isBusy]).toEqual(['open', 'open', true]);
  insert(agent.voice, second, 'u2');
  says(idle('max_tokens'))(agent.voice);
  expect([await two.inserted, await two]).toEqual([{ messageId: 'u2' }, { stopReason: 'max_tokens' }]);
});

test('[N54] a repeated idle ends nothing, and its usage is nobody’s', async () => {
  await using agent = await opened();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  done(agent.voice);
  await one;
  const two = agent.session.prompt('two');
  const second = await prompted(agent, 2);
  says(idle('end_turn', { usage: { totalTokens: 1 } }))(agent.voice);
  expect([await now(two), await now(two.inserted)]).toEqual(['open', 'open']);
  insert(agent.voice, second, 'u2');
  expect(await now(two)).toBe('open');
  done(agent.voice);
  expect(await two).toEqual(end);
});

test('[N55] an unknown state is busy and ends no prompt', async () => {
  await using agent = await opened();
  says(state('dreaming'))(agent.voice);
  await until(agent.session, () => agent.session.state.activity.state === 'dreaming');
  expect([agent.session.isBusy, agent.session.state.activity.isKnown]).toEqual([true, false]);
  const turn = agent.session.prompt('go');
  answerOf('u1')(agent.voice, await prompted(agent));
  says(state('dozing'))(agent.voice);
  expect([await turn.inserted, await now(turn)]).toEqual([{ messageId: 'u1' }, 'open']);
  done(agent.voice);
  expect(await turn).toEqual(end);
});

test('[N57] what comes while the agent is idle changes neither its state nor any prompt', async () => {
  await using agent = await opened();
  const title = { sessionUpdate: 'session_info_update', title: 'T' };
  says(title)(agent.voice);
  says({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' })(agent.voice);
  await agent.flush();
  const { activity, info } = agent.session.state;
  expect([activity.state, agent.session.isBusy, info?.title]).toEqual(['idle', false, 'T']);
});

test('[N53] the answer that opens a session does not overwrite a state that came before it', async () => {
  const agent = novemberAgent({
    'session/new': (message, voice) => {
      voice.update(state('running'));
      voice.answer(message, { sessionId: 's', configOptions: [], availableCommands: [] });
    },
  });
  await using client = await connect(agent.transport);
  const session = await client.newSession({ cwd });
  expect([session.state.activity.state, session.isBusy]).toEqual(['running', true]);
});

test('a prompt that needs a login is sent again after it, and is inserted then', async () => {
  const authMethods = [{ type: 'agent', methodId: 'key', name: 'Key' }];
  await using agent = await opened({}, { chooseAuthMethod: (methods) => methods[0] }, { authMethods });
  const turn = agent.session.prompt('go');
  agent.voice.refuse(await prompted(agent), { code: -32000, message: 'log in first' });
  insert(agent.voice, await prompted(agent, 2), 'u1');
  done(agent.voice);
  expect([await turn.inserted, await turn]).toEqual([{ messageId: 'u1' }, end]);
  expect(agent.received.slice(2).map(({ method }) => method)).toEqual([
    'session/prompt',
    'auth/login',
    'session/prompt',
  ]);
});

test('[N69] an empty prompt is not sent', async () => {
  await using agent = await opened({}, { checkOutgoing: 'never' });
  await expect(agent.session.prompt('')).rejects.toThrow('A prompt must not be empty.');
  expect([agent.prompts, agent.session.state.turns.length]).toEqual([[], 0]);
});

test('[N50] what the agent reports is in the state when its prompt ends', async () => {
  await using agent = await opened();
  const turn = agent.session.prompt('go');
  insert(agent.voice, await prompted(agent), 'm1');
  // One id for a thought and a message is two messages.
  const text = { type: 'text', text: 'hi' };
  says({ sessionUpdate: 'agent_thought_chunk', messageId: 'a1', content: text })(agent.voice);
  says({ sessionUpdate: 'agent_message_chunk', messageId: 'a1', content: text })(agent.voice);
  done(agent.voice);
  await turn;
  const kinds = agent.session.state.messages.toArray().map(({ kind, messageId }) => [kind, messageId]);
  expect([kinds, agent.session.state.diagnostics.length]).toEqual([
    [
      ['user', 'm1'],
      ['thought', 'a1'],
      ['agent', 'a1'],
    ],
    0,
  ]);
});
