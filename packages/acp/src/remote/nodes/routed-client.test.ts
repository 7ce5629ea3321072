import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Agent, agent } from '../../roles/agent/agent.ts';
import { v1ClientInJune } from '../../roles/agent/client-bridge.ts';
import { serve } from '../../roles/agent/serve.ts';
import type { Client } from '../../roles/client/client.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Clock } from '../wire/clock.ts';
import { type NodeLinks, routedClient } from './routed-client.ts';

const cwd = '/project';

/** Nodes that share a log, each with an agent that asks, waits or repeats what it is told. */
class Nodes {
  readonly #agents = new Map<string, Agent>();
  readonly #links = new Map<string, Transport[]>();
  readonly owners = new Map<string, string>();
  /** Who is told when a node loses its sessions. */
  readonly #listeners = new Map<string, () => void>();
  /** How often each prompt was run. */
  readonly runs: string[] = [];

  constructor(...names: readonly string[]) {
    const log = new MemoryLog();
    for (const name of names) this.#agents.set(name, this.#agent(name, log));
  }

  #agent(node: string, log: MemoryLog): Agent {
    return agent({
      sessions: { log },
      newSession: (_, { id }) => void this.owners.set(id, node),
      loadSession: (_, { id }) => void this.owners.set(id, node),
      resumeSession: (_, { id }) => void this.owners.set(id, node),
      prompt: async (turn) => {
        this.runs.push(turn.text);
        await turn.message({ content: `${turn.text} on ${node}` });
        if (turn.text === 'ask') await turn.requestPermission(turn.toolCall({ title: 'Write' }));
        if (turn.text === 'wait') await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    });
  }

  #serve(node: string, transport: Transport): void {
    serve(this.#agents.get(node) as Agent, transport, { whenClientLeaves: 'finish', onEvent() {} });
  }

  /** Connects a client to a node. */
  async client(at: string, options: ClientOptions = {}): Promise<Client> {
    return connect(this.transport(at), options);
  }

  /** Returns the transport of a client of a node. */
  transport(at: string, by: { readonly links?: NodeLinks; readonly clock?: Clock } = {}): Transport {
    const [near, far] = memoryPair();
    this.#serve(at, routedClient(v1ClientInJune(far, {}), by.links ?? this.linksOf(at), by.clock));
    return near;
  }

  /** Returns how the clients of a node reach the others. */
  linksOf(at: string): NodeLinks {
    return {
      locate: async (session) => {
        const owner = this.owners.get(session);
        return owner === at ? undefined : owner;
      },
      follow: async (session) => {
        const owner = this.owners.get(session);
        return owner === at ? undefined : owner;
      },
      onLost: (listener) => {
        this.#listeners.set(at, listener);
        return () => void this.#listeners.delete(at);
      },
      open: async (node) => {
        const [here, there] = memoryPair();
        this.#serve(node, routedClient(there, this.linksOf(node)));
        this.#links.set(node, [...(this.#links.get(node) ?? []), there]);
        return here;
      },
    };
  }

  /** Tells a node that its sessions are no longer its own. */
  lose(node: string): void {
    this.#listeners.get(node)?.();
  }

