import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

const meta = { 'emend/shared': 1 };
const newsOf = (client: RawClient, name: string) =>
  client.received.filter(({ method }) => method === `_emend/${name}`).map(({ params }) => params as Json);

function asking() {
  return agent({
    sessions: { log: new MemoryLog(), now: () => 7 },
    async prompt(turn) {
      if (turn.text === 'ask') await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
    },
  });
}

test.each(['june', 'november', 'v1'] as const)(
  '[RO98] [X29, X30] a %s client that asks is told of the others',
  async (dialect) => {
    const served = asking();
    const serving = { principal: 'ada', access: ['observe', 'prompt'] as const };
    const asker = await rawClientOf(served, 'june', { serving, meta: { 'emend/by': { principal: 'root' } } });
    const sessionId = await asker.open();
    const told = await rawClientOf(served, dialect, { meta });
    const answer = await told.load(sessionId);
    expect(answer['_meta']).toBeUndefined();
    const turn = asker.ask('session/prompt', textPrompt(sessionId, 'ask'));
    const question = await told.until(({ method }) => method === 'session/request_permission');
    const waiting = asker.ask('session/prompt', textPrompt(sessionId, 'later'));
    await told.until(({ method, params }) => method === '_emend/prompts' && JSON.stringify(params).includes('later'));
    told.reply(question, { result: { outcome: { outcome: 'selected', optionId: 'allow' } } });
    await Promise.all([turn, waiting]);
    await asker.close();
    await told.until(
      ({ method, params }) => method === '_emend/clients' && (params as { clients: Json[] }).clients.length === 1,
    );

    const ada = { client: expect.any(String), principal: 'ada', name: 'raw' };
    const self = { client: expect.any(String), name: 'raw' };
    const there = { name: 'raw', version: '1', role: 'control', since: 7 };
    const [both, alone] = newsOf(told, 'clients');
    expect(both).toEqual({
      sessionId,
      clients: [
        { id: expect.any(String), ...there },
        { id: expect.any(String), ...there, self: true },
      ],
    });
    expect(alone).toEqual({ sessionId, clients: [(both as { clients: Json[] }).clients[1]] });
    // Each prompt has an id of its own, by which all that is told of it can be found.
    const [{ turn: asks }, { turn: later }] = newsOf(told, 'turn') as [Json, Json] as [{ turn: Json }, { turn: Json }];
    expect(asks['id']).not.toBe(later['id']);
    const news = (id: unknown, state: string, more: Json = {}) => ({
      sessionId,
      turn: { id, state, by: ada, ...more },
      position: expect.any(Number),
    });
    // Of the first one, nothing is in the log when it begins.
    const { position: _, ...begins } = news(asks['id'], 'running');
    expect(newsOf(told, 'turn')).toEqual([
      begins,
      news(later['id'], 'waiting'),
      news(asks['id'], 'ended', { stopReason: 'end_turn' }),
      news(later['id'], 'running'),
      news(later['id'], 'ended', { stopReason: 'end_turn' }),
    ]);
    const positions = newsOf(told, 'turn').map((each) => Number(each['position'] ?? -1));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const waits = { id: later['id'], by: ada, at: 7, prompt: [{ type: 'text', text: 'later' }] };
    const prompts = [[], [waits], [waits], [], []];
    expect(newsOf(told, 'prompts')).toEqual(prompts.map((list) => ({ sessionId, prompts: list })));
    expect(newsOf(told, 'answered')).toEqual([
      {
        sessionId,
        question: expect.stringContaining(sessionId),
        toolCallId: 'call',
        outcome: { outcome: 'selected', optionId: 'allow' },
        by: self,
      },
    ]);
    const names = new Set(
      told.received.map(({ method }) => String(method)).filter((name) => name.startsWith('_emend/')),
    );
    expect([...names].toSorted()).toEqual(['_emend/answered', '_emend/clients', '_emend/prompts', '_emend/turn']);
    expect(asker.received.filter(({ method }) => String(method).startsWith('_emend/'))).toEqual([]);
    await told.close();
  },
);

test('[RO98] who has a session that ends elsewhere is told why, and who joins learns the position', async () => {
  const log = new MemoryLog();
  const served = agent({ sessions: { log, now: () => 7 }, prompt: () => {} });
  const first = await rawClientOf(served, 'june', { meta });
  const second = await rawClientOf(served, 'june', { meta });
  const why: unknown[] = [];
  for (const how of ['close', 'delete', 'force'] as const) {
    const sessionId = await first.open();
    await first.ask('session/prompt', textPrompt(sessionId, 'one'));
    const end = (await log.find(sessionId))?.position ?? 0;
    expect(await second.load(sessionId)).toEqual({ _meta: { 'emend/position': end - 1 } });
    if (how === 'close') await second.ask('session/close', { sessionId, _meta: { 'emend/close': 'all' } });
    if (how === 'delete') await second.ask('session/delete', { sessionId });
    if (how === 'force') await second.load(sessionId, { 'emend/force': true });
    const isOver = ({ method, params }: Json) =>
      method === '_emend/ended' && (params as Json)['sessionId'] === sessionId;
    why.push(((await first.until(isOver))['params'] as Json)['reason']);
  }
  expect(why).toEqual(['closed', 'deleted', 'moved']);
  // Who has ended it has an answer, and goes on with what it has taken.
  expect(second.received.filter(({ method }) => method === '_emend/ended')).toEqual([]);
  for (const client of [first, second]) await client.close();
});

test('[RO98] how an elicitation was answered is told, and not what was filled in', async () => {
  const schema = { properties: { password: { type: 'string' } } } as const;
  const served = agent({
    async prompt(turn) {
      await turn.elicit({ message: 'Who?', schema, toolCallId: 'call' });
    },
  });
  const capabilities = { elicitation: { form: {} } };
  const asked = await rawClientOf(served, 'june', { meta, capabilities, serving: { principal: 'ada' } });
  const sessionId = await asked.open();
  const turn = asked.ask('session/prompt', textPrompt(sessionId, 'ask'));
  const question = await asked.until(({ method }) => method === 'elicitation/create');
  asked.reply(question, { result: { action: 'accept', content: { password: 'secret' } } });
  await turn;
  expect(newsOf(asked, 'answered')).toEqual([
    {
      sessionId,
      question: expect.any(String),
      toolCallId: 'call',
      action: 'accept',
      by: { client: expect.any(String), principal: 'ada', name: 'raw' },
    },
  ]);
  await asked.close();
});
