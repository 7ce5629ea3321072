import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { type Agent, agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { type PlainAgent, plainAgent, type Script } from '../test-support/v1-agent.ts';
import { type RelayedAgent, type RelayOptions, relayAgent } from './relay-agent.ts';

const cwd = '/project';

async function clientOf(served: Agent, options: ClientOptions = {}): Promise<Client> {
  const [near, far] = memoryPair();
  serve(served, far, { onEvent() {}, whenClientLeaves: 'finish' });
  return connect(near, options);
}

/** Sessions that share one agent, which stores its sessions itself, says what it is told, and asks if it is told to. */
async function sharing(extra: Partial<RelayOptions> = {}) {
  const log = new MemoryLog();
  const started: Client[] = [];
  const seen: string[] = [];
  let release = (): void => {};
  const behind = (number: number) =>
    agent({
      sessions: { log },
      newSession: (_request, session) => void session.commands([{ name: `of-${session.cwd}`, description: '' }]),
      closeSession: ({ cwd: place }) => void seen.push(`closed ${place}`),
      async prompt(turn) {
        if (turn.text === 'wait') {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        }
        const call = { toolCallId: turn.text, title: turn.text };
        const isAllowed = turn.text.startsWith('ask') && (await turn.requestPermission(call)).isAllowed;
        await turn.message().append(`${number}: ${turn.text} in ${turn.session.cwd}${isAllowed ? ', allowed' : ''}`);
      },
    });
  const connectBehind = async (options: ClientOptions): Promise<Client> => {
    const client = await clientOf(behind(started.length), options);
    started.push(client);
    return client;
  };
  const relay: RelayedAgent = await relayAgent({
    connect: connectBehind,
    connections: 'shared',
    sessions: { log: new MemoryLog() },
    ...extra,
  });
  return { relay, started, seen, goOn: () => release() };
}

const texts = ({ state }: ClientSession): readonly string[] =>
  state.messages.toArray().map(({ content }) => textOf(content.toArray()));
const isOver = (client: Client | undefined): Promise<boolean> =>
  Promise.race([
    client?.closed.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 5, false)),
  ]) as Promise<boolean>;

test('[RO128] sessions that share an agent get what is theirs: words, questions and what follows the answer that names them', async () => {
  const { relay, started, goOn } = await sharing();
  const asked: string[] = [];
  const client = await clientOf(relay.agent, {
    requestPermission({ title }, { session }) {
      asked.push(`${title} of ${session.id}`);
      return 'allow';
    },
  });
  const opened = await Promise.all(['/a', '/b', '/c'].map((place) => client.newSession({ cwd: place })));
  const [a, b, c] = opened as [ClientSession, ClientSession, ClientSession];
  expect(started.length).toBe(2);
  const waiting = a.prompt('wait');
  await Promise.all([b.prompt('ask b'), c.prompt('ask c')]);
  goOn();
  await waiting;
  expect(opened.map(texts)).toEqual([
    ['wait', '1: wait in /a'],
    ['ask b', '1: ask b in /b, allowed'],
    ['ask c', '1: ask c in /c, allowed'],
  ]);
  expect(asked.toSorted()).toEqual([`ask b of ${b.id}`, `ask c of ${c.id}`]);
  const names = opened.map(({ state }) => state.availableCommands.map(({ name }) => name));
  expect(names).toEqual([['of-/a'], ['of-/b'], ['of-/c']]);
  await client.close();
  await relay.close();
});

test('[RO128] what an agent tells of new sessions before it answers is theirs', async () => {
  let count = 0;
  const early = () =>
    plainAgent(
      { protocolVersion: 2, capabilities: { session: {} } },
      {
        'session/new': (message, voice) => {
          const sessionId = `s${++count}`;
          const availableCommands = [{ name: sessionId, description: '' }];
          const update = { sessionUpdate: 'available_commands_update', availableCommands };
          voice.ask(undefined, 'session/update', { sessionId, update });
          voice.answer(message, { sessionId });
        },
      },
    );
  await using relay = await relayAgent({
    connect: (options) => connect(early().transport, options),
    connections: 'shared',
    sessions: { log: new MemoryLog() },
  });
  const client = await clientOf(relay.agent);
  const opened = await Promise.all([1, 2, 3].map(() => client.newSession({ cwd })));
  const names = () => opened.map(({ state }) => state.availableCommands.map(({ name }) => name));
  await expect.poll(names).toEqual([['s1'], ['s2'], ['s3']]);
  await client.close();
});

test('[RO128] an agent that ends, ends for all its sessions; the next prompt of each goes on with another one, which they share', async () => {
  const { relay, started } = await sharing();
  const client = await clientOf(relay.agent);
  const [a, b] = [await client.newSession({ cwd: '/a' }), await client.newSession({ cwd: '/b' })];
  await a.prompt('one');
  await started[1]?.close();
  await Promise.all([a.prompt('two'), b.prompt('three')]);
  expect([texts(a), texts(b), started.length]).toEqual([
    ['one', '1: one in /a', 'two', '2: two in /a'],
    ['three', '2: three in /b'],
    3,
  ]);
  await client.close();
  await relay.close();
});

