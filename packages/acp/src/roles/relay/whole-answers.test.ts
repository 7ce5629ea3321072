import { expect, test } from 'vitest';
import { bridge } from '../../bridge/live/bridge.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { serve } from '../agent/serve.ts';
import { connect } from '../client/connect.ts';
import { echo, idle, state } from '../test-support/november-agent.ts';
import { type Json, rawClientOn, textPrompt } from '../test-support/raw-client.ts';
import { type Incoming, type PlainAgent, plainAgent, type Script, type Voice } from '../test-support/v1-agent.ts';
import { relayAgent } from './relay-agent.ts';

const dialects = ['v1', 'june', 'november'] as const;
const pairs = dialects.flatMap((client) => dialects.map((behind) => [client, behind] as const));

const info = { name: 'whole', version: '1' };
const offered = { _meta: { '_own/ask': true } };
const named = { id: 'key', name: 'Key' };

/** How agents that can do everything introduce themselves; v1 has no `_meta` for more than its capabilities. */
const handshakes: Readonly<Record<Dialect, object>> = {
  v1: {
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: {
      loadSession: true,
      auth: { logout: {} },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      ...offered,
    },
    authMethods: [named],
  },
  june: {
    protocolVersion: 2,
    agentInfo: info,
    capabilities: {
      session: { load: {}, list: {}, resume: {}, close: {}, delete: {} },
      auth: { logout: {} },
      ...offered,
    },
    authMethods: [{ ...named, type: 'agent' }],
  },
  november: {
    protocolVersion: 2,
    info,
    capabilities: { session: { delete: {} }, ...offered },
    authMethods: [{ methodId: 'key', name: 'Key', type: 'agent' }],
  },
};

/** An agent that answers everything with something of its own beside what the protocol wants. */
function generousAgent(dialect: Dialect): PlainAgent {
  const own = ({ method }: Incoming): Json => ({ _meta: { answer: method }, own: method });
  const [a, b] = ['a', 'b'].map((value) => ({ value, name: value }));
  const option = { [dialect === 'november' ? 'configId' : 'id']: 'm', name: 'M', type: 'select', options: [a, b] };
  const options = (currentValue: string): Json => ({ configOptions: [{ ...option, currentValue }] });
  const modes = { currentModeId: 'ask', availableModes: ['ask', 'code'].map((id) => ({ id, name: id })) };
  const answering =
    (rest: Json = {}) =>
    (message: Incoming, voice: Voice): void =>
      voice.answer(message, { ...own(message), ...rest });
  const opened = { ...options('a'), ...(dialect === 'v1' && { modes }) };
  const script: Script = {
    'session/new': answering({ sessionId: 's', ...opened }),
    'session/load': answering(opened),
    'session/resume': answering(opened),
    'session/list': answering({ sessions: [] }),
    'session/set_config_option': answering(options('b')),
    'session/set_mode': answering(),
    'session/close': answering(),
    'session/delete': answering(),
    authenticate: answering(),
    logout: answering(),
    'auth/login': answering(),
    'auth/logout': answering(),
    'session/prompt'(message, voice) {
      if (dialect !== 'november') return voice.answer(message, { ...own(message), stopReason: 'end_turn' });
      voice.update(echo('u', message));
      voice.answer(message, { messageId: 'u' });
      voice.update(state('running'));
      return voice.update(idle('end_turn', own(message)));
    },
  };
  return plainAgent(handshakes[dialect], script);
}

/** A client's own `_meta` of a request. */
const asking = (method: string): Json => ({ _meta: { request: method } });