  /** Cuts a node off from all others. */
  async cut(node: string): Promise<void> {
    for (const link of this.#links.get(node) ?? []) await link.close();
  }
}

function textsOf({ state }: ClientSession): readonly string[] {
  return state.messages.toArray().map(({ content }) => textOf(content.toArray()));
}

const allow: ClientOptions = { requestPermission: ({ options }) => options[0]?.optionId ?? { outcome: 'cancelled' } };

test.each(['june', 'november'] as const)(
  '[X4] a session of another node is opened there, and its clients on all nodes see the same (%s)',
  async (prefers) => {
    const nodes = new Nodes('a', 'b');
    const [one, two] = [await nodes.client('a', { prefers, ...allow }), await nodes.client('b', { prefers, ...allow })];
    const session = await one.newSession({ cwd });
    await session.prompt('first');
    const joined = await two.loadSession({ sessionId: session.id, cwd });
    expect(textsOf(joined)).toEqual(['first', 'first on a']);
    await joined.prompt('ask');
    await session.prompt('second');
    await expect.poll(() => textsOf(joined)).toEqual(textsOf(session));
    expect(textsOf(session)).toEqual(['first', 'first on a', 'ask', 'ask on a', 'second', 'second on a']);
    // A session of its own is beside it.
    const own = await two.newSession({ cwd });
    await own.prompt('mine');
    expect(textsOf(own)).toEqual(['mine', 'mine on b']);
    expect(nodes.runs).toEqual(['first', 'ask', 'second', 'mine']);
  },
);

test.each(['june', 'november'] as const)(
  '[X36] a client stays connected while the node of its session is lost, and goes on (%s)',
  async (prefers) => {
    const nodes = new Nodes('a', 'b');
    const [one, two] = [await nodes.client('a', { prefers }), await nodes.client('b', { prefers })];
    const session = await one.newSession({ cwd });
    const joined = await two.loadSession({ sessionId: session.id, cwd });
    const lost = joined.prompt('wait').then(
      ({ stopReason }) => stopReason,
      ({ code }) => code,
    );
    await expect.poll(() => textsOf(joined)).toEqual(['wait', 'wait on a']);
    nodes.owners.delete(session.id);
    await nodes.cut('a');
    expect(await lost).toBe(-32050);
    await expect.poll(() => nodes.owners.get(session.id)).toBe('b');
    await joined.prompt('again');
    expect(textsOf(joined)).toEqual(['wait', 'wait on a', 'again', 'again on b']);
    expect(nodes.runs).toEqual(['wait', 'again']);
    expect(one.sessions.size).toBe(1);
  },
);

test.each(['june', 'november'] as const)(
  '[RE94] a client of a node that has lost its sessions goes on where they are, and gets what it has missed (%s)',
  async (prefers) => {
    const nodes = new Nodes('a', 'b');
    const [one, two] = [await nodes.client('a', { prefers }), await nodes.client('b', { prefers })];
    const session = await one.newSession({ cwd });
    await session.prompt('first');
    nodes.owners.delete(session.id);
    const taken = await two.loadSession({ sessionId: session.id, cwd });
    await taken.prompt('second');
    expect(textsOf(session)).toEqual(['first', 'first on a']);
    nodes.lose('a');
    const all = ['first', 'first on a', 'second', 'second on b'];
    await expect.poll(() => textsOf(session)).toEqual(all);
    await session.prompt('third');
    expect([textsOf(session), nodes.runs]).toEqual([
      [...all, 'third', 'third on b'],
      ['first', 'second', 'third'],
    ]);
  },
);

test('[RE97] a session whose node is lost again and again is tried after pauses that grow until it could be opened', async () => {
  const nodes = new Nodes('a', 'b');
  const pauses: number[] = [];
  let opened = 0;
  const failing = { times: 0 };
  const links = nodes.linksOf('b');
  const clock = {
    now: () => 0,
    after(milliseconds: number, wake: () => void) {
      pauses.push(milliseconds);
      queueMicrotask(wake);
      return () => {};
    },
  };
  const open: NodeLinks['open'] = async (node) => {
    opened += 1;
    if (failing.times > 0) {
      failing.times -= 1;
      throw new Error('No route.');
    }
    return links.open(node);
  };
  const session = await (await nodes.client('a')).newSession({ cwd });
  const client = await connect(nodes.transport('b', { links: { ...links, open }, clock }));
  const joined = await client.loadSession({ sessionId: session.id, cwd });
  failing.times = 6;
  await nodes.cut('a');
  await expect.poll(() => opened).toBe(8);
  expect(pauses).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000]);
  await session.prompt('first');
  await expect.poll(() => textsOf(joined)).toEqual(['first', 'first on a']);
  failing.times = 1;
  await nodes.cut('a');
  await expect.poll(() => opened).toBe(10);
  expect(pauses.slice(6)).toEqual([500]);
});

/** A client of v1, which shows what it is sent as it comes. */
class V1Client {
  readonly #transport: Transport;
  readonly #answers = new Map<unknown, { readonly result?: unknown; readonly error?: unknown }>();
  /** What was shown, with what the person typed. */
  readonly shown: string[] = [];

  constructor(transport: Transport) {
    this.#transport = transport;
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const batch of this.#transport.frames)
      for (const frame of batch) if (typeof frame === 'string') this.#take(JSON.parse(frame));
  }

