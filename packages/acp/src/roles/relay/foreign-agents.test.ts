import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { permissionPolicy } from '../../permissions/decide.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Agent } from '../agent/agent.ts';
import type { AgentEvent } from '../agent/event.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { type Json, rawClientOf } from '../test-support/raw-client.ts';
import {
  chunk,
  type Incoming,
  type PlainAgent,
  plainAgent,
  type Script,
  type Voice,
  v1Agent,
} from '../test-support/v1-agent.ts';
import { type RelayedAgent, type RelayOptions, relayAgent } from './relay-agent.ts';

const cwd = '/project';

/** An agent in front of v1 agents that do what a script says; each session has one, and the first is only asked what it can do. */
async function inFrontOf(
  script: Script,
  extra: Partial<RelayOptions> & { readonly behind?: ClientOptions } = {},
): Promise<RelayedAgent & { readonly agents: readonly PlainAgent[] }> {
  const agents: PlainAgent[] = [];
  const connectBehind = (options: ClientOptions): Promise<Client> => {
    const started = v1Agent(script);
    agents.push(started);
    return connect(started.transport, { ...options, ...extra.behind });
  };
  const relay = await relayAgent({ sessions: { log: new MemoryLog() }, ...extra, connect: connectBehind });
  return Object.assign(relay, { agents });
}

function clientOf(served: Agent, options: ClientOptions = {}, onEvent: (event: AgentEvent) => void = () => {}) {
  const [near, far] = memoryPair();
  serve(served, far, { onEvent, whenClientLeaves: 'finish', unattended: 'wait' });
  return connect(near, options);
}

const texts = ({ state }: ClientSession): readonly string[] =>
  state.messages.toArray().map(({ content }) => textOf(content.toArray()));

const done = { stopReason: 'end_turn' };
const says = (text: string) => (message: Incoming, voice: Voice) => {
  voice.update(chunk('agent', text));
  voice.answer(message, done);
};

test.each(['june', 'november', 'v1'] as const)(
  '[RO123] [X6] what is not known passes between a %s client and an agent, both ways',
  async (dialect) => {
    await using relay = await inFrontOf({
      '_own/ask': (message, voice) => voice.answer(message, { echoed: message.params }),
      'session/prompt': (message, voice) => {
        voice.update({ sessionUpdate: '_own_update', any: [1], _meta: { a: 1 } });
        voice.update({ ...chunk('agent', 'Hi.'), _meta: { traced: 'yes' } });
        voice.ask(undefined, '_own/told', { sessionId: 's', what: 'news' });
        voice.ask(9, '_own/asked', { sessionId: 's', _meta: { b: 2 } });
        setTimeout(() => voice.answer(message, done), 20);
      },
    });
    const client = await rawClientOf(relay.agent, dialect, { answers: { '_own/asked': () => ({ own: 'answer' }) } });
    const sessionId = await client.open();
    expect(await client.ask('_own/ask', { sessionId, deep: { x: [null] }, _meta: { c: 3 } })).toEqual({
      echoed: { sessionId: 's', deep: { x: [null] }, _meta: { c: 3 } },
    });
    // Without a session it goes to an agent that has none.
    expect(await client.ask('_own/ask', { y: 1 })).toEqual({ echoed: { y: 1 } });
    expect(await client.ask('_own/ask', { sessionId: 'unknown' })).toMatchObject({ code: -32002 });
    client.notify('_own/note', { sessionId, z: 1 });
    await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }], _meta: { d: 4 } });
    const isOwn = (name: string) => (message: Json) => message['method'] === name;
    expect((await client.until(isOwn('_own/told')))['params']).toEqual({ sessionId, what: 'news' });
    expect((await client.until(isOwn('_own/asked')))['params']).toEqual({ sessionId, _meta: { b: 2 } });
    const last = relay.agents.at(1)?.received ?? [];
    const isAnswer = ({ id, method }: Incoming) => id === 9 && method === undefined;
    await expect.poll(() => last.find(isAnswer)).toMatchObject({ result: { own: 'answer' } });
    expect(last.filter(({ method }) => method === '_own/note').map(({ params }) => params)).toEqual([
      { sessionId: 's', z: 1 },
    ]);
    expect(last.find(({ method }) => method === 'session/prompt')?.params['_meta']).toEqual({ d: 4 });
    // Clients of v1 end on updates that they do not know, and are never sent any.
    const own = client.updates().filter(({ sessionUpdate }) => sessionUpdate === '_own_update');
    expect(own).toEqual(dialect === 'v1' ? [] : [{ sessionUpdate: '_own_update', any: [1], _meta: { a: 1 } }]);
    expect(JSON.stringify(client.updates())).toContain('"traced":"yes"');
    await client.close();
  },
);

