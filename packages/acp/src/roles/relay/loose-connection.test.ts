import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { connect } from '../client/connect.ts';
import { type RawClient, rawClientOf } from '../test-support/raw-client.ts';
import { type Incoming, type PlainAgent, plainAgent, type Script } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const authMethods = [{ id: 'key', name: 'Key' }];

/** A relay in front of a plain agent, with all agents that were started and are running. */
async function inFrontOf(script: Script) {
  const started: PlainAgent[] = [];
  const running = new Set<PlainAgent>();
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    async connect(options) {
      const agent = plainAgent({ protocolVersion: 1, agentCapabilities: {}, authMethods }, script);
      started.push(agent);
      running.add(agent);
      const client = await connect(agent.transport, options);
      void client.closed.then(() => running.delete(agent));
      return client;
    },
  });
  // The first one says what the agent can do.
  await expect.poll(() => running.size).toBe(0);
  started.length = 0;
  return Object.assign(relay, { started, running });
}

/** Sends requests that name no session, and waits until the agent has all of them. */
async function sent(client: RawClient, held: readonly Incoming[], count: number): Promise<Promise<unknown>[]> {
  const before = held.length;
  const answers = Array.from({ length: count }, (_, index) => client.ask('_own/ask', { index }));
  await expect.poll(() => held.length).toBe(before + count);
  return answers;
}

test('[RO142] requests that name no session share an agent, which ends with the last of them', async () => {
  const held: Incoming[] = [];
  await using relay = await inFrontOf({
    '_own/ask': (message) => held.push(message),
    authenticate: (message, voice) => {
      held.push(message);
      voice.answer(message, {});
    },
  });
  const { started, running } = relay;
  const client = await rawClientOf(relay.agent, 'june');
  const answers = await sent(client, held, 5);
  expect(started.length).toBe(1);
  // A login has it, too, and leaves it to the others.
  expect(await client.ask('authenticate', { methodId: 'key' })).toEqual({});
  expect([started.length, running.size, held.length]).toEqual([1, 1, 6]);
  for (const message of held.slice(0, 5)) started[0]?.voice.answer(message, message.params);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })));
  await expect.poll(() => running.size).toBe(0);
  const [again] = await sent(client, held, 1);
  started[1]?.voice.answer(held.at(-1) as Incoming, {});
  expect([await again, started.length]).toEqual([{}, 2]);
  await client.close();
});

test('[RO142] when that agent ends, what it has is refused, and another one is started for what comes next', async () => {
  const held: Incoming[] = [];
  await using relay = await inFrontOf({ '_own/ask': (message) => held.push(message) });
  const { started, running } = relay;
  const client = await rawClientOf(relay.agent, 'june');
  const lost = await sent(client, held, 2);
  started[0]?.voice.end();
  const refused = { code: -32603, message: expect.any(String) };
  expect(await Promise.all(lost)).toEqual([refused, refused]);
  await expect.poll(() => running.size).toBe(0);
  const [again] = await sent(client, held, 1);
  started[1]?.voice.answer(held.at(-1) as Incoming, {});
  expect([await again, started.length]).toEqual([{}, 2]);
  await client.close();
});

test('[RO142] [RO122] that agent ends with the relay, whatever it has', async () => {
  const held: Incoming[] = [];
  const relay = await inFrontOf({ '_own/ask': (message) => held.push(message) });
  const client = await rawClientOf(relay.agent, 'june');
  const lost = await sent(client, held, 2);
  await relay.close();
  const refused = { code: -32603, message: expect.any(String) };
  expect(await Promise.all(lost)).toEqual([refused, refused]);
  expect(relay.running.size).toBe(0);
  await client.close();
});