  #take({ id, params, ...answer }: { id?: unknown; params?: { update?: { content?: { text?: string } } } }): void {
    if (id !== undefined) this.#answers.set(id, answer);
    const text = params?.update?.content?.text;
    if (text !== undefined) this.shown.push(text);
  }

  ask(id: number, method: string, params: object): void {
    void this.#transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  async answerTo(id: number): Promise<{ readonly result?: unknown; readonly error?: unknown }> {
    await expect.poll(() => this.#answers.has(id)).toBe(true);
    return this.#answers.get(id) ?? {};
  }

  prompt(id: number, sessionId: string, text: string): void {
    this.shown.push(`typed ${text}`);
    this.ask(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }
}

test('[RE94] a v1 client whose session moves, between turns or within one, is sent what it lacks, and nothing twice', async () => {
  const nodes = new Nodes('a', 'b', 'c');
  const v1 = new V1Client(nodes.transport('a'));
  v1.ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  v1.ask(2, 'session/new', { cwd, mcpServers: [] });
  const { sessionId } = (await v1.answerTo(2)).result as { sessionId: string };
  v1.prompt(3, sessionId, 'first');
  await v1.answerTo(3);
  nodes.owners.delete(sessionId);
  const onB = await (await nodes.client('b')).loadSession({ sessionId, cwd });
  await onB.prompt('second');
  nodes.lose('a');
  const shown = ['typed first', 'first on a', 'second', 'second on b'];
  await expect.poll(() => v1.shown).toEqual(shown);
  v1.prompt(4, sessionId, 'wait');
  await expect.poll(() => v1.shown).toEqual([...shown, 'typed wait', 'wait on b']);
  // Another node goes on with it before this one looks for it.
  nodes.owners.delete(sessionId);
  await (await (await nodes.client('c')).loadSession({ sessionId, cwd })).prompt('third');
  await nodes.cut('b');
  expect((await v1.answerTo(4)).error).toMatchObject({ code: -32050 });
  await expect.poll(() => v1.shown.slice(6)).toEqual(['third', 'third on c']);
  v1.prompt(5, sessionId, 'again');
  await v1.answerTo(5);
  expect(v1.shown).toEqual([...shown, 'typed wait', 'wait on b', 'third', 'third on c', 'typed again', 'again on c']);
});

test.each(['june', 'november'] as const)(
  '[RE94] what a person types is not taken for the introduction of the client at other nodes (%s)',
  async (prefers) => {
    const nodes = new Nodes('a', 'b');
    const session = await (await nodes.client('a', { prefers })).newSession({ cwd });
    const client = await nodes.client('b', { prefers });
    await (await client.newSession({ cwd })).prompt('initialize');
    const joined = await client.loadSession({ sessionId: session.id, cwd });
    await joined.prompt('first');
    expect(textsOf(joined)).toEqual(['first', 'first on a']);
    expect(nodes.runs).toEqual(['initialize', 'first']);
  },
);

test('[RE90] a client that leaves while it is introduced to another node leaves that one, too', async () => {
  const [near, far] = memoryPair();
  const [here, there] = memoryPair();
  const never = new Promise<never>(() => {});
  routedClient(far, { locate: async () => 'b', follow: () => never, open: async () => here });
  const told: unknown[] = [];
  const left = (async () => {
    for await (const batch of there.frames) told.push(...batch);
  })();
  const say = (message: object): void => void near.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  say({ id: 1, method: 'initialize', params: { protocolVersion: 2 } });
  say({ id: 2, method: 'session/load', params: { sessionId: 's', cwd, mcpServers: [] } });
  await expect.poll(() => told.length).toBe(1);
  await near.close();
  there.send(JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(String(told[0])) as { id: string }).id, result: {} }));
  await left;
  expect(told.length).toBe(1);
});

test('[RE95] [X13] what a node erases that had the session before is not erased of what the client has from the one that has it', async () => {
  const [near, far] = memoryPair();
  const erased: string[] = [];
  const links = new Map<string, { here: Awaited<ReturnType<NodeLinks['open']>>; there: Transport }>();
  const answers = async (node: string, there: Transport): Promise<void> => {
    for await (const batch of there.frames)
      for (const frame of batch) {
        const { id, method } = JSON.parse(String(frame)) as { id?: unknown; method: string };
        const lost = { code: -32050, message: 'Not here.', data: { reason: 'owner_lost' } };
        const end = node === 'b' && method === 'session/prompt' ? { error: lost } : { result: {} };
        if (id !== undefined) void there.send(JSON.stringify({ jsonrpc: '2.0', id, ...end }));
      }
  };
  routedClient(
    { ...far, rewrite: (replace) => void erased.push(String(replace('all'))) },
    {
      locate: async () => 'b',
      follow: async () => 'a',
      open: async (node) => {
        const [here, there] = memoryPair();
        links.set(node, { here, there });
        void answers(node, there);
        return here;
      },
    },
  );
  const heard: unknown[] = [];
  void (async () => {
    for await (const batch of near.frames) heard.push(...batch);
  })();
  const say = (message: object): void => void near.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  say({ id: 1, method: 'initialize', params: { protocolVersion: 2 } });
  say({ id: 2, method: 'session/load', params: { sessionId: 's', cwd, mcpServers: [] } });
  const update = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: {} } });
  const erasing = (node: string) => links.get(node)?.here.onErased?.(() => () => `by ${node}`, update);
  await expect.poll(() => heard.length).toBe(1);
  erasing('b');
  say({ id: 3, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
  await expect.poll(() => links.has('a')).toBe(true);
  await expect.poll(() => links.get('a')?.here.onErased).toBeDefined();
  erasing('b');
  erasing('a');
  expect(erased).toEqual(['by b', 'by a']);
  await near.close();
});
