import { describe, expect, test } from 'vitest';
import { Peer } from '../../jsonrpc/peer.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { deferred, turns } from '../../jsonrpc/test-support/connect.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf, prompt } from '../../testing/log-sessions.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from './agent.ts';
import type { AgentConnection } from './connection.ts';
import type { AgentDefinition } from './definition.ts';
import { serve } from './serve.ts';

const cwd = '/project';
const sessionId = 's';
const bad = new RpcError(-32099, 'this load is a bad one');
const none = 'There is no session "s".';
const notOpen = 'The session "s" is not open on this connection. Load or resume it first.';

type Kind = 'good' | 'bad';

/** An agent whose loads wait to be let go, by `_meta.load`, and then succeed or fail as `_meta.kind` says. */
function gatedAgent(log: MemoryLog | undefined) {
  const gates = new Map<unknown, ReturnType<typeof deferred<void>>>();
  const gate = (load: unknown) => {
    const known = gates.get(load) ?? deferred();
    gates.set(load, known);
    return known;
  };
  const open: NonNullable<AgentDefinition['resumeSession']> = async ({ _meta }) => {
    await gate(_meta?.['load']).promise;
    if (_meta?.['kind'] === 'bad') throw bad;
  };
  const definition: AgentDefinition = {
    ...(log === undefined ? {} : { sessions: { log, now: () => 1 } }),
    prompt: (turn) => void turn.message({ id: 'm', content: `answer to ${turn.text}` }),
    loadSession: open,
    resumeSession: open,
  };
  return { agent: agent(definition), release: (load: number) => gate(load).resolve() };
}

/** A client that speaks by hand, so that nothing on its side keeps two loads apart. */
async function spoken(served: ReturnType<typeof agent>) {
  const [here, there] = memoryPair();
  const connection: AgentConnection = serve(served, there);
  const client = new Peer(here);
  await client.request('initialize', { protocolVersion: 2, capabilities: {} });
  const outcome = (method: string, params: object): Promise<unknown> =>
    client.request(method, { sessionId, ...params }).catch((error: RpcError) => error.message);
  return {
    connection,
    load: (load: number, kind: Kind, method = 'session/load') =>
      outcome(method, { cwd, mcpServers: [], _meta: { load, kind } }),
    prompt: (text: string) => outcome('session/prompt', { prompt: [{ type: 'text', text }] }),
    close: () => client.close(),
  };
}

async function logWithSession(): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.create({ sessionId, cwd, at: 1 });
  await log.append(sessionId, [prompt('earlier')], { expected: 0, at: 1 });
  return log;
}

