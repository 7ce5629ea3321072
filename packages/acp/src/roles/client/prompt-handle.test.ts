import { expect, test } from 'vitest';
import { now, prompted } from '../test-support/november-session.ts';
import { connected } from '../test-support/pair.ts';
import { chunk, type Incoming, plainAgent, v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';

const cwd = '/project';
const done = { stopReason: 'end_turn' };
const june = { protocolVersion: 2, capabilities: { session: {} } };

/** A session with a June agent that does nothing by itself. */
async function quietJune() {
  const prompts: Incoming[] = [];
  const agent = plainAgent(june, { 'session/prompt': (message) => void prompts.push(message) });
  const client = await connect(agent.transport);
  const session = await client.newSession({ cwd });
  return { ...agent, client, session, prompts, [Symbol.asyncDispose]: () => client.close() };
}

test('[RO50] a June agent that repeats the prompt tells its id, and the turn goes on', async () => {
  await using agent = await quietJune();
  const turn = agent.session.prompt('go');
  const prompt = await prompted(agent);
  expect(await now(turn.inserted)).toBe('open');
  agent.voice.update({ sessionUpdate: 'user_message', messageId: 'u1', content: prompt.params['prompt'] });
  expect([await turn.inserted, await now(turn)]).toEqual([{ messageId: 'u1' }, 'open']);
  agent.voice.answer(prompt, done);
  expect([await turn, await turn.ended]).toEqual([done, done]);
});

test('[RO50] any other sign of the turn tells that it was taken, and so does the answer', async () => {
  await using agent = await quietJune();
  const one = agent.session.prompt('one');
  const first = await prompted(agent);
  const two = agent.session.prompt('two');
  const second = await prompted(agent, 2);
  agent.voice.update({ sessionUpdate: 'agent_message_chunk', messageId: 'a', content: { type: 'text', text: 'hi' } });
  expect([await one.inserted, await now(two.inserted)]).toEqual([{ messageId: undefined }, 'open']);
  agent.voice.answer(first, done);
  agent.voice.answer(second, done);
  expect([await one, await two.inserted, await two]).toEqual([done, { messageId: undefined }, done]);
});

test('[RO50] a prompt that is refused, or cancelled before any sign of it, was not taken', async () => {
  await using agent = await quietJune();
  const refused = agent.session.prompt('go');
  agent.voice.refuse(await prompted(agent), { code: -32602, message: 'no' });
  await expect(refused).rejects.toMatchObject({ code: -32602 });
  await expect(refused.inserted).rejects.toMatchObject({ code: -32602 });
  const cancelled = agent.session.prompt('go');
  const prompt = await prompted(agent, 2);
  agent.session.cancel();
  agent.voice.answer(prompt, { stopReason: 'cancelled' });
  expect(await cancelled).toEqual({ stopReason: 'cancelled' });
  await expect(cancelled.inserted).rejects.toMatchObject({ code: -32800 });
});

test('[RO50] a v1 agent shows by its first words that it has taken a prompt', async () => {
  const prompts: Incoming[] = [];
  const agent = v1Agent({ 'session/prompt': (message) => void prompts.push(message) });
  await using client = await connect(agent.transport);
  const session = await client.newSession({ cwd });
  const turn = session.prompt('go');
  const prompt = await prompted({ prompts });
  agent.voice.update(chunk('agent', 'hello'));
  await turn.inserted;
  expect(await now(turn)).toBe('open');
  agent.voice.answer(prompt, done);
  expect(await turn).toEqual(done);
});

test('[RO50] an agent of this library tells the id of the message', async () => {
  await using pair = await connected({ prompt: () => {} });
  const session = await pair.client.newSession({ cwd });
  const turn = session.prompt('go');
  await turn;
  const [message] = session.state.messages.toArray();
  expect(await turn.inserted).toEqual({ messageId: message?.messageId });
});
