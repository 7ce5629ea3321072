import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { patientAgent, tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import type { ServeOptions } from './serve.ts';

const finishing: ServeOptions = { whenClientLeaves: 'finish' };

const withId = (sessionId: string, text: string): Json => ({
  ...textPrompt(sessionId, text),
  _meta: { 'emend/prompt': `id of ${text}` },
});

/**
 * A client that has sent `one`, which runs, and `two`, which waits, has lost its connection, and has sent both again on another one; and one that
 * looks on.
 */
async function moved(serving: ServeOptions = {}) {
  const agent = patientAgent();
  const before = await rawClientOf(agent.served, 'june', { serving: { ...serving, ...finishing } });
  const sessionId = await before.open();
  const other = await rawClientOf(agent.served, 'june', { serving: finishing });
  await other.load(sessionId);
  for (const text of ['one', 'two']) void before.ask('session/prompt', withId(sessionId, text));
  await other.until(tells('one begins'));
  await before.ask('session/list', {});
  await before.close();
  const client: RawClient = await rawClientOf(agent.served, 'june', { serving });
  await client.load(sessionId);
  const [one, two] = ['one', 'two'].map((text) => client.ask('session/prompt', withId(sessionId, text)));
  await client.ask('session/list', {});
  return { ...agent, sessionId, client, other, one: one as Promise<Json>, two: two as Promise<Json> };
}

test('[RO82] [RO92] [X3] a client that has sent its prompts again, and leaves for good, ends no turn while others are there', async () => {
  const { turns, goOn, client, other } = await moved({ whenClientLeaves: 'cancel' });
  await client.close();
  await other.ask('session/list', {});
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  goOn('one');
  await other.until(tells('one ends'));
  // What waits is cancelled, as with every client that leaves for good.
  await other.ask('session/list', {});
  expect(turns.map(({ text }) => text)).toEqual(['one']);
  await other.close();
});

test('[RO82] [RO96] [X23] a cancel ends the waiting prompts that its sender has sent again on another connection', async () => {
  const { turns, goOn, sessionId, client, one, two } = await moved(finishing);
  client.notify('session/cancel', { sessionId });
  await client.ask('session/list', {});
  goOn('one');
  expect([await one, await two]).toEqual([{ stopReason: 'cancelled' }, { stopReason: 'cancelled' }]);
  expect(turns.map(({ text }) => text)).toEqual(['one']);
});

test('[RO82] [RO96] [X23] a waiting prompt that was sent again is taken back at once', async () => {
  const { turns, goOn, client, one, two } = await moved(finishing);
  // The handshake, the load, and the prompts were its requests.
  client.notify('$/cancel_request', { requestId: 4 });
  expect(await two).toEqual({ stopReason: 'cancelled' });
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  goOn('one');
  expect(await one).toEqual({ stopReason: 'end_turn' });
  expect(turns.map(({ text }) => text)).toEqual(['one']);
});

test('[RO82] [RO99] [X21] with `prompter`, who has sent its prompt again on another connection is asked there, and nobody else', async () => {
  const ask = 'prompter' as const;
  const mayAsk = deferred();
  const { served } = patientAgent({
    async prompt(turn) {
      await turn.message().append('begins');
      await mayAsk.promise;
      await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
    },
  });
  const serving = { ...finishing, ask, unattended: 'wait' } as const;
  const before = await rawClientOf(served, 'june', { serving });
  const sessionId = await before.open();
  const other = await rawClientOf(served, 'june', { serving });
  await other.load(sessionId);
  void before.ask('session/prompt', withId(sessionId, 'one'));
  await other.until(tells('begins'));
  await before.close();
  const client = await rawClientOf(served, 'june', { serving });
  await client.load(sessionId);
  const one = client.ask('session/prompt', withId(sessionId, 'one'));
  await client.ask('session/list', {});
  mayAsk.resolve();
  const isQuestion = ({ method }: Json): boolean => method === 'session/request_permission';
  client.reply(await client.until(isQuestion), { result: { outcome: { outcome: 'selected', optionId: 'allow' } } });
  expect(await one).toEqual({ stopReason: 'end_turn' });
  await other.ask('session/list', {});
  expect(other.received.filter(isQuestion)).toEqual([]);
  await Promise.all([client.close(), other.close()]);
});

test('[RO82] [RO96] somebody else who sends a prompt again gets its answer, and does not take it over', async () => {
  const { turns, goOn, sessionId, client, other, one, two } = await moved({ ...finishing, principal: 'ada' });
  const again = other.ask('session/prompt', withId(sessionId, 'two'));
  await other.ask('session/list', {});
  other.notify('session/cancel', { sessionId });
  await other.ask('session/list', {});
  for (const text of ['one', 'two']) goOn(text);
  const ends = [await one, await two, await again];
  expect(ends.map(({ stopReason }) => stopReason)).toEqual(['cancelled', 'end_turn', 'end_turn']);
  expect(turns.map(({ text }) => text)).toEqual(['one', 'two']);
  await client.close();
});
