import { afterEach, expect, test, vi } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { hasText, patientAgent, tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { agent } from './agent.ts';

// What has gone wrong for others who share sessions, one test each. Those about agents of others are beside the agent in front of them.

const stays = { whenClientLeaves: 'finish', unattended: 'wait' } as const;
const isQuestion = ({ method }: Json): boolean => method === 'session/request_permission';
const chose = (optionId: string) => ({ result: { outcome: { outcome: 'selected', optionId } } });
const shown = (client: RawClient) => said(client.updates());

afterEach(() => {
  vi.useRealTimers();
});

/** An agent that asks in each turn, and remembers what it heard. */
function askingAgent() {
  const log = new MemoryLog();
  const heard: unknown[] = [];
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      heard.push('optionId' in outcome ? outcome.optionId : outcome.outcome);
    },
  });
  return { log, heard, served };
}

test('[X2] failure 1: a second client takes no stream, and the turn of the first one ends on its screen', async () => {
  const { served, goOn } = patientAgent();
  const [first, second] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  const sessionId = await first.open();
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await first.until(tells('begins'));
  await second.load(sessionId);
  goOn('one');
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  await second.until(tells('one ends'));
  expect([shown(first), shown(second)]).toEqual([
    ['user: one', 'agent: one begins, one ends'],
    ['user: one', 'agent: one begins, one ends'],
  ]);
  await Promise.all([first.close(), second.close()]);
});

test('[X3] failure 2: a connection that is lost cancels nothing, and a cancel ends what it is meant for', async () => {
  const { served, goOn, turns, log } = patientAgent();
  const first = await rawClientOf(served, 'june', { serving: stays });
  const sessionId = await first.open();
  void first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await first.until(tells('begins'));
  await first.close();
  const second = await rawClientOf(served, 'june', { serving: stays });
  await second.load(sessionId);
  goOn('one');
  await second.until(tells('one ends'));
  const turn = second.ask('session/prompt', textPrompt(sessionId, 'two'));
  await second.until(tells('two begins'));
  second.notify('session/cancel', { sessionId });
  await expect.poll(() => turns[1]?.signal.aborted).toBe(true);
  goOn('two');
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  const ends = (await entriesOf(log, sessionId)).flatMap(({ event }) =>
    event.type === 'turn_ended' ? [event.stopReason] : [],
  );
  expect(ends).toEqual(['end_turn', 'cancelled']);
  await second.close();
});

test('[X16] failure 3: a client that cannot answer refuses for nobody else', async () => {
  const { served, heard } = askingAgent();
  const [able, unable] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'v1')] as const;
  const sessionId = await able.open();
  await unable.load(sessionId);
  const turn = able.ask('session/prompt', textPrompt(sessionId, 'one'));
  unable.reply(await unable.until(isQuestion), { error: { code: -32601, message: 'Method not found' } });
  await unable.ask('session/list', {});
  expect(heard).toEqual([]);
  able.reply(await able.until(isQuestion), chose('allow'));
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['allow']);
  await Promise.all([able.close(), unable.close()]);
});

test.each([
  ['wait', ['reject']],
  ['reject', ['cancelled']],
] as const)(
  '[X17] failure 4: with %s, a question that nobody is there for is not lost',
  async (unattended, expected) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    const { served, heard } = askingAgent();
    const serving = { whenClientLeaves: 'finish', unattended } as const;
    const first = await rawClientOf(served, 'june', { serving });
    const sessionId = await first.open();
    void first.ask('session/prompt', textPrompt(sessionId, 'one'));
    await first.until(isQuestion);
    await first.close();
    // However long nobody comes.
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(heard).toEqual(unattended === 'wait' ? [] : expected);
    const second = await rawClientOf(served, 'june', { serving });
    await second.load(sessionId);
    if (unattended === 'wait') second.reply(await second.until(isQuestion), chose('reject'));
    await expect.poll(() => heard).toEqual(expected);
    await second.close();
  },
);

