import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connected } from '../test-support/pair.ts';
import type { Client } from './client.ts';
import { connect } from './connect.ts';
import type { ClientSession } from './session.ts';

const cwd = '/project';
const nothing = (): void => {};
const methods = [{ type: 'agent', id: 'key', name: 'Key' }] as const;
const loginFirst = (): RpcError => new RpcError(-32000, 'log in first');

/** A person who has not chosen yet. */
function dialog() {
  let choose = nothing;
  let asked = 0;
  return {
    chooseAuthMethod<T>(offered: readonly T[]): Promise<T | undefined> {
      asked++;
      return new Promise((resolve) => (choose = () => resolve(offered[0])));
    },
    answer: () => choose(),
    asked: () => asked,
  };
}

test.each(['signal', 'giveUp'] as const)(
  'a prompt whose %s aborts during the login is not sent again',
  async (name) => {
    const person = dialog();
    const prompted: string[] = [];
    await using pair = await connected(
      {
        authentication: { methods, authenticate: nothing },
        prompt({ text }) {
          prompted.push(text);
          throw loginFirst();
        },
      },
      { chooseAuthMethod: person.chooseAuthMethod },
    );
    const session = await pair.client.newSession({ cwd });
    const stop = new AbortController();
    const turn = session.prompt('go', { [name]: stop.signal });
    await expect.poll(person.asked).toBe(1);
    stop.abort(new Error('never mind'));
    await expect(turn).rejects.toBe(stop.signal.reason);
    person.answer();
    await pair.client.request('_flush').catch(nothing);
    expect(prompted).toEqual(['go']);
  },
);

test('requests that need a login at the same time share one; who gives up does not end it for the others', async () => {
  const person = dialog();
  await using pair = await connected(
    { authentication: { methods, isRequired: true, authenticate: nothing }, prompt: nothing },
    { chooseAuthMethod: person.chooseAuthMethod },
  );
  const stop = new AbortController();
  const impatient = pair.client.newSession({ cwd, signal: stop.signal });
  const patient = [pair.client.newSession({ cwd }), pair.client.newSession({ cwd })];
  await expect.poll(person.asked).toBe(1);
  await pair.client.request('_flush').catch(nothing);
  stop.abort();
  await expect(impatient).rejects.toBe(stop.signal.reason);
  person.answer();
  const opened = await Promise.all(patient);
  expect(person.asked()).toBe(1);
  expect([...pair.client.sessions.values()]).toEqual(opened);
  const told = pair.wire.map(({ message }) => message['method']).filter((method) => method === 'authenticate');
  expect(told).toEqual(['authenticate']);
});

/** An agent of whose answers the test decides. */
async function scripted(
  answer: (method: string, context: { readonly signal: AbortSignal }) => unknown,
  options: Parameters<typeof connect>[1] = {},
) {
  const [near, far] = memoryPair();
  const received: string[] = [];
  const answering = [
    'authenticate',
    'logout',
    'session/new',
    'session/list',
    'session/delete',
    'session/close',
    'session/prompt',
    'session/set_config_option',
  ].map((method) => [
    method,
    (_: unknown, context: { readonly signal: AbortSignal }) => {
      received.push(method);
      return answer(method, context);
    },
  ]);
  const agent = new Peer(far, {
    requests: {
      initialize: () => ({
        protocolVersion: 2,
        authMethods: methods,
        capabilities: { auth: { logout: {} }, session: { list: {}, delete: {}, close: {} } },
      }),
      ...Object.fromEntries(answering),
    },
    notifications: { 'session/cancel': () => void answer('session/cancel', { signal: new AbortController().signal }) },
  });
  const client = await connect(near, options);
  return {
    client,
    received,
    async [Symbol.asyncDispose]() {
      await client.close();
      await agent.closed;
    },
  };
}

test('a prompt that was aborted before the agent asked for a login asks nobody', async () => {
  const person = dialog();
  let refuse = nothing;
  await using agent = await scripted(
    (method) => {
      if (method === 'session/new') return { sessionId: 's' };
      if (method === 'session/cancel') return refuse();
      return new Promise((_, reject) => (refuse = () => reject(loginFirst())));
    },
    { chooseAuthMethod: person.chooseAuthMethod },
  );
  const session = await agent.client.newSession({ cwd });
  const stop = new AbortController();
  const turn = session.prompt('go', { signal: stop.signal });
  await expect.poll(() => refuse !== nothing).toBe(true);
  stop.abort();
  await expect(turn).rejects.toBe(stop.signal.reason);
  expect(person.asked()).toBe(0);
});

test('a refusal that comes after the login it asked for asks for no second one', async () => {
  const person = dialog();
  let refuse = nothing;
  let isIn = false;
  await using agent = await scripted(
    (method) => {
      if (method === 'authenticate') isIn = true;
      if (method !== 'session/list' || isIn) return { sessions: [] };
      if (refuse !== nothing) throw loginFirst();
      return new Promise((_, reject) => (refuse = () => reject(loginFirst())));
    },
    { chooseAuthMethod: person.chooseAuthMethod },
  );
  const late = agent.client.listSessions();
  const early = agent.client.listSessions();
  await expect.poll(person.asked).toBe(1);
  person.answer();
  await early;
  refuse();
  expect(await late).toEqual({ sessions: [] });
  expect(person.asked()).toBe(1);
});

const calls: Record<string, (client: Client, session: ClientSession, signal: AbortSignal) => Promise<unknown>> = {
  authenticate: (client, _, signal) => client.authenticate('key', { signal }),
  logout: (client, _, signal) => client.logout({ signal }),
  'session/list': (client, _, signal) => client.listSessions({}, { signal }),
  'session/list, each page': (client, _, signal) => client.allSessions({}, { signal }).next(),
  'session/delete': (client, _, signal) => client.deleteSession('s', { signal }),
  'session/close': (_, session, signal) => session.close({ signal }),
  'session/set_config_option': (_, session, signal) => session.setConfigOption('model', 'small', { signal }),
};

test.each(Object.entries(calls))('%s can be taken back: it rejects at once, and the agent is told', async (_, call) => {
  let taken: AbortSignal | undefined;
  await using agent = await scripted((method, { signal }) => {
    if (method === 'session/new') return { sessionId: 's' };
    taken = signal;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const session = await agent.client.newSession({ cwd });
  const stop = new AbortController();
  const asked = call(agent.client, session, stop.signal);
  await expect.poll(() => taken !== undefined).toBe(true);
  stop.abort(new Error('enough'));
  await expect(asked).rejects.toBe(stop.signal.reason);
  await expect.poll(() => taken?.aborted).toBe(true);
  expect([...agent.client.sessions.keys()]).toEqual(['s']);
});

test.each(['session/close', 'session/set_config_option', 'session/delete', 'session/list'])(
  '%s is tried again after a login',
  async (name) => {
    let isIn = false;
    await using agent = await scripted(
      (method) => {
        if (method === 'session/new') return { sessionId: 's' };
        if (method === 'authenticate') isIn = true;
        else if (!isIn) throw loginFirst();
        return { configOptions: [], sessions: [] };
      },
      { chooseAuthMethod: (offered) => offered[0] },
    );
    const session = await agent.client.newSession({ cwd });
    await calls[name]?.(agent.client, session, new AbortController().signal);
    expect(agent.received).toEqual(['session/new', name, 'authenticate', name]);
  },
);