test('[RO123] [X6] [X20] who may only observe cannot use methods that are not known', async () => {
  await using relay = await inFrontOf({});
  const observer = await rawClientOf(relay.agent, 'june', { serving: { access: ['observe'] } });
  expect(await observer.ask('_own/ask', {})).toMatchObject({ code: -32000 });
  await observer.close();
});

test('[RO97] [X20] who may only observe does not log an agent of others in or out', async () => {
  const agent = (): PlainAgent =>
    plainAgent(
      {
        protocolVersion: 2,
        capabilities: { session: {}, auth: { logout: {} } },
        authMethods: [{ id: 'key', name: 'Key', type: 'agent' }],
      },
      {},
    );
  const agents: PlainAgent[] = [];
  await using relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      agents.push(agent());
      return connect((agents.at(-1) as PlainAgent).transport, options);
    },
  });
  const observer = await rawClientOf(relay.agent, 'june', { serving: { access: ['observe'] } });
  const refused = { code: -32000, message: 'This client is read only.', data: { scope: 'prompt' } };
  expect(await observer.ask('authenticate', { methodId: 'key' })).toEqual(refused);
  expect(await observer.ask('logout', {})).toEqual(refused);
  expect(agents.length).toBe(1);
  const prompter = await rawClientOf(relay.agent, 'june', { serving: { access: ['prompt'] } });
  expect(await prompter.ask('authenticate', { methodId: 'key' })).toEqual({});
  expect(await prompter.ask('logout', {})).toEqual({});
  await observer.close();
  await prompter.close();
});

test('[RO120] [X7] failure 14: sessions whose agents give them one id, and one id again after a delete, are not mixed', async () => {
  let count = 0;
  await using relay = await inFrontOf({
    'session/prompt': (message, voice) => says(`answer ${++count}`)(message, voice),
  });
  const client = await clientOf(relay.agent);
  const [first, second] = [await client.newSession({ cwd }), await client.newSession({ cwd })];
  await first.prompt('one');
  await second.prompt('two');
  expect([texts(first), texts(second)]).toEqual([
    ['one', 'answer 1'],
    ['two', 'answer 2'],
  ]);
  expect(new Set([first.id, second.id, 's']).size).toBe(3);
  await client.deleteSession(first.id);
  const third = await client.newSession({ cwd });
  await third.prompt('three');
  expect(texts(third)).toEqual(['three', 'answer 3']);
  expect(texts(second)).toEqual(['two', 'answer 2']);
  await client.close();
});

test('[RO124] [X8] failure 12: what an agent with one session says of another belongs to that one, and is reported', async () => {
  await using relay = await inFrontOf({
    'session/prompt': (message, voice) => {
      const update = { ...chunk('agent', 'From inside.') };
      voice.ask(undefined, 'session/update', { sessionId: 'inner', update });
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
      const toolCall = { toolCallId: 'c', title: 'Write' };
      voice.ask(7, 'session/request_permission', { sessionId: 'inner', toolCall, options });
      setTimeout(() => voice.answer(message, done), 20);
    },
  });
  const events: AgentEvent[] = [];
  const asked: string[] = [];
  const client = await clientOf(
    relay.agent,
    {
      requestPermission: ({ title }) => {
        asked.push(title);
        return 'yes';
      },
    },
    (event) => void events.push(event),
  );
  const session = await client.newSession({ cwd });
  await session.prompt('go');
  expect([texts(session), asked]).toEqual([['go', 'From inside.'], ['Write']]);
  const answers = relay.agents.at(-1)?.received.filter(({ id, method }) => id === 7 && method === undefined);
  expect(answers).toMatchObject([{ result: { outcome: { outcome: 'selected', optionId: 'yes' } } }]);
  // The tool call of the question is an update of its own.
  const reported = events.map((event) => ('sessionId' in event ? `${event.type} ${event.sessionId}` : event.type));
  expect(reported).toEqual(Array(3).fill('unknown-session inner'));
  await client.close();
});

