import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { rawClientOf } from '../test-support/raw-client.ts';
import { chunk, type Incoming, type PlainAgent, type Script, v1Agent } from '../test-support/v1-agent.ts';
import { type RelayOptions, relayAgent } from './relay-agent.ts';

const cwd = '/project';
const silent = (): void => {};

/** An agent in front of v1 agents that do what a script says. The first of them is only asked what it can do. */
async function inFrontOf(script: Script, extra: Partial<RelayOptions> = {}) {
  const agents: PlainAgent[] = [];
  const started: Client[] = [];
  const connectBehind = async (options: ClientOptions): Promise<Client> => {
    const agent = v1Agent(script);
    agents.push(agent);
    const client = await connect(agent.transport, options);
    started.push(client);
    return client;
  };
  const relay = await relayAgent({ sessions: { log: new MemoryLog() }, ...extra, connect: connectBehind });
  return { relay, agents, started };
}

async function clientOf(served: Agent): Promise<Client> {
  const [near, far] = memoryPair();
  serve(served, far, { onEvent: silent, whenClientLeaves: 'finish', unattended: 'wait' });
  return connect(near);
}

/** Resolves when the agent that was started last has received a request or a notification. */
async function hears(agents: readonly PlainAgent[], name: string): Promise<void> {
  await expect.poll(() => agents.at(-1)?.received.map(({ method }) => method)).toContain(name);
}

const ended = (prompt: Promise<{ readonly stopReason: string }>): Promise<unknown> =>
  prompt.then(
    ({ stopReason }) => stopReason,
    ({ code, message }: { readonly code: number; readonly message: string }) => [code, message],
  );

const [a, b] = ['a', 'b'].map((value) => ({ value, name: value }));

/** A session whose agent has ended, and whose next one does not answer when it is to take it up again. */
async function takenUp(extra: Partial<RelayOptions> = {}) {
  const configOptions = [{ id: 'model', name: 'Model', type: 'select', currentValue: 'a', options: [a, b] }];
  const front = await inFrontOf(
    {
      'session/new': (message, voice) => voice.answer(message, { sessionId: 's', configOptions }),
      'session/resume': silent,
      'session/prompt': silent,
    },
    extra,
  );
  const client = await clientOf(front.relay.agent);
  const session: ClientSession = await client.newSession({ cwd });
  await front.started.at(-1)?.close();
  const turn = session.prompt('go on');
  await hears(front.agents, 'session/resume');
  return { ...front, client, session, turn };
}

test.each(['session', 'shared'] as const)(
  '[RO129] an agent that does not take up its session keeps nobody from closing, with a connection by %s',
  async (connections) => {
    const { relay, started, turn } = await takenUp({ connections });
    await relay.close();
    await started.at(-1)?.closed;
    expect(await ended(turn)).toEqual([-32603, 'The session was closed.']);
  },
);

test.each(['session', 'shared'] as const)(
  '[RO130] an agent that does not open a session ends when its client has left, with a connection by %s',
  async (connections) => {
    const { relay, agents, started } = await inFrontOf({ 'session/new': silent }, { connections });
    const client = await clientOf(relay.agent);
    void client.newSession({ cwd }).catch(silent);
    await hears(agents, 'session/new');
    await client.close();
    await started.at(-1)?.closed;
    await expect.poll(() => relay.open).toBe(0);
  },
);

test('[RO131] a prompt is cancelled while the agent takes up its session, and the next one goes on when it has', async () => {
  const { agents, session, turn, client } = await takenUp();
  // It waits for the agent, and what follows it does not.
  await client.notify('_own/note', { sessionId: session.id });
  session.cancel();
  expect(await ended(turn)).toBe('cancelled');
  const next = session.prompt('once more');
  const [taker] = agents.slice(-1) as [PlainAgent];
  const resumed = taker.received.find(({ method }) => method === 'session/resume') as Incoming;
  taker.voice.answer(resumed, {});
  await hears(agents, 'session/prompt');
  const prompts = taker.received.filter(({ method }) => method === 'session/prompt');
  expect(prompts.map(({ params }) => params['prompt'])).toEqual([[{ type: 'text', text: 'once more' }]]);
  expect(taker.received.filter(({ method }) => method === '_own/note').length).toBe(1);
  taker.voice.answer(prompts[0] as Incoming, { stopReason: 'end_turn' });
  expect(await ended(next)).toBe('end_turn');
  expect(agents.length).toBe(3);
});

test.each(['close', 'delete'] as const)(
  '[RO131] a %s is answered while the agent takes up its session, and ends it',
  async (how) => {
    const { started, session, turn, client } = await takenUp();
    await (how === 'close' ? session.close() : client.deleteSession(session.id));
    expect(await ended(turn)).toBe('cancelled');
    await started.at(-1)?.closed;
  },
);

test.each([
  ['_own/ask', {}],
  ['session/set_config_option', { configId: 'model', value: 'b' }],
])('[RO131] %s is cancelled while the agent takes up its session', async (method, params) => {
  const { relay, session } = await takenUp();
  const sessionId = session.id;
  const client = await rawClientOf(relay.agent, 'june');
  await client.ask('session/load', { sessionId, cwd, mcpServers: [] });
  const answer = client.ask(method, { sessionId, ...params });
  client.notify('$/cancel_request', { requestId: 3 });
  expect(await answer).toMatchObject({ code: -32800 });
});