/** What the client asks in its dialect, and what each request came to. */
async function answersTo(transport: Transport, dialect: Dialect): Promise<Json> {
  const isNovember = dialect === 'november';
  const client = await rawClientOn(transport, dialect);
  const [login, logout] = isNovember ? ['auth/login', 'auth/logout'] : ['authenticate', 'logout'];
  const loggedIn = await client.ask(login as string, { methodId: 'key', ...asking('login') });
  const { sessionId, ...made } = await client.ask('session/new', { cwd: '/w', mcpServers: [], ...asking('new') });
  const setting = { sessionId, configId: 'm', value: 'b', ...(isNovember && { type: 'id' }), ...asking('setting') };
  const set = await client.ask('session/set_config_option', setting);
  const mode = { sessionId, modeId: 'code', ...asking('mode') };
  const chosen = dialect === 'v1' && (await client.ask('session/set_mode', mode));
  const answer = await client.ask('session/prompt', { ...textPrompt(String(sessionId), 'go'), ...asking('prompt') });
  const isIdle = ({ params }: Json): boolean => JSON.stringify(params ?? {}).includes('"state":"idle"');
  const told = isNovember ? ((await client.until(isIdle))['params'] as Json)['update'] : answer;
  const { stopReason, _meta, own } = told as Json;
  const loggedOut = await client.ask(logout as string, asking('logout'));
  const [{ result: greeting }] = client.received as [Json];
  const { capabilities, agentCapabilities } = greeting as { capabilities?: Json; agentCapabilities?: Json };
  await client.close();
  const ability = (capabilities ?? agentCapabilities)?.['_meta'];
  return { ability, loggedIn, made, set, chosen, turn: { stopReason, _meta, own }, loggedOut };
}

/** The `_meta` of the requests of clients that agents got, by method. */
function heard(agents: readonly PlainAgent[]): Json {
  const own = /^(?:auth|logout|session\/(?:new|set_|prompt))/;
  const all = agents.flatMap(({ received }) => received.filter(({ method }) => own.test(String(method))));
  return Object.fromEntries(all.map(({ method, params }) => [method, params['_meta']]));
}

async function direct(client: Dialect, behind: Dialect) {
  const agent = generousAgent(behind);
  const [near, far] = memoryPair();
  if (client !== behind) void bridge(far, agent.transport);
  const answers = await answersTo(client === behind ? agent.transport : near, client);
  return { answers, heard: heard([agent]) };
}

async function relayed(client: Dialect, behind: Dialect) {
  const agents: PlainAgent[] = [];
  await using relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      const agent = generousAgent(behind);
      agents.push(agent);
      return connect(agent.transport, options);
    },
  });
  const [near, far] = memoryPair();
  serve(relay.agent, far, { onEvent() {} });
  return { answers: await answersTo(near, client), heard: heard(agents) };
}

/** A relay speaks June, which has modes as options, and of the answer to a mode what every option has. */
function inJuneForms(through: Awaited<ReturnType<typeof relayed>>): unknown {
  return JSON.parse(JSON.stringify(through), (key, value: unknown) => {
    if (key === 'chosen') return { ...(value as Json), own: 'session/set_mode' };
    return key === 'configOptions' ? (value as Json[]).filter(({ category }) => category !== 'mode') : value;
  });
}

test.each(pairs)(
  '[RO146] [X6] a %s client gets the whole answers of an agent of %s through a relay, and the agent its `_meta`',
  async (client, behind) => {
    const [without, through] = [await direct(client, behind), await relayed(client, behind)];
    const isV1 = client === 'v1' && behind === 'v1';
    expect(isV1 ? inJuneForms(through) : through).toEqual(JSON.parse(JSON.stringify(without)));
    expect(Object.keys(without.heard).length).toBeGreaterThanOrEqual(5);
  },
);

test.each(pairs)(
  '[RO123] what a %s client asks of the log is answered by the relay alone, whatever an agent of %s would answer',
  async (client, behind) => {
    const agents: PlainAgent[] = [];
    await using relay = await relayAgent({
      sessions: { log: new MemoryLog(), now: () => 0 },
      connect(options) {
        const agent = generousAgent(behind);
        agents.push(agent);
        return connect(agent.transport, options);
      },
    });
    const [near, far] = memoryPair();
    serve(relay.agent, far, { onEvent() {} });
    const raw = await rawClientOn(near, client);
    const made = await raw.ask('session/new', { cwd: '/w', mcpServers: [] });
    const { sessionId, _meta, own, ...setup } = made;
    expect([_meta, own]).toEqual([{ answer: 'session/new' }, 'session/new']);
    const where = { sessionId, cwd: '/w', mcpServers: [], ...asking('any') };
    expect(await raw.ask('session/list', asking('any'))).toEqual({
      sessions: [{ sessionId, cwd: '/w', updatedAt: '1970-01-01T00:00:00.000Z' }],
    });
    expect(await raw.load(String(sessionId), { request: 'load' })).toEqual(setup);
    expect(await raw.ask('session/resume', where)).toEqual(setup);
    expect(await raw.ask('session/close', { sessionId, ...asking('any') })).toEqual({});
    expect(await raw.ask('session/delete', { sessionId, ...asking('any') })).toEqual({});
    await raw.close();
    const asked = agents.flatMap(({ received }) => received.map(({ method }) => method));
    expect(asked.filter((method) => method !== 'initialize')).toEqual(['session/new']);
  },
);

