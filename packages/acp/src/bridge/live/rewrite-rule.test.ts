import { expect, test } from 'vitest';
import { rewriteRules } from '../edges.ts';
import { connected } from '../test-support/connected.ts';
import { askedForAll, fresh, initialize, refusal, result, v1Answer, v2Answer } from '../test-support/handshake.ts';
import { text } from '../test-support/talk.ts';

const clientCapabilities = { fs: { readTextFile: true, writeTextFile: false }, terminal: true, _meta: { k: 1 } };
const own = { protocolVersion: 1, clientCapabilities, clientInfo: { name: 'c', version: '1' } };
const inV2 = (found: unknown) =>
  expect(found).toEqual(askedForAll({ ...own, capabilities: { _meta: { k: 1 } } } as object));
const update = (sessionUpdate: string, content: unknown) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate, messageId: 'm', content } },
});
const chunk = (words: string) => update('agent_message_chunk', text(words));
const passed = { type: 'connected', client: 'v1', agent: 'v1', isTranslating: false };
const notHeld = {
  type: 'ledger',
  entry: {
    kind: 'loss',
    rule: 'not-held',
    direction: '2to1',
    lost: 'that text is held back until its message is complete',
    done: 'passed on as the agent sends it, in v1',
  },
};

test.each(rewriteRules)(
  '[BR82] with the rule %s an agent is asked for v2, in words for either version',
  async (rewrite) => {
    const { client, agent, events } = connected({ rewrite });
    await client.send(initialize(own));
    await agent.play([{ expect: inV2 }, { send: result(v2Answer) }]);
    expect(await client.next()).toMatchObject({ result: { protocolVersion: 1, agentCapabilities: {} } });
    expect(events.slice(-1)).toEqual([{ type: 'connected', client: 'v1', agent: 'june', isTranslating: true }]);
  },
);

test('[BR82] what an agent takes back is never seen under hold', async () => {
  const { client, agent } = connected({ rewrite: 'hold' });
  await client.send(initialize(own));
  await agent.play([{ expect: inV2 }, { send: result(v2Answer) }]);
  await client.next();
  const prompt = { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } };
  await client.send(prompt);
  await agent.play([
    { expect: prompt },
    { send: chunk('topsecret') },
    { send: update('agent_message', [text('removed')]) },
    { send: { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } } },
  ]);
  await client.play([
    { expect: chunk('removed') },
    { expect: { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } } },
  ]);
});

test.each(rewriteRules)('[BR82] [BR83] an agent that answers in v1 passes, with the rule %s', async (rewrite) => {
  const { client, agent, agentEnd, clientEnd, events } = connected({ rewrite });
  await client.send(initialize(own));
  inV2(await agent.next());
  const answer = '{"jsonrpc":"2.0", "id":0, "result":{"protocolVersion":1,"agentCapabilities":{}}}';
  await agentEnd.send(answer);
  await agentEnd.send(JSON.stringify(chunk('a')));
  const seen: unknown[] = [];
  for await (const batch of clientEnd.frames) {
    seen.push(...batch);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual([answer, JSON.stringify(chunk('a'))]);
  expect(events).toEqual(rewrite === 'hold' ? [passed, notHeld] : [passed]);
});

test('[BR82] an agent that refuses v2 is asked in the words of the client', async () => {
  const { client, agent, events } = connected({ rewrite: 'hold' });
  await client.send(initialize(own));
  await agent.play([
    { expect: inV2 },
    { send: refusal('no such version') },
    { expect: initialize(own) },
    { send: result(v1Answer) },
  ]);
  await client.expect(result(v1Answer));
  expect(events).toEqual([{ type: 'asked-again', isFresh: false }, passed, notHeld]);
});

test('[BR82] the client gets the refusal of its own words', async () => {
  const second = fresh();
  const { client, agent } = connected({ rewrite: 'hold', restart: second.restart });
  await client.send(initialize(own));
  await agent.next();
  await agent.play([{ send: refusal('no v2') }, { expect: initialize(own) }, { send: refusal('not twice') }]);
  await second.agent.play([{ expect: initialize(own) }, { send: refusal('log in first') }]);
  await client.expect(refusal('log in first'));
});

test('[BR82] an agent that ends is started again for v1', async () => {
  const second = fresh();
  const { client, agent, agentEnd, events } = connected({ rewrite: 'hold', restart: second.restart });
  await client.send(initialize(own));
  await agent.next();
  await agentEnd.close();
  await second.agent.play([{ expect: initialize(own) }, { send: result(v1Answer) }]);
  await client.expect(result(v1Answer));
  expect(events).toEqual([{ type: 'asked-again', isFresh: true }, passed, notHeld]);
});

test('[BR83] clients that take text back by themselves leave no entry', async () => {
  const { client, agent, events } = connected({ rewrite: 'hold' });
  await client.send(initialize({ protocolVersion: 2 }));
  await agent.next();
  await agent.send(result(v2Answer));
  await client.expect(result(v2Answer));
  expect(events).toEqual([{ type: 'connected', client: 'june', agent: 'june', isTranslating: false }]);
});