function ordersOf(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

const kinds: readonly (readonly Kind[])[] = (['good', 'bad'] as const).flatMap((a) =>
  (['good', 'bad'] as const).flatMap((b) => (['good', 'bad'] as const).map((c) => [a, b, c])),
);

describe.each(['durable', 'own store'])('loads at once on one connection, %s', (store) => {
  test.each(kinds)(
    '[RO22] %s, %s and %s: each is answered for itself, and a good one leaves the session open',
    async (...three) => {
      for (const order of ordersOf([0, 1, 2])) {
        const log = store === 'durable' ? await logWithSession() : undefined;
        const { agent: served, release } = gatedAgent(log);
        const { connection, load, prompt, close } = await spoken(served);
        const loads = three.map((kind, index) => load(index, kind, index === 1 ? 'session/resume' : 'session/load'));
        for (const index of order) {
          await turns(200);
          release(index);
        }
        expect(await Promise.all(loads)).toEqual(three.map((kind) => (kind === 'good' ? {} : bad.message)));
        const isOpen = three.includes('good');
        expect(connection.sessions.has(sessionId)).toBe(isOpen);
        expect(await prompt('hi')).toEqual(isOpen ? { stopReason: 'end_turn' } : log === undefined ? none : notOpen);
        const stored = log === undefined ? [] : await entriesOf(log, sessionId);
        expect(JSON.stringify(stored).includes('answer to hi')).toBe(isOpen && log !== undefined);
        await close();
      }
    },
  );
});

test('[RO22] a session that is open stays so when a load of it fails, and goes on being recorded', async () => {
  const log = await logWithSession();
  const { agent: served, release } = gatedAgent(log);
  const { load, prompt, close } = await spoken(served);
  for (const index of [0, 1]) release(index);
  expect(await load(0, 'good')).toEqual({});
  expect(await load(1, 'bad')).toBe(bad.message);
  expect(await prompt('hi')).toEqual({ stopReason: 'end_turn' });
  expect(JSON.stringify(await entriesOf(log, sessionId))).toContain('answer to hi');
  await close();
});

test('[RO22] a prompt that comes while its session is opened waits for that, and is refused if it fails', async () => {
  for (const kind of ['good', 'bad'] as const) {
    const log = await logWithSession();
    const { agent: served, release } = gatedAgent(log);
    const { load, prompt, close } = await spoken(served);
    const loading = load(0, kind);
    await turns(200);
    const answer = prompt('early');
    await turns(200);
    release(0);
    expect([await loading, await answer]).toEqual(
      kind === 'good' ? [{}, { stopReason: 'end_turn' }] : [bad.message, notOpen],
    );
    expect(JSON.stringify(await entriesOf(log, sessionId)).includes('answer to early')).toBe(kind === 'good');
    await close();
  }
});

test('[RO22] [RO40] a load and a close at once are done in their order, and the close ends the load', async () => {
  const { agent: served, release } = gatedAgent(await logWithSession());
  const [here, there] = memoryPair();
  const connection = serve(served, there);
  const client = new Peer(here);
  await client.request('initialize', { protocolVersion: 2, capabilities: {} });
  const ask = (method: string, load: number): Promise<unknown> =>
    client
      .request(method, { sessionId, cwd, mcpServers: [], _meta: { load, kind: 'good' } })
      .catch(({ message }: RpcError) => message);
  const loading = [ask('session/load', 0), ask('session/load', 1)];
  await turns(200);
  const closing = ask('session/close', 2);
  await turns(200);
  for (const load of [1, 0]) release(load);
  expect(await Promise.all([...loading, closing])).toEqual(['Request cancelled', 'Request cancelled', {}]);
  expect([...connection.sessions.keys()]).toEqual([]);
  await client.close();
});

test('[RO22] of two agents the one that took the session last has it; the other is told, and may load it again', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const log = await logWithSession();
    const agents = [gatedAgent(log), gatedAgent(log)] as const;
    const release = (load: number) => agents.forEach((each) => void each.release(load));
    const [first, second] = [await spoken(agents[0].agent), await spoken(agents[1].agent)];
    const loads = [first.load(0, 'good')];
    await turns(200);
    loads.push(second.load(1, 'good'));
    await turns(200);
    for (const load of order) release(load);
    const [ofFirst, ofSecond] = await Promise.all(loads);
    expect(ofSecond).toEqual({});
    const elsewhere = 'The session was opened elsewhere. Load it again.';
    expect([{}, elsewhere]).toContainEqual(ofFirst);
    expect(await second.prompt('hi')).toEqual({ stopReason: 'end_turn' });
    expect(await first.prompt('hi')).toBe(typeof ofFirst === 'string' ? notOpen : elsewhere);
    for (const load of [2, 3]) release(load);
    expect(await first.load(2, 'good')).toEqual({});
    expect(await first.prompt('again')).toEqual({ stopReason: 'end_turn' });
    for (const { close } of [first, second]) await close();
  }
});

test('[RO91] a prompt behind a load that waits for the load of another client waits, too, and is refused as it is', async () => {
  const { agent: served, release } = gatedAgent(await logWithSession());
  const [one, two] = [await spoken(served), await spoken(served)];
  const first = one.load(1, 'good');
  const second = [two.load(2, 'good'), two.prompt('hi')];
  await turns(20);
  release(1);
  expect(await first).toEqual({});
  expect(await Promise.all(second)).toEqual([{}, { stopReason: 'end_turn' }]);
  // Without another one that has it open, the second load is one of its own.
  await Promise.all([one.close(), two.close()]);
  const [three, four] = [await spoken(served), await spoken(served)];
  const third = three.load(3, 'bad');
  const fourth = [four.load(4, 'bad'), four.prompt('hi')];
  await turns(20);
  release(3);
  release(4);
  expect(await third).toBe(bad.message);
  expect(await Promise.all(fourth)).toEqual([bad.message, notOpen]);
  await Promise.all([three.close(), four.close()]);
});
