import { expect, test } from 'vitest';
import { deferred } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Agent } from '../agent/agent.ts';
import { serve } from '../agent/serve.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { type PlainAgent, type Script, v1Agent } from '../test-support/v1-agent.ts';
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

/** A session whose agent has ended, and whose next one does not answer when it is to take it up again. */
async function takenUp(extra: Partial<RelayOptions> = {}) {
  const front = await inFrontOf({ 'session/resume': silent }, extra);
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
