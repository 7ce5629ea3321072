import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import {
  allow,
  askingAgent as asking,
  closeAll,
  isQuestion,
  isWithdrawal,
  reject,
  together,
} from '../test-support/asking-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

test('[RO94] [X15, X18] all are asked, the first answer is stored and counts, and the others are told', async () => {
  const { served, heard, stored } = asking();
  const { sessionId, clients } = await together(served, 2, { principal: 'ada' });
  const [first, second, third] = clients as [RawClient, RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const [ofFirst, ofSecond, ofThird] = await Promise.all(clients.map((client) => client.until(isQuestion)));
  second.reply(ofSecond as Json, allow);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['allow']);
  expect(stored).toEqual([
    {
      type: 'permission_answered',
      requestId: expect.any(String),
      outcome: { outcome: 'selected', optionId: 'allow' },
      by: { client: expect.any(String), principal: 'ada', name: 'raw' },
    },
  ]);
  await first.until(isWithdrawal);
  expect(first.received.filter(isWithdrawal)).toMatchObject([{ params: { requestId: ofFirst?.['id'] } }]);
  // Late answers do nothing.
  first.reply(ofFirst as Json, reject);
  third.reply(ofThird as Json, reject);
  const again = first.ask('session/prompt', textPrompt(sessionId, 'two'));
  const next = await third.until((message) => isQuestion(message) && message !== ofThird);
  third.reply(next, reject);
  expect(await again).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['allow', 'reject']);
  const idOf = (question: Json | undefined) => /"emend\/question":"[^"]*"/.exec(JSON.stringify(question))?.[0];
  const ids = [ofFirst, ofSecond].map(idOf);
  expect(ids).toEqual([expect.any(String), ids[0]]);
  await closeAll(clients);
});

test('[RO94] [X16] errors, options that nobody offered and leaving are abstentions', async () => {
  const { served, heard } = asking();
  const { sessionId, clients } = await together(served, 3);
  const [first, second, third, fourth] = clients as [RawClient, RawClient, RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const questions = await Promise.all(clients.map((client) => client.until(isQuestion)));
  first.reply(questions[0] as Json, { error: { code: -32601, message: 'Method not found' } });
  second.reply(questions[1] as Json, { result: { outcome: { outcome: 'selected', optionId: 'everything' } } });
  await third.close();
  await first.ask('session/list', {});
  expect(heard).toEqual([]);
  fourth.reply(questions[3] as Json, allow);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['allow']);
  await closeAll(clients);
});

test.each(['june', 'november', 'v1'] as const)(
  '[RO95] [X11, X17] a question waits while nobody is there, and the %s client that joins is asked after the answer',
  async (dialect) => {
    const { served, heard } = asking();
    const serving = { whenClientLeaves: 'finish', unattended: 'wait' } as const;
    const { sessionId, clients } = await together(served, 0, serving);
    void clients[0]?.ask('session/prompt', textPrompt(sessionId, 'one'));
    await clients[0]?.until(isQuestion);
    await closeAll(clients);
    const late = await rawClientOf(served, dialect, { serving });
    await late.load(sessionId);
    const question = await late.until(isQuestion);
    const answer = late.received.findLastIndex(({ id, method }) => id !== undefined && method === undefined);
    expect(late.received.indexOf(question)).toBeGreaterThan(answer);
    expect(heard).toEqual([]);
    late.reply(question, allow);
    void late.ask('session/prompt', textPrompt(sessionId, 'two'));
    await late.until((message) => isQuestion(message) && message !== question);
    expect(heard).toEqual(['allow']);
    expect(late.received.filter(isQuestion).length).toBe(2);
    await late.close();
  },
);