test('[RO194] rules in front of an agent answer what it asks, with what it said of the tool call before', async () => {
  const toolCallId = 'c';
  const answers: unknown[] = [];
  await using relay = await inFrontOf(
    {
      'session/prompt': (message, voice) => {
        voice.update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read', locations: [{ path: '/project/.env' }] });
        const options = [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ];
        voice.ask(7, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId, kind: 'read' }, options });
        setTimeout(() => voice.answer(message, done), 20);
      },
    },
    {
      permissionPolicy: permissionPolicy({
        rules: [
          { decision: 'reject', path: '**/.env' },
          { decision: 'allow', kind: 'read' },
        ],
      }),
    },
  );
  const client = await clientOf(relay.agent, { requestPermission: (request) => void answers.push(request) as never });
  await (await client.newSession({ cwd })).prompt('go');
  const heard = relay.agents.at(-1)?.received.filter(({ id, method }) => id === 7 && method === undefined);
  expect([heard, answers]).toMatchObject([[{ result: { outcome: { outcome: 'selected', optionId: 'no' } } }], []]);
  await client.close();
});

test('[RO194] rules in front of an agent allow nothing by what it said of a tool call of an earlier turn', async () => {
  const toolCallId = 'call_1';
  const asked: string[] = [];
  let turns = 0;
  await using relay = await inFrontOf(
    {
      'session/prompt': (message, voice) => {
        turns += 1;
        const reads = { title: 'Read a', kind: 'read', locations: [{ path: '/project/a' }] };
        const deletes = { title: 'Delete everything', rawInput: { command: 'rm -rf x' } };
        voice.update({ sessionUpdate: 'tool_call', toolCallId, ...(turns === 1 ? reads : deletes) });
        const options = [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ];
        voice.ask(turns, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId }, options });
        const isAnswered = () =>
          relay.agents.at(-1)?.received.some(({ id, method }) => id === turns && method === undefined);
        void expect
          .poll(isAnswered)
          .toBe(true)
          .then(() => voice.answer(message, done));
      },
    },
    { permissionPolicy: permissionPolicy({ rules: [{ decision: 'allow', kind: 'read', within: '.' }] }) },
  );
  const client = await clientOf(relay.agent, {
    requestPermission({ title }) {
      asked.push(title);
      return 'no';
    },
  });
  const session = await client.newSession({ cwd });
  await session.prompt('one');
  expect(asked).toEqual([]);
  await session.prompt('two');
  expect(asked).toEqual(['Delete everything']);
  await client.close();
});

