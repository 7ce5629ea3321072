import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import type { ServeOptions } from './serve.ts';

const isQuestion = ({ method }: Json): boolean => method === 'session/request_permission';
const allow = { result: { outcome: { outcome: 'selected', optionId: 'allow' } } };

/** Several clients of one session whose agent asks in each turn; what it heard, and who was asked what. */
async function together(servings: readonly ServeOptions[]) {
  const heard: unknown[] = [];
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: turn.text, title: 'Publish' });
      heard.push('optionId' in outcome ? outcome.optionId : outcome.outcome);
    },
  });
  const clients: RawClient[] = [];
  let sessionId = '';
  for (const serving of servings) {
    const client = await rawClientOf(served, 'june', {
      serving: { whenClientLeaves: 'finish', unattended: 'wait', ...serving },
      // A client can say what it likes about itself.
      meta: { 'emend/local': true, isLocal: true, 'emend/prompter': true },
    });
    if (clients.length === 0) sessionId = await client.open();
    else await client.load(sessionId);
    clients.push(client);
  }
  /** How often each client was asked, after everything that was sent to it has come. */
  const asked = async (): Promise<readonly number[]> => {
    for (const client of clients) await client.ask('session/list', {});
    return clients.map(({ received }) => received.filter(isQuestion).length);
  };
  return { served, heard, clients, sessionId, asked };
}

const closeAll = (clients: readonly RawClient[]) => Promise.all(clients.map((client) => client.close()));

test('[RO99] [X21] with `prompter`, only who prompted is asked, until it leaves', async () => {
  const ask = 'prompter' as const;
  const { heard, clients, sessionId, asked } = await together([{ ask }, { ask }, { ask }]);
  const [first, second, third] = clients as [RawClient, RawClient, RawClient];
  const turn = second.ask('session/prompt', textPrompt(sessionId, 'one'));
  second.reply(await second.until(isQuestion), allow);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(await asked()).toEqual([0, 1, 0]);
  // Who closes the session leaves it as well, and what it answers to its old question does nothing.
  void first.ask('session/prompt', textPrompt(sessionId, 'two'));
  const left = await first.until(isQuestion);
  expect(await asked()).toEqual([1, 1, 0]);
  await first.ask('session/close', { sessionId });
  first.reply(left, allow);
  expect(await asked()).toEqual([1, 2, 1]);
  expect(heard).toEqual(['allow']);
  third.reply(await third.until(isQuestion), allow);
  await expect.poll(() => heard).toEqual(['allow', 'allow']);
  await closeAll(clients);
});

test('[RO99] [X21] with `prompter`, the others are asked when it is cut off, or cannot answer', async () => {
  const ask = 'prompter' as const;
  const { heard, clients, sessionId, asked } = await together([
    { ask },
    { ask, access: ['observe', 'prompt'] },
    { ask },
  ]);
  const [first, second, third] = clients as [RawClient, RawClient, RawClient];
  const turn = second.ask('session/prompt', textPrompt(sessionId, 'may not approve'));
  third.reply(await third.until(isQuestion), allow);
  await turn;
  expect(await asked()).toEqual([1, 0, 1]);
  const other = first.ask('session/prompt', textPrompt(sessionId, 'cannot'));
  first.reply(await first.until((message) => isQuestion(message) && JSON.stringify(message).includes('"cannot"')), {
    error: { code: -32601, message: 'Method not found' },
  });
  third.reply(
    await third.until((message) => isQuestion(message) && JSON.stringify(message).includes('"cannot"')),
    allow,
  );
  await other;
  void first.ask('session/prompt', textPrompt(sessionId, 'cut'));
  await first.until((message) => isQuestion(message) && JSON.stringify(message).includes('"cut"'));
  await first.close();
  third.reply(await third.until((message) => isQuestion(message) && JSON.stringify(message).includes('"cut"')), allow);
  await expect.poll(() => heard).toEqual(['allow', 'allow', 'allow']);
  await closeAll([second, third]);
});

test('[RO99] [X21] with `local`, only clients of this machine are asked, whatever others say, and a connection may move', async () => {
  const ask = 'local' as const;
  let isStillHere = true;
  const { served, heard, clients, sessionId, asked } = await together([
    { ask, isLocal: false },
    { ask, isLocal: true },
    { ask, isLocal: () => isStillHere },
  ]);
  const [first, second] = clients as [RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  second.reply(await second.until(isQuestion), allow);
  await turn;
  expect(await asked()).toEqual([0, 1, 1]);
  // With nobody there whom it may ask, the question waits for such a client.
  await second.close();
  isStillHere = false;
  void first.ask('session/prompt', textPrompt(sessionId, 'two'));
  const distant = await rawClientOf(served, 'june', { serving: { ask, isLocal: false } });
  await distant.load(sessionId);
  await distant.ask('session/list', {});
  const here = await rawClientOf(served, 'june', { serving: { ask, isLocal: true } });
  await here.load(sessionId);
  here.reply(await here.until(isQuestion), allow);
  await expect.poll(() => heard).toEqual(['allow', 'allow']);
  expect(distant.received.filter(isQuestion)).toEqual([]);
  await closeAll([...clients, distant, here]);
});

test('[RO94] [X10] a question that begins while a client joins is asked of it after the answer', async () => {
  let goOn = () => {};
  const mayAsk = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log: new MemoryLog(), now: () => 1 },
    async prompt(turn) {
      for (let count = 0; count < 50; count++) await turn.message().append(`word ${count}`);
      await mayAsk;
      await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
    },
  });
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await first.until((message) => JSON.stringify(message).includes('word 49'));
  const late = await rawClientOf(served, 'june');
  const loaded = late.load(sessionId);
  // The replay is on its way, and the answer is not.
  await late.until(({ method }) => method === 'session/update');
  goOn();
  await loaded;
  const question = await late.until(isQuestion);
  const answer = late.received.findLastIndex(({ id, method }) => id !== undefined && method === undefined);
  expect(late.received.indexOf(question)).toBeGreaterThan(answer);
  expect(late.received.filter(isQuestion).length).toBe(1);
  late.reply(question, allow);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  await closeAll([first, late]);
});

test('[RO99] [X21] with `local`, an answer that comes from elsewhere is none, although the client was asked here', async () => {
  const ask = 'local' as const;
  let isStillHere = true;
  const { heard, clients, sessionId } = await together([{ ask, isLocal: () => isStillHere }, { ask }]);
  const [first, second] = clients as [RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const [moved, here] = await Promise.all([first, second].map((client) => client.until(isQuestion)));
  isStillHere = false;
  first.reply(moved as Json, allow);
  await first.ask('session/list', {});
  expect(heard).toEqual([]);
  second.reply(here as Json, { result: { outcome: { outcome: 'selected', optionId: 'reject' } } });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(heard).toEqual(['reject']);
  await closeAll(clients);
});