test('[RO95] a question that all abstain from is refused, or waits for somebody else', async () => {
  for (const unattended of ['reject', 'wait'] as const) {
    const { served, heard } = asking();
    const { sessionId, clients } = await together(served, 1, { unattended });
    const turn = clients[0]?.ask('session/prompt', textPrompt(sessionId, 'one'));
    for (const client of clients) client.reply(await client.until(isQuestion), { error: { code: 1, message: 'no' } });
    if (unattended === 'wait') {
      const late = await rawClientOf(served, 'june', { serving: { unattended } });
      await late.load(sessionId);
      late.reply(await late.until(isQuestion), allow);
      await turn;
      await late.close();
    } else await turn;
    expect(heard).toEqual([unattended === 'wait' ? 'allow' : 'cancelled']);
    await closeAll(clients);
  }
});

test('[RO97] [X20] who may only observe sees everything, is not asked, and can change nothing', async () => {
  const { served, heard } = asking();
  const { sessionId, clients } = await together(served, 0);
  const [first] = clients as [RawClient];
  // By its own wish, and by what the server allows; the client cannot ask for more.
  const modest = await rawClientOf(served, 'november');
  await modest.load(sessionId, { 'emend/role': 'observe' });
  const observer = await rawClientOf(served, 'june', { serving: { access: ['observe'] } });
  await observer.load(sessionId, { 'emend/role': 'control' });
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const question = await first.until(isQuestion);
  for (const client of [modest, observer]) {
    expect(await client.ask('session/prompt', textPrompt(sessionId, 'two'))).toMatchObject({ code: -32000 });
    client.notify('session/cancel', { sessionId });
    const forced = await client.load(sessionId, { 'emend/force': true, 'emend/role': 'observe' });
    expect(forced).toMatchObject({ code: -32000, message: 'This client is read only.' });
  }
  expect(await observer.load(sessionId, { 'emend/force': true })).toMatchObject({ code: -32000 });
  expect(await observer.ask('session/new', { cwd: '/w', mcpServers: [] })).toMatchObject({ code: -32000 });
  expect(await observer.ask('session/delete', { sessionId })).toMatchObject({ code: -32000 });
  const all = { sessionId, _meta: { 'emend/close': 'all' } };
  expect(await observer.ask('session/close', all)).toMatchObject({ code: -32000 });
  // Nor do answers to questions that they were not asked count.
  for (const client of [modest, observer]) {
    for (const id of [0, 1, 2, question['id'], `${String(question['id'])}`]) client.reply({ id }, reject);
    await client.ask('session/list', {});
  }
  expect(heard).toEqual([]);
  first.reply(question, allow);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['allow']);
  for (const client of [modest, observer]) {
    expect(client.received.filter(isQuestion)).toEqual([]);
    expect(client.updates().map(({ sessionUpdate }) => sessionUpdate)).toContain('user_message');
    await client.close();
  }
  await first.close();
});

test('[RO90] [X2] who takes a session over ends its turn with its question for the others, and can prompt at once', async () => {
  const { served, heard } = asking();
  const { sessionId, clients } = await together(served, 1);
  const [first, second] = clients as [RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const [asked, alsoAsked] = [await first.until(isQuestion), await second.until(isQuestion)];
  const taking = await rawClientOf(served, 'june', {
    answers: { 'session/request_permission': () => allow['result'] },
  });
  // Who cannot open it takes nothing.
  const elsewhere = { sessionId, cwd: '/elsewhere', mcpServers: [], _meta: { 'emend/force': true } };
  expect(await taking.ask('session/load', elsewhere)).toMatchObject({ code: -32602 });
  expect(first.received.filter(({ method }) => method === '$/cancel_request')).toEqual([]);
  expect(await taking.load(sessionId, { 'emend/force': true })).toEqual({});
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  const takenBack = ({ received }: RawClient) =>
    received.flatMap(({ method, params }) => (method === '$/cancel_request' ? [(params as Json)['requestId']] : []));
  expect([takenBack(first), takenBack(second)]).toEqual([[asked['id']], [alsoAsked['id']]]);
  expect(await taking.ask('session/prompt', textPrompt(sessionId, 'two'))).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['cancelled', 'allow']);
  expect(await first.ask('session/prompt', textPrompt(sessionId, 'three'))).toMatchObject({ code: -32050 });
  await closeAll([...clients, taking]);
});