test('[X11] failure 5: a question is asked once a connection, everywhere under one id, and is answered once', async () => {
  const { served, heard } = askingAgent();
  const first = await rawClientOf(served, 'june', { serving: stays });
  const sessionId = await first.open();
  const other = await rawClientOf(served, 'june', { serving: stays });
  await other.load(sessionId);
  void first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const asked = await first.until(isQuestion);
  await first.close();
  // It comes back on another connection, and loads twice.
  const again = await rawClientOf(served, 'june', { serving: stays });
  await again.load(sessionId);
  const askedAgain = await again.until(isQuestion);
  await again.load(sessionId);
  await again.ask('session/list', {});
  expect(again.received.filter(isQuestion)).toEqual([askedAgain]);
  const idOf = ({ params }: Json) => ((params as Json)['_meta'] as Json)['emend/question'];
  expect([idOf(askedAgain), idOf(await other.until(isQuestion))]).toEqual([idOf(asked), idOf(asked)]);
  again.reply(askedAgain, chose('allow'));
  await expect.poll(() => heard).toEqual(['allow']);
  other.reply(await other.until(isQuestion), chose('reject'));
  const late = await rawClientOf(served, 'june', { serving: stays });
  await late.load(sessionId);
  await late.ask('session/list', {});
  expect(late.received.filter(isQuestion)).toEqual([]);
  expect(heard).toEqual(['allow']);
  await Promise.all([again.close(), other.close(), late.close()]);
});

test('[X29] failure 6: the others learn what was asked, and when its turn began and ended', async () => {
  const { served, goOn } = patientAgent();
  const first = await rawClientOf(served, 'v1');
  const sessionId = await first.open();
  const other = await rawClientOf(served, 'november', { meta: { 'emend/shared': 1 } });
  await other.load(sessionId);
  goOn('one');
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const isOver = ({ method, params }: Json) => method === '_emend/turn' && hasText(params as Json, 'ended');
  await other.until(isOver);
  const news = other.received.flatMap(({ method, params }) => {
    const { update, turn } = (params ?? {}) as { readonly update?: Json; readonly turn?: Json };
    if (method === '_emend/turn') return [`turn ${String(turn?.['state'])}`];
    return update?.['sessionUpdate'] === 'state_update' ? [`state ${String(update['state'])}`] : [];
  });
  // The first is what the load tells.
  expect(news).toEqual(['state idle', 'turn running', 'state running', 'state idle', 'turn ended']);
  expect(shown(other)).toEqual(['user: one', 'agent: one begins, one ends']);
  await Promise.all([first.close(), other.close()]);
});

test('[X26] failure 7: a setting that one client changes is changed for the others', async () => {
  const model = (currentValue: string) => {
    const options = ['small', 'large'].map((value) => ({ value, name: value }));
    return { id: 'model', name: 'Model', type: 'select' as const, currentValue, options };
  };
  const { served } = patientAgent({
    newSession: () => ({ configOptions: [model('small')] }),
    setConfigOption: ({ value }) => [model(value)],
  });
  const [first, other] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  const sessionId = await first.open();
  await other.load(sessionId);
  const set = await first.ask('session/set_config_option', { sessionId, configId: 'model', value: 'large' });
  expect(set).toEqual({ configOptions: [model('large')] });
  const told = await other.until(tells('"currentValue":"large"'));
  expect(told['params']).toEqual({
    sessionId,
    update: { sessionUpdate: 'config_option_update', configOptions: [model('large')] },
  });
  await Promise.all([first.close(), other.close()]);
});

test('[X14] failure 8: counters do not run backwards for who joins', async () => {
  const { served } = patientAgent({
    async prompt(turn) {
      for (const used of [10, 90, 20]) await turn.usage({ used, size: 100 });
      for (const title of ['Draft', 'Final']) await turn.info({ title });
    },
  });
  const [first, late] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  const sessionId = await first.open();
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await late.load(sessionId);
  expect(late.updates().filter(({ sessionUpdate }) => sessionUpdate !== 'user_message')).toEqual([
    { sessionUpdate: 'session_info_update', title: 'Final' },
    { sessionUpdate: 'usage_update', used: 20, size: 100 },
  ]);
  await Promise.all([first.close(), late.close()]);
});

