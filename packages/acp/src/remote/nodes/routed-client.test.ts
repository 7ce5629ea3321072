import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type Agent, agent } from '../../roles/agent/agent.ts';
import { serve } from '../../roles/agent/serve.ts';
import type { Client } from '../../roles/client/client.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { ClientSession } from '../../roles/client/session.ts';
import { textOf } from '../../session/plain-text.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
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
  async client(at: string, options: ClientOptions = {}, onSent: (frame: string) => void = () => {}): Promise<Client> {
    return connect(this.transport(at, onSent), options);
  }

  /** Returns the transport of a client of a node; `onSent` gets what it is sent. */
  transport(at: string, onSent: (frame: string) => void = () => {}): Transport {
    const [near, far] = memoryPair();
    const send = (frame: string): Promise<void> | undefined => {
      onSent(frame);
      return far.send(frame);
    };
    this.#serve(at, routedClient({ ...far, send }, this.#linksOf(at)));
    return near;
  }

  #linksOf(at: string): NodeLinks {
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
        this.#serve(node, routedClient(there, this.#linksOf(node)));
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

/** Returns the texts of the messages in frames, as a client that knows no names of messages would show them. */
function textsIn(frames: readonly string[]): readonly string[] {
  return frames.flatMap((frame) => {
    const { params } = JSON.parse(frame) as { params?: { update?: { sessionUpdate: string; content?: unknown } } };
    const { sessionUpdate = '', content } = params?.update ?? {};
    if (!sessionUpdate.includes('message')) return [];
    const text = [content].flat().map((block) => (block as { text?: string }).text ?? '');
    return text.join('') === '' ? [] : [text.join('')];
  });
}

test.each(['june', 'november'] as const)(
  '[RE94] between turns a client whose session moves is sent what it has missed, and nothing twice (%s)',
  async (prefers) => {
    const nodes = new Nodes('a', 'b', 'c');
    let sent: string[] = [];
    const one = await nodes.client('a', { prefers }, (frame) => sent.push(frame));
    const two = await nodes.client('b', { prefers });
    const session = await one.newSession({ cwd });
    await session.prompt('first');
    nodes.owners.delete(session.id);
    await (await two.loadSession({ sessionId: session.id, cwd })).prompt('second');
    expect(sent.filter((frame) => frame.includes('_emend/'))).toEqual([]);
    sent = [];
    nodes.lose('a');
    await expect.poll(() => textsOf(session)).toEqual(['first', 'first on a', 'second', 'second on b']);
    expect(textsIn(sent)).toEqual(['second', 'second on b']);
    // What it was sent is counted from there.
    nodes.owners.delete(session.id);
    const three = await nodes.client('c', { prefers });
    await (await three.loadSession({ sessionId: session.id, cwd })).prompt('third');
    sent = [];
    await nodes.cut('b');
    await expect.poll(() => textsIn(sent)).toEqual(['third', 'third on c']);
  },
);

test('[RE94] a v1 client whose session moves between turns is sent what it has missed; within a turn it is sent nothing twice', async () => {
  const nodes = new Nodes('a', 'b');
  const transport = nodes.transport('a');
  const heard: string[] = [];
  const ask = (id: number, method: string, params: object) =>
    transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const reading = (async () => {
    for await (const batch of transport.frames) heard.push(...batch.filter((frame) => typeof frame === 'string'));
  })();
  const answerTo = (id: number) => heard.find((frame) => (JSON.parse(frame) as { id?: number }).id === id);
  ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  ask(2, 'session/new', { cwd, mcpServers: [] });
  await expect.poll(() => answerTo(2)).toBeDefined();
  const { sessionId } = (JSON.parse(answerTo(2) ?? '') as { result: { sessionId: string } }).result;
  const prompt = (id: number, text: string) =>
    ask(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  prompt(3, 'first');
  await expect.poll(() => answerTo(3)).toBeDefined();
  expect(textsIn(heard)).toEqual(['first on a']);
  nodes.owners.delete(sessionId);
  const taken = await (await nodes.client('b')).loadSession({ sessionId, cwd });
  await taken.prompt('second');
  nodes.lose('a');
  await expect.poll(() => textsIn(heard)).toEqual(['first on a', 'second', 'second on b']);
  prompt(4, 'wait');
  await expect.poll(() => textsIn(heard).length).toBe(4);
  nodes.owners.delete(sessionId);
  await nodes.cut('b');
  await expect.poll(() => answerTo(4)).toContain('owner_lost');
  await expect.poll(() => nodes.owners.get(sessionId)).toBe('a');
  prompt(5, 'again');
  await expect.poll(() => answerTo(5)).toBeDefined();
  expect(textsIn(heard)).toEqual(['first on a', 'second', 'second on b', 'wait on b', 'again on a']);
  await transport.close();
  await reading;
});