test('[RO96] [X22, X23, X24] prompts of several clients run in order, each is answered once, and only its sender takes it back', async () => {
  const order: string[] = [];
  let goOn = () => {};
  const first = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    async prompt(turn) {
      order.push(turn.text);
      if (turn.text === 'a1') await first;
    },
  });
  const [ada, bob] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  const sessionId = await ada.open();
  await bob.load(sessionId);
  const sent = (client: RawClient, text: string) => client.ask('session/prompt', textPrompt(sessionId, text));
  const answers = [sent(ada, 'a1')];
  await bob.until(({ method }) => method === 'session/update');
  answers.push(sent(bob, 'b1'));
  await bob.ask('session/list', {});
  answers.push(sent(ada, 'a2'));
  await ada.ask('session/list', {});
  const taken = sent(bob, 'b2');
  // The fourth request of this client, after the handshake, the load, the first prompt and the list.
  bob.notify('$/cancel_request', { requestId: 5 });
  expect(await taken).toEqual({ stopReason: 'cancelled' });
  expect(order).toEqual(['a1']);
  goOn();
  expect(await Promise.all(answers)).toEqual(answers.map(() => ({ stopReason: 'end_turn' })));
  expect(order).toEqual(['a1', 'b1', 'a2']);
  // Nobody is answered twice, nor what somebody else has asked.
  for (const client of [ada, bob]) {
    await client.ask('session/list', {});
    const ids = client.received.flatMap(({ id, method }) => (method === undefined ? [id] : []));
    expect(ids.toSorted()).toEqual(Array.from({ length: ids.length }, (_, index) => index + 1));
  }
  const by = (client: RawClient) =>
    client
      .updates()
      .filter(({ sessionUpdate }) => sessionUpdate === 'user_message')
      .map(({ _meta }) => ((_meta as Json)['emend/by'] as Json)['client']);
  expect(by(ada)).toEqual(by(bob));
  const [a1, b1, a2] = by(ada);
  expect([a1 === a2, a1 === b1]).toEqual([true, false]);
  for (const client of [ada, bob]) await client.close();
});

test('[RO96] [X23] a cancel ends the running turn and the waiting prompts of its sender, and leaves those of others', async () => {
  const order: string[] = [];
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    async prompt(turn) {
      order.push(turn.text);
      if (turn.text === 'a1') await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
    },
  });
  const [ada, bob] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'v1')] as const;
  const sessionId = await ada.open();
  await bob.load(sessionId);
  const running = ada.ask('session/prompt', textPrompt(sessionId, 'a1'));
  await bob.until(({ method }) => method === 'session/update');
  const waiting = ['b1', 'b2'].map((text) => bob.ask('session/prompt', textPrompt(sessionId, text)));
  await bob.ask('session/list', {});
  const last = ada.ask('session/prompt', textPrompt(sessionId, 'a2'));
  await ada.ask('session/list', {});
  bob.notify('session/cancel', { sessionId });
  expect(await running).toEqual({ stopReason: 'cancelled' });
  expect(await Promise.all(waiting)).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'cancelled' }]);
  expect(await last).toEqual({ stopReason: 'end_turn' });
  expect(order).toEqual(['a1', 'a2']);
  for (const client of [ada, bob]) await client.close();
});