test('[RO129] an agent that is connected after its session was closed is ended', async () => {
  const late = deferred();
  const [first, second] = [v1Agent({}), v1Agent({})];
  const agents = [first, second];
  let last: Promise<Client> | undefined;
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    async connect({ signal: _, ...options }) {
      const agent = agents.shift() as PlainAgent;
      if (agent === second) await late.promise;
      last = connect(agent.transport, options);
      return last;
    },
  });
  const opening = (await clientOf(relay.agent)).newSession({ cwd }).then(
    () => 'opened',
    ({ message }: Error) => message,
  );
  await expect.poll(() => agents.length).toBe(0);
  await relay.close();
  expect(await opening).toBe('The session was closed.');
  late.resolve();
  await expect.poll(() => second.received.map(({ method }) => method)).toContain('initialize');
  await (await last)?.closed;
  expect(second.received.map(({ method }) => method)).not.toContain('session/new');
});

/** Two clients: while a turn of the first runs, which the agent does not end when it is cancelled, the second takes the session over and prompts. */
async function takenOver(extra: Partial<RelayOptions> = {}) {
  const front = await inFrontOf({ 'session/prompt': silent }, extra);
  const first = await clientOf(front.relay.agent);
  const { id: sessionId, ...one } = await first.newSession({ cwd }).then((session) => ({
    id: session.id,
    turn: session.prompt('one'),
  }));
  await hears(front.agents, 'session/prompt');
  const second = await clientOf(front.relay.agent);
  const session = await second.loadSession({ sessionId, cwd, _meta: { 'emend/force': true } });
  await hears(front.agents, 'session/cancel');
  /** What goes to the agent without waiting for a turn shows that a prompt which was sent before it waits. */
  const flush = async (): Promise<void> => {
    for (let count = 0; count < 5; count += 1) await second.request('_own/ask', { sessionId });
  };
  return { ...front, session, one: ended(one.turn), flush };
}

const promptsOf = ({ received }: PlainAgent): readonly Incoming[] =>
  received.filter(({ method }) => method === 'session/prompt');

const textsOf = ({ state }: ClientSession): readonly string[] =>
  state.messages.toArray().map(({ content }) => textOf(content.toArray()));

test('[RO132] who takes a session over prompts when the agent has ended the turn that was cancelled, and is not shown its end', async () => {
  const { agents, session, one, flush } = await takenOver();
  const two = session.prompt('two');
  await expect.poll(() => textsOf(session)).toEqual(['one', 'two']);
  await flush();
  const [agent] = agents.slice(-1) as [PlainAgent];
  expect(promptsOf(agent).length).toBe(1);
  agent.voice.update(chunk('agent', 'the end of one'));
  agent.voice.answer(promptsOf(agent)[0] as Incoming, { stopReason: 'cancelled' });
  await expect.poll(() => promptsOf(agent).length).toBe(2);
  agent.voice.update(chunk('agent', 'of two'));
  agent.voice.answer(promptsOf(agent)[1] as Incoming, { stopReason: 'end_turn' });
  expect(await ended(two)).toBe('end_turn');
  expect([await one, textsOf(session)]).toEqual(['cancelled', ['one', 'two', 'of two']]);
});

test.each(['session', 'shared'] as const)(
  '[RO132] an agent that does not end a cancelled turn in time is ended for the next prompt, with a connection by %s',
  async (connections) => {
    const { agents, started, session, one } = await takenOver({ connections, cancelPatience: 1 });
    const two = session.prompt('two');
    await expect.poll(() => agents.length).toBe(3);
    await started.at(1)?.closed;
    await hears(agents, 'session/prompt');
    const [agent] = agents.slice(-1) as [PlainAgent];
    agent.voice.answer(promptsOf(agent)[0] as Incoming, { stopReason: 'end_turn' });
    expect([await one, await ended(two)]).toEqual(['cancelled', 'end_turn']);
  },
);

test('[RO132] a prompt that waits for the end of a cancelled turn is cancelled at once, and the next one waits as well', async () => {
  const { agents, session, flush } = await takenOver();
  const two = session.prompt('two');
  await expect.poll(() => textsOf(session)).toEqual(['one', 'two']);
  session.cancel();
  expect(await ended(two)).toBe('cancelled');
  const three = session.prompt('three');
  const [agent] = agents.slice(-1) as [PlainAgent];
  await expect.poll(() => textsOf(session)).toEqual(['one', 'two', 'three']);
  await flush();
  expect(promptsOf(agent).length).toBe(1);
  agent.voice.answer(promptsOf(agent)[0] as Incoming, { stopReason: 'cancelled' });
  await expect.poll(() => promptsOf(agent).length).toBe(2);
  agent.voice.answer(promptsOf(agent)[1] as Incoming, { stopReason: 'end_turn' });
  expect(await ended(three)).toBe('end_turn');
});

test.each(['session', 'shared'] as const)(
  '[RO122] nothing starts an agent again after a relay was closed, with a connection by %s',
  async (connections) => {
    const { relay, agents, started } = await inFrontOf({ 'session/prompt': silent }, { connections });
    const client = await clientOf(relay.agent);
    const session = await client.newSession({ cwd });
    const [running, waiting] = [ended(session.prompt('one')), ended(session.prompt('two'))];
    await hears(agents, 'session/prompt');
    const before = agents.length;
    await relay.close();
    const over = [-32603, 'The agents of this server have been ended, and it starts no more.'];
    expect(await running).toEqual([-32603, 'The session was closed.']);
    expect(await waiting).toEqual(over);
    expect(await ended(session.prompt('three'))).toEqual(over);
    const asked = client.request('_own/ask', { sessionId: session.id }).catch(({ code, message }) => [code, message]);
    expect(await asked).toEqual(over);
    expect(await client.request('_own/ask').catch(({ code, message }) => [code, message])).toEqual(over);
    const opened = client.newSession({ cwd }).catch(({ code, message }) => [code, message]);
    expect(await opened).toEqual(over);
    expect([agents.length, relay.open]).toEqual([before, 0]);
    await Promise.all(started.map((each) => each.closed));
  },
);
