import { expect, onTestFinished, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import {
  chunk,
  type Incoming,
  type PlainAgent,
  plainAgent,
  type Script,
  type Voice,
} from '../test-support/v1-agent.ts';
import { type RelayOptions, relayAgent } from './relay-agent.ts';

const cwd = '/project';
const silent = (): void => {};
const all = { load: {}, resume: {}, close: {}, delete: {} };
type Connections = NonNullable<RelayOptions['connections']>;

/** Agents that answer each prompt with its text, unless it is `stuck`: that turn does not end, not even when it is cancelled. */
async function inFrontOf(
  connections: Connections,
  script: Script = {},
  { can = all, ...extra }: Partial<RelayOptions> & { readonly can?: object } = {},
) {
  const agents: PlainAgent[] = [];
  const started: Client[] = [];
  let sessions = 0;
  const prompted = (message: Incoming, voice: Voice): void => {
    const { sessionId, prompt } = message.params as { sessionId: string; prompt: [{ readonly text: string }] };
    const [{ text }] = prompt;
    if (text === 'stuck') return;
    voice.ask(undefined, 'session/update', { sessionId, update: { ...chunk('agent', `${text}!`), messageId: text } });
    voice.answer(message, { stopReason: 'end_turn' });
  };
  const usual: Script = {
    'session/new': (message, voice) => voice.answer(message, { sessionId: `s${++sessions}` }),
    'session/prompt': prompted,
  };
  const connectBehind = async (options: ClientOptions): Promise<Client> => {
    const agent = plainAgent({ protocolVersion: 2, capabilities: { session: can } }, { ...usual, ...script });
    agents.push(agent);
    const client = await connect(agent.transport, options);
    started.push(client);
    return client;
  };
  const sessionsOf = { log: new MemoryLog() };
  const relay = await relayAgent({
    sessions: sessionsOf,
    cancelPatience: 1,
    connections,
    ...extra,
    connect: connectBehind,
  });
  onTestFinished(() => relay.close());
  return { relay, agents, started };
}

async function clientOf(served: Agent): Promise<Client> {
  const [near, far] = memoryPair();
  serve(served, far, { onEvent: silent, whenClientLeaves: 'finish', unattended: 'wait' });
  const client = await connect(near);
  onTestFinished(() => client.close());
  return client;
}

const named = (agent: PlainAgent | undefined, name: string): readonly Incoming[] =>
  agent?.received.filter(({ method }) => method === name) ?? [];

const textsOf = ({ state }: ClientSession): readonly string[] =>
  state.messages.toArray().map(({ content }) => textOf(content.toArray()));

/** A session in which a turn was cancelled that its agent does not end, and another session, which shares its agent or not. */
async function stuck(connections: Connections, script: Script = {}, extra: Parameters<typeof inFrontOf>[2] = {}) {
  const front = await inFrontOf(connections, script, extra);
  const client = await clientOf(front.relay.agent);
  const session = await client.newSession({ cwd });
  const other = await client.newSession({ cwd });
  const turn = session.prompt('stuck');
  await expect.poll(() => named(front.agents[1], 'session/prompt').length).toBe(1);
  session.cancel();
  return { ...front, client, session, other, turn };
}

const both = ['session', 'shared'] as const;

test.each(both)(
  '[RO132] a cancelled turn that the agent does not end is over all the same, and the next prompt has another agent, with a connection by %s',
  async (connections) => {
    // Nor does it answer when it is to close the session.
    const { agents, session, other, turn } = await stuck(connections, { 'session/close': silent });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    const first = agents[1] as PlainAgent;
    first.voice.ask(undefined, 'session/update', {
      sessionId: 's1',
      update: { ...chunk('agent', 'too late'), messageId: 'late' },
    });
    expect((await session.prompt('two')).stopReason).toBe('end_turn');
    expect((await other.prompt('three')).stopReason).toBe('end_turn');
    expect([textsOf(session), textsOf(other)]).toEqual([
      ['stuck', 'two', 'two!'],
      ['three', 'three!'],
    ]);
    const [last] = agents.slice(-1);
    expect(named(last, 'session/resume').map(({ params }) => params['sessionId'])).toEqual(['s1']);
    // The other session goes on with the agent that it had.
    expect(named(agents[connections === 'shared' ? 1 : 2], 'session/prompt').at(-1)?.params['sessionId']).toBe('s2');
    expect(agents.length).toBe(connections === 'shared' ? 3 : 4);
  },
);

test('[RO132] [RO128] who takes a session over from a turn that the agent does not end has another agent, also if that agent does not close the session', async () => {
  const front = await inFrontOf('shared', { 'session/close': silent });
  const first = await clientOf(front.relay.agent);
  const [session, other] = [await first.newSession({ cwd }), await first.newSession({ cwd })];
  const turn = session.prompt('stuck');
  await expect.poll(() => named(front.agents[1], 'session/prompt').length).toBe(1);
  const second = await clientOf(front.relay.agent);
  const taken = await second.loadSession({ sessionId: session.id, cwd, _meta: { 'emend/force': true } });
  expect((await taken.prompt('two')).stopReason).toBe('end_turn');
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect((await other.prompt('three')).stopReason).toBe('end_turn');
  expect([textsOf(taken), textsOf(other)]).toEqual([
    ['stuck', 'two', 'two!'],
    ['three', 'three!'],
  ]);
  expect(named(front.agents[1], 'session/prompt').length).toBe(2);
});

test.each(both.flatMap((by) => (['close', 'delete'] as const).map((how) => [how, by] as const)))(
  '[RO129] [RO132] a %s of a session whose turn the agent does not end is answered, with a connection by %s',
  async (how, by) => {
    // It answers none of the requests that end a session, either.
    const { client, session, other, turn, agents } = await stuck(by, { [`session/${how}`]: silent });
    await (how === 'close' ? session.close() : client.deleteSession(session.id));
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect((await other.prompt('three')).stopReason).toBe('end_turn');
    if (by === 'session') await expect.poll(() => named(agents[1], 'session/prompt').length).toBe(1);
  },
);

test('[RO132] an agent that could not take up its session is not ended: the prompt is refused, and the next one goes on when the turn has ended', async () => {
  for (const connections of both) {
    const { session, agents, turn } = await stuck(connections, {}, { can: {} });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await expect(session.prompt('two')).rejects.toMatchObject({
      code: -32603,
      message:
        'The agent still works on a turn that was cancelled, and if it was ended, this session would be lost to it. Try again later, or go on in a new session.',
    });
    const [agent] = agents.slice(1) as [PlainAgent];
    agent.voice.answer(named(agent, 'session/prompt')[0] as Incoming, { stopReason: 'cancelled' });
    expect((await session.prompt('three')).stopReason).toBe('end_turn');
    expect(textsOf(session)).toEqual(['stuck', 'two', 'three', 'three!']);
    expect(agents.length).toBe(connections === 'shared' ? 2 : 3);
  }
});

test('[RO132] an agent that cannot close a session gets it no more while it works on a turn of it', async () => {
  const { session, other, agents, turn } = await stuck('shared', {}, { can: { load: {}, resume: {} } });
  await turn;
  expect((await session.prompt('two')).stopReason).toBe('end_turn');
  expect((await other.prompt('three')).stopReason).toBe('end_turn');
  expect(agents.map((agent) => named(agent, 'session/prompt').map(({ params }) => params['sessionId']))).toEqual([
    [],
    ['s1', 's2'],
    ['s1'],
  ]);
});

/** Two sessions that share an agent; the first is idle without clients, so that the agent was asked to close it. */
async function idling(patience: number) {
  const front = await inFrontOf('shared', { 'session/close': silent }, { idle: 1, cancelPatience: patience });
  const client = await clientOf(front.relay.agent);
  const other = await client.newSession({ cwd });
  const leaving = await clientOf(front.relay.agent);
  const { id } = await leaving.newSession({ cwd });
  await leaving.close();
  const [, agent] = front.agents as [PlainAgent, PlainAgent];
  await expect.poll(() => named(agent, 'session/close').length).toBe(1);
  const session = await client.loadSession({ sessionId: id, cwd });
  return { ...front, agent, other, session, turn: session.prompt('one') };
}

test('[RO128] a session that its agent is closing is opened again after that', async () => {
  const { agents, agent, other, session, turn } = await idling(600_000);
  await expect.poll(() => textsOf(session)).toEqual(['one']);
  for (let count = 0; count < 5; count += 1) await other.prompt(`other ${count}`);
  expect(named(agent, 'session/resume')).toEqual([]);
  agent.voice.answer(named(agent, 'session/close')[0] as Incoming, {});
  expect((await turn).stopReason).toBe('end_turn');
  expect([named(agent, 'session/resume').length, agents.length]).toEqual([1, 2]);
});

test('[RO128] a session that its agent does not close is opened again by another one, and the others stay where they are', async () => {
  const { agents, agent, other, session, turn } = await idling(1);
  expect((await turn).stopReason).toBe('end_turn');
  expect((await other.prompt('two')).stopReason).toBe('end_turn');
  expect([textsOf(session), textsOf(other)]).toEqual([
    ['one', 'one!'],
    ['two', 'two!'],
  ]);
  expect([named(agent, 'session/resume').length, named(agents[2], 'session/resume').length]).toEqual([0, 1]);
});
