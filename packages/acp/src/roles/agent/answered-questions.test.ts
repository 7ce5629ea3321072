import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import {
  allow,
  askingAgent,
  closeAll,
  isQuestion,
  isWithdrawal,
  reject,
  together,
} from '../test-support/asking-agent.ts';
import { type Json, type RawClient, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

/** The ids of the requests that were taken back from a client. */
const takenBack = ({ received }: RawClient) =>
  received.filter(isWithdrawal).map(({ params }) => (params as Json)['requestId']);

/** Waits until everything that was said before has been handled on both ends. */
async function settled(clients: readonly RawClient[]): Promise<void> {
  for (const client of clients) await client.ask('session/list', {});
}

/** What the log has of the answers to questions. */
async function answersIn(log: MemoryLog, sessionId: string) {
  return (await entriesOf(log, sessionId)).flatMap(({ event }) => (event.type === 'permission_answered' ? event : []));
}

test('[RO94] [X5, X15] in races of eight clients the agent gets one answer, which the log has, and it is taken back from all who have not answered', async () => {
  const { served, heard, log } = askingAgent();
  const { sessionId, clients } = await together(served, 7);
  const rounds = counts({ short: 20, long: 1_000 });
  const isNow = (round: number) => (message: Json) =>
    isQuestion(message) && JSON.stringify(message).includes(`"toolCallId":"${round}"`);
  for (let round = 0; round < rounds; round++) {
    const turn = clients[0]?.ask('session/prompt', textPrompt(sessionId, `${round}`));
    const questions = await Promise.all(clients.map((client) => client.until(isNow(round))));
    const answer = (index: number) =>
      clients[index]?.reply(questions[index] as Json, (index + round) % 2 === 0 ? allow : reject);
    // Somebody else begins each time: all at once, or one, and the others too late.
    const order = clients.map((_, count) => (count + round) % clients.length);
    const isRace = round % 2 === 0;
    for (const index of isRace ? order : order.slice(0, 1)) answer(index);
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    await settled(clients);
    if (isRace) continue;
    const isTold = order.map((index) => takenBack(clients[index] as RawClient).includes(questions[index]?.['id']));
    expect(isTold).toEqual(order.map((_, place) => place > 0));
    for (const index of order.slice(1)) answer(index);
    expect(heard[round]).toBe(((order[0] ?? 0) + round) % 2 === 0 ? 'allow' : 'reject');
  }
  await settled(clients);
  expect(heard.length).toBe(rounds);
  const outcomes = (await answersIn(log, sessionId)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(heard.map((optionId) => ({ outcome: 'selected', optionId })));
  await closeAll(clients);
});

test('[RO94] [X18] a permission is in the log, with who gave it, before the agent learns it', async () => {
  const { served, heard, stored, log } = askingAgent();
  const { sessionId, clients } = await together(served, 1, { principal: 'ada' });
  const [first, second] = clients as [RawClient, RawClient];
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const question = await second.until(isQuestion);
  const mayStore = deferred();
  const append = log.append.bind(log);
  log.append = (...entries) => mayStore.promise.then(() => append(...entries));
  second.reply(question, allow);
  await settled(clients);
  expect(heard).toEqual([]);
  mayStore.resolve();
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect([heard, stored]).toEqual([
    ['allow'],
    [
      {
        type: 'permission_answered',
        requestId: expect.any(String),
        outcome: { outcome: 'selected', optionId: 'allow' },
        by: { client: expect.any(String), principal: 'ada', name: 'raw' },
      },
    ],
  ]);
  await closeAll(clients);
});

test('[RO95] [X19] a cancelled turn takes its question back everywhere, and the agent is answered once', async () => {
  const { served, heard, log } = askingAgent();
  const { sessionId, clients } = await together(served, 3);
  const turn = clients[0]?.ask('session/prompt', textPrompt(sessionId, 'one'));
  const questions = await Promise.all(clients.map((client) => client.until(isQuestion)));
  clients[3]?.notify('session/cancel', { sessionId });
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  await settled(clients);
  expect(clients.map(takenBack)).toEqual(questions.map(({ id }) => [id]));
  // Whatever they say now comes too late.
  for (const [index, client] of clients.entries()) client.reply(questions[index] as Json, allow);
  await settled(clients);
  expect(heard).toEqual(['cancelled']);
  expect((await answersIn(log, sessionId)).map(({ outcome }) => outcome)).toEqual([{ outcome: 'cancelled' }]);
  await closeAll(clients);
});

test('[RO141] [X19] a turn that ends without the answer to its question takes it back everywhere, and nothing is asked of who joins', async () => {
  const log = new MemoryLog();
  const heard: unknown[] = [];
  const mayEnd = deferred();
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      void turn.requestPermission({ toolCallId: 'call', title: 'Publish' }).then(({ outcome }) => heard.push(outcome));
      await mayEnd.promise;
    },
  });
  const { sessionId, clients } = await together(served, 3);
  const turn = clients[0]?.ask('session/prompt', textPrompt(sessionId, 'one'));
  const questions = await Promise.all(clients.map((client) => client.until(isQuestion)));
  mayEnd.resolve();
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  await settled(clients);
  expect(clients.map(takenBack)).toEqual(questions.map(({ id }) => [id]));
  for (const [index, client] of clients.entries()) client.reply(questions[index] as Json, allow);
  await settled(clients);
  expect(heard).toEqual([{ outcome: 'cancelled' }]);
  expect((await answersIn(log, sessionId)).map(({ outcome }) => outcome)).toEqual([{ outcome: 'cancelled' }]);
  const [first] = clients as [RawClient];
  await first.ask('session/close', { sessionId });
  await first.load(sessionId);
  await settled(clients);
  expect(first.received.filter(isQuestion).length).toBe(1);
  await closeAll(clients);
});