test('[RO120] [X15] failure 13: a question that is open holds up no other session and no list', async () => {
  await using relay = await inFrontOf({
    'session/prompt': (_message, voice) => {
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
      voice.ask(7, 'session/request_permission', {
        sessionId: 's',
        toolCall: { toolCallId: 'c', title: 'W' },
        options,
      });
    },
  });
  const client = await clientOf(relay.agent, { requestPermission: () => new Promise(() => {}) });
  const session = await client.newSession({ cwd });
  void session.prompt('go').catch(() => {});
  await expect.poll(() => session.state.permissions.length).toBe(1);
  const other = await client.newSession({ cwd });
  expect((await client.listSessions({ cwd })).sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual(
    [session.id, other.id].toSorted(),
  );
  await client.close();
});

test('[RO120] [X22] failure 15: an agent that does not queue gets one prompt at a time, and each prompt its answer', async () => {
  const open: string[] = [];
  let most = 0;
  await using relay = await inFrontOf({
    'session/prompt': (message, voice) => {
      const [{ text } = { text: '' }] = message.params['prompt'] as { text: string }[];
      open.push(text);
      most = Math.max(most, open.length);
      setTimeout(() => {
        open.pop();
        says(`${text}!`)(message, voice);
      }, 5);
    },
  });
  const first = await clientOf(relay.agent);
  const session = await first.newSession({ cwd });
  const second = await clientOf(relay.agent);
  const shared = await second.loadSession({ sessionId: session.id, cwd });
  const ends = await Promise.all([session.prompt('a'), shared.prompt('b'), session.prompt('c'), shared.prompt('d')]);
  expect(ends.map(({ stopReason }) => stopReason)).toEqual(ends.map(() => 'end_turn'));
  expect(most).toBe(1);
  await expect.poll(() => texts(shared)).toEqual(texts(session));
  expect(
    texts(session)
      .filter((text) => text.endsWith('!'))
      .toSorted(),
  ).toEqual(['a!', 'b!', 'c!', 'd!']);
  await Promise.all([first.close(), second.close()]);
});

test('[RO120] [X5] an agent sees one client, with an id of its own for every request, whatever ids its clients use', async () => {
  await using relay = await inFrontOf({
    'session/prompt': (message, voice) => says(String(JSON.stringify(message.params['prompt'])))(message, voice),
    '_own/ask': (message, voice) => voice.answer(message, { echoed: message.params['who'] }),
  });
  const clients = [];
  for (const dialect of ['june', 'v1', 'november'] as const)
    clients.push(await rawClientOf(relay.agent, dialect, { serving: { whenClientLeaves: 'finish' } }));
  const [first, ...others] = clients as [(typeof clients)[0], ...typeof clients];
  const { sessionId } = (await first.ask('session/new', { cwd, mcpServers: [] })) as { sessionId: string };
  for (const [index, client] of others.entries())
    await client.ask(index === 0 ? 'session/load' : 'session/resume', { sessionId, cwd, mcpServers: [] });
  // The requests of all have the same ids, and are under way at once.
  const asked = clients.map((client, who) => client.ask('_own/ask', { sessionId, who }));
  expect(await Promise.all(asked)).toEqual(clients.map((_, who) => ({ echoed: who })));
  const prompts = clients.map((client, who) =>
    client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: `from ${who}` }] }),
  );
  for (const answer of await Promise.all(prompts)) expect(answer).not.toHaveProperty('code');
  const requests = () =>
    (relay.agents.at(-1)?.received ?? []).filter(({ id, method }) => id !== undefined && method !== undefined);
  // In November a prompt is answered when it is accepted.
  await expect
    .poll(() =>
      requests()
        .map(({ method }) => method)
        .toSorted(),
    )
    .toEqual([...Array(3).fill('_own/ask'), 'initialize', 'session/new', ...Array(3).fill('session/prompt')]);
  const received = requests();
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  expect(relay.agents.length).toBe(2);
  await Promise.all(clients.map((client) => client.close()));
});

test('[RO122] [X45] a session that nobody uses costs no process, no timer and no state, also if nobody ever prompted', async () => {
  await using relay = await inFrontOf({ 'session/prompt': says('Hi.') }, { idle: 1 });
  const client = await clientOf(relay.agent);
  const unused = await client.newSession({ cwd });
  const used = await client.newSession({ cwd });
  await used.prompt('one');
  // A client that is there keeps its agents.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(relay.open).toBe(2);
  await client.close();
  await expect.poll(() => relay.open).toBe(0);
  const again = await clientOf(relay.agent);
  for (const { id } of [unused, used]) await again.loadSession({ sessionId: id, cwd });
  expect(again.sessions.size).toBe(2);
  expect(relay.open).toBe(2);
  expect(texts(again.sessions.get(used.id) as ClientSession)).toEqual(['one', 'Hi.']);
  await again.close();
  await expect.poll(() => relay.open).toBe(0);
});