const questions = {
  'session/request_permission': { outcome: { outcome: 'selected', optionId: 'yes' } },
  'elicitation/create': { action: 'accept', content: { name: 'Ann' } },
  '_own/asked': { own: 'answer' },
} as const;

/** An agent that asks one question after another in a turn, with something of its own in each. */
function curiousAgent(dialect: Dialect): PlainAgent {
  const toolCall = { toolCallId: 'c', title: 'Write' };
  const about = dialect === 'november' ? { title: 'Write?', subject: { type: 'tool_call', toolCall } } : { toolCall };
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const params: Readonly<Record<keyof typeof questions, object>> = {
    'session/request_permission': { ...about, options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] },
    'elicitation/create': { mode: 'form', message: 'Who?', requestedSchema },
    '_own/asked': {},
  };
  const agent: PlainAgent = plainAgent(handshakes[dialect], {
    async 'session/prompt'(message, voice) {
      if (dialect === 'november') {
        voice.update(echo('u', message));
        voice.answer(message, { messageId: 'u' });
        voice.update(state('running'));
      }
      for (const [method, asked] of Object.entries(params)) {
        voice.ask(method, method, { sessionId: 's', ...asked, _meta: { question: method } });
        await expect.poll(() => answerTo(agent, method), { interval: 1 }).toBeDefined();
      }
      if (dialect === 'november') voice.update(idle('end_turn'));
      else voice.answer(message, { stopReason: 'end_turn' });
    },
  });
  return agent;
}

const answerTo = ({ received }: PlainAgent, asked: string): Incoming | undefined =>
  received.find(({ id, method }) => id === asked && method === undefined);

/** What a client was asked, with the `_meta` of each question, and what its answers have become for the agent. */
async function asked(transport: Transport, dialect: Dialect, agent: () => PlainAgent) {
  const answers = Object.fromEntries(
    Object.entries(questions).map(([method, answer]) => [method, () => ({ ...answer, _meta: { answer: method } })]),
  );
  const client = await rawClientOn(transport, dialect, { answers, capabilities: { elicitation: { form: {} } } });
  const { sessionId } = await client.ask('session/new', { cwd: '/w', mcpServers: [] });
  await client.ask('session/prompt', textPrompt(String(sessionId), 'go'));
  const isOver = (): unknown => answerTo(agent(), '_own/asked');
  await expect.poll(isOver, { interval: 1 }).toBeDefined();
  const metas = client.received.flatMap(({ method, params }) => {
    return Object.hasOwn(questions, String(method)) ? [[method, withoutOwn((params as Json)['_meta'] as Json)]] : [];
  });
  await client.close();
  return { metas, heard: Object.keys(questions).map((method) => answerTo(agent(), method)) };
}

/** What bridges keep in `_meta` for the other end is their own. */
const withoutOwn = (meta: Json | undefined): Json =>
  Object.fromEntries(Object.entries(meta ?? {}).filter(([key]) => !key.startsWith('emend/')));

test.each(pairs)(
  '[RO123] [X6] the `_meta` of questions reaches a %s client, and that of its answers an agent of %s',
  async (client, behind) => {
    const alone = curiousAgent(behind);
    const [near, far] = memoryPair();
    if (client !== behind) void bridge(far, alone.transport);
    const without = await asked(client === behind ? alone.transport : near, client, () => alone);
    const agents: PlainAgent[] = [];
    await using relay = await relayAgent({
      sessions: { log: new MemoryLog() },
      connect(options) {
        agents.push(curiousAgent(behind));
        return connect((agents.at(-1) as PlainAgent).transport, options);
      },
    });
    const [here, there] = memoryPair();
    serve(relay.agent, there, { onEvent() {} });
    expect(await asked(here, client, () => agents.at(-1) as PlainAgent)).toEqual(without);
  },
);