test('[X9] failure 9: what is replayed and what is live do not overlap', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `${index} `);
  const { served } = patientAgent({
    async prompt(turn) {
      const message = turn.message();
      for (const word of words) {
        await message.append(word);
        await new Promise(setImmediate);
      }
    },
  });
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  // A v1 client can only add what it gets, so that it shows everything that comes twice.
  const late = await rawClientOf(served, 'v1');
  await first.until(tells('9 '));
  await late.load(sessionId);
  await turn;
  await late.until(tells('59 '));
  expect(shown(late)).toEqual(['user: one', `agent: ${words.join('')}`]);
  await Promise.all([first.close(), late.close()]);
});

test('[X3] failure 10: who comes back learns that the turn has ended, and how', async () => {
  const { served, goOn, turns } = patientAgent();
  const first = await rawClientOf(served, 'june', { serving: stays });
  const sessionId = await first.open();
  const _meta = { 'emend/prompt': 'p1' };
  void first.ask('session/prompt', { ...textPrompt(sessionId, 'one'), _meta });
  await first.until(tells('begins'));
  await first.close();
  goOn('one');
  await turns[0]?.session.turns.quiet();
  const again = await rawClientOf(served, 'june', { serving: stays });
  expect(await again.load(sessionId, { 'emend/prompts': ['p1', 'p2'] })).toEqual({
    _meta: {
      'emend/prompts': [{ id: 'p1', state: 'ended', messageId: expect.any(String), stopReason: 'end_turn' }],
    },
  });
  expect(await again.ask('session/prompt', { ...textPrompt(sessionId, 'one'), _meta })).toEqual({
    stopReason: 'end_turn',
  });
  expect(turns.length).toBe(1);
  await again.close();
});

test('[X30] failure 11: nobody is who it says it is', async () => {
  const { served, goOn, log } = patientAgent();
  const made = { 'emend/by': { client: 'root', principal: 'root' }, principal: 'root' };
  const client = await rawClientOf(served, 'june', { serving: { principal: 'ada' }, meta: made });
  const sessionId = await client.open();
  goOn('one');
  await client.ask('session/prompt', { ...textPrompt(sessionId, 'one'), _meta: made });
  const sent = (await entriesOf(log, sessionId)).flatMap(({ event }) =>
    event.type === 'prompt_sent' ? [event.by] : [],
  );
  const ada = { client: expect.any(String), principal: 'ada', name: 'raw' };
  expect(sent).toEqual([ada]);
  expect(sent[0]?.client).not.toBe('root');
  const messages = client.updates().filter(({ sessionUpdate }) => sessionUpdate === 'user_message');
  expect(messages.map(({ _meta }) => (_meta as Json)['emend/by'])).toEqual([ada]);
  await client.close();
});

test('[X22] failure 16: no clock sends a prompt, answers a question or ends a turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
  const { served, heard } = askingAgent();
  const [first, other] = [
    await rawClientOf(served, 'june', { serving: stays }),
    await rawClientOf(served, 'june', { serving: stays }),
  ] as const;
  const sessionId = await first.open();
  await other.load(sessionId);
  const answers = [first.ask('session/prompt', textPrompt(sessionId, 'one'))];
  await other.until(isQuestion);
  answers.push(other.ask('session/prompt', textPrompt(sessionId, 'two')));
  await other.ask('session/list', {});
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect([heard, other.received.filter(isQuestion).length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  other.reply(await other.until(isQuestion), chose('allow'));
  const next = await first.until((message) => isQuestion(message) && hasText(message, '"two"'));
  first.reply(next, chose('reject'));
  expect(await Promise.all(answers)).toEqual([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }]);
  expect(heard).toEqual(['allow', 'reject']);
  await Promise.all([first.close(), other.close()]);
});