test('[RO128] a session that is closed is closed at the agent; the agent ends with the last, and another one is started when one is needed', async () => {
  const { relay, started, seen } = await sharing({ idle: 1 });
  const client = await clientOf(relay.agent);
  const [a, b] = [await client.newSession({ cwd: '/a' }), await client.newSession({ cwd: '/b' })];
  await a.close();
  await expect.poll(() => seen).toEqual(['closed /a']);
  expect(await isOver(started[1])).toBe(false);
  await b.prompt('one');
  await client.close();
  await expect.poll(() => relay.open).toBe(0);
  await expect.poll(() => isOver(started[1])).toBe(true);
  const again = await clientOf(relay.agent);
  const session = await again.loadSession({ sessionId: b.id, cwd: '/b' });
  await session.prompt('two');
  expect(texts(session)).toEqual(['one', '1: one in /b', 'two', '2: two in /b']);
  await again.close();
  await relay.close();
});

test('[RO128] an agent that cannot be started fails the session that needs it, and is tried again for the next', async () => {
  let isBroken = false;
  const working = agent({ prompt: (turn) => void turn.message({ content: turn.text }) });
  await using relay = await relayAgent({
    connect: (options) => (isBroken ? Promise.reject(new Error('no such program')) : clientOf(working, options)),
    connections: 'shared',
    sessions: { log: new MemoryLog() },
  });
  const client = await clientOf(relay.agent);
  isBroken = true;
  await expect(client.newSession({ cwd })).rejects.toMatchObject({ message: 'The agent failed: no such program' });
  isBroken = false;
  const session = await client.newSession({ cwd });
  await session.prompt('hello');
  expect(texts(session)).toEqual(['hello', 'hello']);
  await client.close();
});

/** Sessions that share an agent of a few lines. */
async function sharingPlain(script: Script) {
  const agents: PlainAgent[] = [];
  const relay = await relayAgent({
    connect(options) {
      const started = plainAgent({ protocolVersion: 2, capabilities: { session: { load: {} } } }, script);
      agents.push(started);
      return connect(started.transport, options);
    },
    connections: 'shared',
    sessions: { log: new MemoryLog() },
  });
  return { relay, agents };
}

const said = (sessionId: string, text: string) => ({
  sessionId,
  update: { sessionUpdate: 'agent_message', messageId: text, content: [{ type: 'text', text }] },
});

test('[RO128] a session whose id the agent has given to another one is refused, and nothing is mixed', async () => {
  const { relay, agents } = await sharingPlain({
    'session/prompt': (message, voice) => {
      voice.ask(undefined, 'session/update', said('s', `of ${agents.length}`));
      voice.answer(message, { stopReason: 'end_turn' });
    },
  });
  const client = await clientOf(relay.agent);
  const first = await client.newSession({ cwd });
  await first.prompt('one');
  agents.at(-1)?.voice.end();
  // The next process counts from the start again.
  const second = await client.newSession({ cwd });
  await expect(first.prompt('two')).rejects.toMatchObject({ message: expect.stringContaining('to another one') });
  await second.prompt('three');
  expect([texts(first), texts(second)]).toEqual([
    ['one', 'of 2', 'two'],
    ['three', 'of 3'],
  ]);
  await client.close();
  await relay.close();
});

test('[RO128] what the agent says of a session that was closed is for nobody, also while another one is opened, which may never be', async () => {
  let count = 0;
  const { relay, agents } = await sharingPlain({
    'session/new': (message, voice) => {
      count += 1;
      if (count !== 2) voice.answer(message, { sessionId: `s${count}` });
    },
  });
  const client = await clientOf(relay.agent);
  const first = await client.newSession({ cwd });
  const stuck = new AbortController();
  const never = client.newSession({ cwd, signal: stuck.signal }).catch(() => 'given up');
  await expect.poll(() => count).toBe(2);
  await first.close();
  agents.at(-1)?.voice.ask(undefined, 'session/update', said('s1', 'too late'));
  const third = await client.newSession({ cwd });
  agents.at(-1)?.voice.ask(undefined, 'session/update', said('s3', 'in time'));
  await expect.poll(() => texts(third)).toEqual(['in time']);
  stuck.abort();
  expect(await never).toBe('given up');
  await client.close();
  await relay.close();
});

test('[RO128] a session that was closed leaves nothing behind in the connection', async () => {
  const started: Client[] = [];
  await using other = await relayAgent({
    async connect(options) {
      const made = await connect(
        plainAgent({ protocolVersion: 2, capabilities: { session: {} } }, {}).transport,
        options,
      );
      started.push(made);
      return made;
    },
    connections: 'shared',
    sessions: { log: new MemoryLog() },
  });
  const client = await clientOf(other.agent);
  const session = await client.newSession({ cwd });
  expect(started[1]?.sessions.size).toBe(1);
  await session.close();
  await expect.poll(() => started[1]?.sessions.size).toBe(0);
  await client.close();
});