test('[RO96] [X25] the 101st prompt that waits is refused, whoever sends it, and nothing else is affected', async () => {
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({ sessions: { log: new MemoryLog(), now: () => 1 }, prompt: () => mayGoOn });
  const [ada, bob] = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')] as const;
  const sessionId = await ada.open();
  await bob.load(sessionId);
  const sent = Array.from({ length: 101 }, (_, index) =>
    (index % 2 === 0 ? ada : bob).ask('session/prompt', textPrompt(sessionId, `${index}`)),
  );
  for (const client of [ada, bob]) await client.ask('session/list', {});
  expect(await bob.ask('session/prompt', textPrompt(sessionId, 'one more'))).toEqual({
    code: -32050,
    message: '100 prompts wait in this session already. Try again when some of them have ended.',
    data: { reason: 'too_many_prompts' },
  });
  goOn();
  expect(new Set((await Promise.all(sent)).map(({ stopReason }) => stopReason))).toEqual(new Set(['end_turn']));
  for (const client of [ada, bob]) await client.close();
});

test.each(['first', 'second'] as const)(
  '[RO94] [X18] an elicitation is over in the log, with who answered it, before the agent gets the answer of the %s client',
  async (who) => {
    const log = new MemoryLog();
    const found: unknown[] = [];
    const schema = { properties: { name: { type: 'string' } } } as const;
    const served = agent({
      sessions: { log, now: () => 1 },
      async prompt(turn) {
        const answer = await turn.elicit({ message: 'Who?', schema });
        const entries = await entriesOf(log, turn.session.id);
        found.push(
          answer,
          entries.map(({ event }) => event).findLast(({ type }) => type === 'elicitation_answered'),
        );
      },
    });
    const options = { capabilities: { elicitation: { form: {} } }, serving: { principal: 'ada' } };
    const [first, second] = [
      await rawClientOf(served, 'june', options),
      await rawClientOf(served, 'june', { ...options, serving: { principal: 'bob' } }),
    ] as const;
    const sessionId = await first.open();
    await second.load(sessionId);
    const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
    const isForm = ({ method }: Json) => method === 'elicitation/create';
    const asked = await Promise.all([first, second].map((client) => client.until(isForm)));
    const answering = who === 'first' ? 0 : 1;
    const content = { name: 'Ann' };
    const mayStore = deferred();
    const append = log.append.bind(log);
    log.append = (...entries) => mayStore.promise.then(() => append(...entries));
    [first, second][answering]?.reply(asked[answering] as Json, { result: { action: 'accept', content } });
    for (const client of [first, second]) await client.ask('session/list', {});
    expect(found).toEqual([]);
    mayStore.resolve();
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    const by = { client: expect.any(String), principal: who === 'first' ? 'ada' : 'bob', name: 'raw' };
    const requestId = expect.any(String);
    expect(found).toEqual([
      { action: 'accept', content },
      { type: 'elicitation_answered', requestId, by },
    ]);
    await closeAll([first, second]);
  },
);

test('[RO94] [X5, X11] no question has the id of an earlier one of its session, also after that was opened again', async () => {
  const { log, served } = asking();
  const { sessionId, clients } = await together(served, 1);
  const ids: unknown[] = [];
  const answer = async (all: readonly RawClient[], text: string): Promise<void> => {
    const [first, second] = all as [RawClient, RawClient];
    const turn = first.ask('session/prompt', textPrompt(sessionId, text));
    const isThis = (message: Json) => isQuestion(message) && JSON.stringify(message).includes(`"${text}"`);
    const asked = await second.until(isThis);
    ids.push(((asked['params'] as Json)['_meta'] as Json)['emend/question']);
    second.reply(asked, allow);
    await turn;
  };
  await answer(clients, 'one');
  await answer(clients, 'two');
  await closeAll(clients);
  const again = [await rawClientOf(served, 'june'), await rawClientOf(served, 'june')];
  for (const client of again) await client.load(sessionId);
  await answer(again, 'three');
  expect(new Set(ids).size).toBe(3);
  const logged = (await entriesOf(log, sessionId)).flatMap(({ event }) =>
    event.type === 'permission_opened' || event.type === 'permission_answered' ? [event.requestId] : [],
  );
  expect(logged).toEqual(ids.flatMap((id) => [id, id]));
  await closeAll(again);
});
