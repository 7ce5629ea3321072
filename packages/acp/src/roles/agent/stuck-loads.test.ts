import { expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import { deferred, turns } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf, prompt } from '../../testing/log-sessions.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from './agent.ts';
import type { AgentDefinition } from './definition.ts';
import type { AgentEvent } from './event.ts';
import { type ServeOptions, serve } from './serve.ts';
import type { AgentSession } from './session.ts';

const sessionId = 's';
const cancelled = 'Request cancelled';
const none = 'There is no session "s".';
const notOpen = 'The session "s" is not open on this connection. Load or resume it first.';
const done = { stopReason: 'end_turn' };

/** An agent whose hooks end only when they are told to if the request says `stuck`, and which never looks at its signals. */
async function stubborn(store: string, options: ServeOptions = {}) {
  const log = new MemoryLog();
  await log.create({ sessionId, cwd: '/', at: 1 });
  await log.append(sessionId, [prompt('earlier')], { expected: 0, at: 1 });
  const stuck = deferred();
  const calls: { readonly signal: AbortSignal; readonly session: AgentSession }[] = [];
  const freed: AgentSession[] = [];
  const open: NonNullable<AgentDefinition['resumeSession']> = async ({ _meta }, session, { signal }) => {
    calls.push({ signal, session });
    if (_meta?.['stuck'] !== true) return;
    await stuck.promise;
    await session.message({ id: 'late' }).append('too late');
  };
  const definition: AgentDefinition = {
    ...(store === 'durable' ? { sessions: { log, now: () => 1 } } : {}),
    prompt: (turn) => void turn.message({ id: turn.text, content: `answer to ${turn.text}` }),
    loadSession: open,
    resumeSession: open,
    closeSession: (session) => void freed.push(session),
    deleteSession: () => {},
  };
  const [here, there] = memoryPair();
  const events: AgentEvent[] = [];
  const connection = serve(agent(definition), there, { ...options, onEvent: (event) => events.push(event) });
  const heard: string[] = [];
  const client = new Peer(here, {
    notifications: { 'session/update': (update) => heard.push(JSON.stringify(update)) },
  });
  await client.request('initialize', { protocolVersion: 2, capabilities: {} });
  /** What a request comes to; the signal asks the agent to cancel it, and the answer is still waited for. */
  const ask = (method: string, params: object = {}, cancel?: AbortSignal): Promise<unknown> =>
    client
      .request(method, { sessionId, cwd: '/', mcpServers: [], ...params }, { cancel })
      .catch(({ message }: RpcError) => message);
  const stuckLoad = (method: string, cancel?: AbortSignal) => ask(method, { _meta: { stuck: true } }, cancel);
  const say = (text: string) => ask('session/prompt', { prompt: [{ type: 'text', text }] });
  const stored = async () => JSON.stringify(await entriesOf(log, sessionId));
  /** Lets the stuck hook go on; whatever it says is told as late, and neither sent nor stored. */
  const goOn = async (): Promise<void> => {
    stuck.resolve();
    await turns(200);
    expect(heard.join().includes('too late')).toBe(false);
    expect(events.map(({ type }) => type)).toEqual(['late-report']);
    if (store === 'durable') expect((await stored()).includes('too late')).toBe(false);
  };
  return { log, client, connection, calls, freed, ask, stuckLoad, say, goOn, stored };
}

const cases = ['durable', 'own store'].flatMap((store) =>
  ['session/load', 'session/resume'].map((method) => [store, method] as const),
);

test.each(cases)('[RO40] %s: a stuck %s that is cancelled gives up its place', async (store, method) => {
  const { client, calls, ask, stuckLoad, say, goOn } = await stubborn(store);
  const cancel = [new AbortController(), new AbortController()];
  const loads = cancel.map(({ signal }) => stuckLoad(method, signal));
  await turns(200);
  const early = say('early');
  const next = ask(method);
  await turns(200);
  // The second waits behind the first: it is answered before the first is.
  cancel[1]?.abort();
  expect(await loads[1]).toBe(cancelled);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  cancel[0]?.abort();
  expect([await loads[0], await early, await next]).toEqual([cancelled, store === 'durable' ? notOpen : none, {}]);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await goOn();
  expect([await say('hi'), await ask('session/close')]).toEqual([done, {}]);
  await client.close();
});

test.each(cases)('[RO40] %s: a session that was open goes on when a stuck %s is cancelled', async (store, method) => {
  const { client, ask, stuckLoad, say, goOn, stored } = await stubborn(store);
  expect(await ask(method)).toEqual({});
  const cancel = new AbortController();
  const load = stuckLoad(method, cancel.signal);
  await turns(200);
  cancel.abort();
  expect([await load, await say('hi')]).toEqual([cancelled, done]);
  await goOn();
  expect(await say('again')).toEqual(done);
  if (store === 'durable') expect(await stored()).toContain('answer to again');
  await client.close();
});

test.each(cases)('[RO40] %s: a close and a delete end a stuck %s, and those behind it', async (store, method) => {
  for (const end of ['session/close', 'session/delete']) {
    const { client, connection, calls, freed, ask, stuckLoad, say, goOn } = await stubborn(store);
    const loads = [stuckLoad(method), stuckLoad(method)];
    await turns(200);
    const ended = ask(end);
    expect(await Promise.all([...loads, ended])).toEqual([cancelled, cancelled, {}]);
    expect([calls.map(({ signal }) => signal.aborted), connection.sessions.size]).toEqual([[true], 0]);
    expect(freed).toEqual(end === 'session/close' ? [calls[0]?.session] : []);
    expect(await say('hi')).toBe(store === 'durable' && end === 'session/close' ? notOpen : none);
    if (end === 'session/close') {
      expect([await ask(method), await say('hi')]).toEqual([{}, done]);
      await goOn();
    }
    await client.close();
  }
});

test.each(['cancel', 'finish'] as const)(
  '[RO40] a client that leaves takes its stuck load with it (%s)',
  async (whenClientLeaves) => {
    const { client, connection, calls, stuckLoad } = await stubborn('durable', { whenClientLeaves });
    const load = stuckLoad('session/load');
    await turns(200);
    await client.close();
    await load;
    expect((await connection.closed).reason).toBe('ended');
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  },
);

test('[RO40] a close whose hook is stuck gives up its place when it is cancelled', async () => {
  const signals: AbortSignal[] = [];
  const [here, there] = memoryPair();
  const closeSession: AgentDefinition['closeSession'] = (_, { signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  serve(agent({ prompt: () => {}, loadSession: () => {}, closeSession }), there);
  const client = new Peer(here);
  await client.request('initialize', { protocolVersion: 2, capabilities: {} });
  const where = { sessionId, cwd: '/', mcpServers: [] };
  await client.request('session/load', where);
  const cancel = new AbortController();
  const closing = client.request('session/close', where, { cancel: cancel.signal });
  await turns(200);
  const next = client.request('session/load', where);
  await turns(200);
  cancel.abort();
  await expect(closing).rejects.toThrow(cancelled);
  expect([await next, signals.map(({ aborted }) => aborted)]).toEqual([{}, [true]]);
  await client.close();
});
