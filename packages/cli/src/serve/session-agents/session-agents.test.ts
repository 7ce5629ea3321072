import { memoryPair, type Transport } from '@emend/acp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionAgents } from './session-agents.ts';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** An agent in memory. Like many agents in tests, each counts its sessions and requests from the same number on. */
class FakeAgent {
  readonly number: number;
  readonly received: Message[] = [];
  readonly transport: Transport;
  readonly #end: Transport;
  #sessions = 0;
  #isEnded = false;

  constructor(number: number) {
    this.number = number;
    [this.transport, this.#end] = memoryPair();
    void this.#run();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  say(message: object): void {
    this.#end.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  die(): void {
    void this.#end.close();
  }

  async #run(): Promise<void> {
    for await (const batch of this.#end.frames) for (const frame of batch) this.#take(JSON.parse(String(frame)));
    this.#isEnded = true;
  }

  #take(message: Message): void {
    this.received.push(message);
    const { id, method, params } = message;
    if (method === 'initialize') this.say({ id, result: { protocolVersion: 1, agent: this.number } });
    else if (method === 'session/new') {
      this.#sessions += 1;
      this.say({ id, result: { sessionId: `s${this.#sessions}`, at: 1 } });
    } else if (method === 'session/list') {
      const own = Array.from({ length: this.#sessions }, (_, at) => ({ sessionId: `s${at + 1}`, of: this.number }));
      this.say({ id, result: { sessions: [...own, { sessionId: 'stored' }], nextCursor: 'next' } });
    } else if (method === 'session/prompt') {
      const { sessionId } = params ?? {};
      this.say({ method: 'session/update', params: { sessionId, of: this.number, update: params?.['prompt'] } });
      this.say({ id: 0, method: 'session/request_permission', params: { sessionId, of: this.number } });
      // The turn ends with the answer to the question.
      const answered = this.received.length;
      const wait = (): void => {
        const answer = this.received.slice(answered).find((each) => each.method === undefined && each.id === 0);
        if (answer === undefined) setImmediate(wait);
        else this.say({ id, result: { stopReason: 'end_turn', answer: answer.result } });
      };
      wait();
    } else if (params?.['fail'] === true) this.say({ id, error: { code: 1, message: 'no' } });
    else if (id !== undefined && method !== undefined) this.say({ id, result: { method, params } });
  }
}

function connected() {
  const agents: FakeAgent[] = [];
  const lost: string[] = [];
  const transport = sessionAgents(
    async () => {
      const agent = new FakeAgent(agents.length);
      agents.push(agent);
      return agent.transport;
    },
    (session) => lost.push(session),
  );
  const received: Message[] = [];
  const ended = (async () => {
    for await (const batch of transport.frames) received.push(...batch.map((frame) => JSON.parse(String(frame))));
  })();
  let ids = 0;
  const until = async (is: (message: Message) => boolean): Promise<Message> => {
    for (let turn = 0; turn < 1_000; turn += 1) {
      const found = received.find(is);
      if (found !== undefined) return found;
      await new Promise(setImmediate);
    }
    throw new Error(`nothing of the kind in ${JSON.stringify(received)}`);
  };
  const send = (message: object) => void transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const ask = async (method: string, params: object = {}): Promise<Message> => {
    ids += 1;
    const id = ids;
    send({ id, method, params });
    return until((message) => message.id === id && message.method === undefined);
  };
  const open = async (): Promise<string> => {
    const { result } = await ask('session/new', { cwd: '/' });
    return (result as { sessionId: string }).sessionId;
  };
  return { agents, lost, transport, received, ended, until, send, ask, open };
}

const promptFor = (sessionId: string) => ({ sessionId, prompt: sessionId });

test('[SV3] [SV4] each session has an agent of its own, and ids that are equal are told apart', async () => {
  const { agents, received, until, send, ask, open, transport } = connected();
  expect((await ask('initialize', { protocolVersion: 1 })).result).toEqual({ protocolVersion: 1, agent: 0 });
  const names = [await open(), await open(), await open()];
  expect(names).toEqual(['s1', 's1-emend-2', 's1-emend-3']);
  expect(agents.map((agent) => agent.received.map(({ method }) => method))).toEqual(
    Array(3).fill(['initialize', 'session/new']),
  );
  const turns = names.map((name) => ask('session/prompt', promptFor(name)));
  for (const [of, sessionId] of names.entries()) {
    const question = await until(({ method, params }) => method !== 'session/update' && params?.['of'] === of);
    expect(question).toEqual({
      jsonrpc: '2.0',
      id: expect.anything(),
      method: 'session/request_permission',
      params: { sessionId, of },
    });
    send({ id: question.id, result: `yes to ${of}` });
  }
  expect((await Promise.all(turns)).map(({ result }) => result)).toEqual(
    [0, 1, 2].map((of) => ({ stopReason: 'end_turn', answer: `yes to ${of}` })),
  );
  expect(received.filter(({ method }) => method === 'session/update').map(({ params }) => params)).toEqual(
    names.map((sessionId, of) => ({ sessionId, of, update: sessionId })),
  );
  await transport.close();
  expect(agents.map(({ isEnded }) => isEnded)).toEqual([true, true, true]);
});

test('[SV6] a session that is closed takes its agent with it, and the last agent is used again', async () => {
  const { agents, ask, open } = connected();
  await ask('initialize');
  const [first, second] = [await open(), await open()];
  await ask('session/close', { sessionId: second });
  await expect.poll(() => agents[1]?.isEnded).toBe(true);
  await ask('session/close', { sessionId: first });
  expect(await open()).toBe('s2');
  expect(agents.length).toBe(2);
  expect(agents[0]?.isEnded).toBe(false);
});

test('[SV5] the list has the sessions of all agents by the names that the client knows', async () => {
  const { ask, open } = connected();
  await ask('initialize');
  await open();
  await open();
  expect((await ask('session/list', {})).result).toEqual({
    sessions: [{ sessionId: 's1', of: 0 }, { sessionId: 'stored' }, { sessionId: 's1-emend-2', of: 1 }],
    nextCursor: 'next',
  });
  expect((await ask('session/list', { cursor: 'next' })).result).toEqual({
    sessions: [{ sessionId: 's1', of: 0 }, { sessionId: 'stored' }],
    nextCursor: 'next',
  });
});

test('[SV6] a stored session is loaded by an agent without a session, and deleted by any', async () => {
  const { agents, ask, open } = connected();
  await ask('initialize');
  await open();
  await ask('session/load', { sessionId: 'stored' });
  await ask('session/load', { sessionId: 'stored' });
  await ask('session/set_mode', { sessionId: 'stored' });
  await ask('session/delete', { sessionId: 'other' });
  expect(agents.map((agent) => agent.received.slice(1).map(({ method }) => method))).toEqual([
    ['session/new', 'session/delete'],
    ['session/load', 'session/load', 'session/set_mode'],
  ]);
});

test('[SV7] [W55] an agent that ends takes its session with it, and the others stay', async () => {
  const { agents, ask, open, until, send } = connected();
  await ask('initialize');
  const [first, second] = [await open(), await open()];
  const turn = ask('session/prompt', promptFor(second));
  const question = await until(({ method }) => method === 'session/request_permission');
  agents[1]?.die();
  const error = { code: -32603, message: 'The agent has closed the connection.' };
  expect((await turn).error).toEqual(error);
  send({ id: question.id, result: 'late' });
  expect((await ask('session/prompt', promptFor(second))).error).toEqual({
    code: -32603,
    message: 'The agent of this session has ended. Load the session again.',
  });
  expect((await ask('session/set_mode', { sessionId: first })).result).toBeDefined();
  expect((await ask('session/load', { sessionId: second })).result).toBeDefined();
  agents[0]?.die();
  await expect.poll(() => agents[0]?.isEnded).toBe(true);
  expect((await ask('session/list')).result).toEqual({ sessions: [{ sessionId: 'stored' }], nextCursor: 'next' });
});

test('[SV7] [W55] a session whose agent has ended is loaded by the id that agents know, under its name', async () => {
  const { agents, lost, received, ask, open, until } = connected();
  await ask('initialize');
  const [first, second] = [await open(), await open()];
  expect([first, second]).toEqual(['s1', 's1-emend-2']);
  agents[1]?.die();
  await expect.poll(() => lost).toEqual([second]);
  expect((await ask('session/load', { sessionId: second, fail: true })).error).toEqual({ code: 1, message: 'no' });
  expect((await ask('session/prompt', promptFor(second))).error?.code).toBe(-32603);
  expect((await ask('session/fork', { sessionId: second })).result).toEqual({
    method: 'session/fork',
    params: { sessionId: 's1' },
  });
  expect((await ask('session/resume', { sessionId: second })).result).toEqual({
    method: 'session/resume',
    params: { sessionId: 's1' },
  });
  agents[2]?.say({ method: 'session/update', params: { sessionId: 's1', of: 2 } });
  await until(({ params }) => params?.['of'] === 2);
  expect(received.at(-1)?.params).toEqual({ sessionId: second, of: 2 });
  expect((await ask('x', { sessionId: first, for: 0 })).result).toEqual({
    method: 'x',
    params: { sessionId: 's1', for: 0 },
  });
  expect(agents[0]?.received.at(-1)?.params).toEqual({ sessionId: 's1', for: 0 });
  expect(agents.length).toBe(3);
});

test('[SV7] [W55] a session whose agent has ended can be closed and deleted, and no other is', async () => {
  const { agents, lost, ask, open } = connected();
  await ask('initialize');
  const names = [await open(), await open(), await open()];
  agents[1]?.die();
  agents[2]?.die();
  await expect.poll(() => lost).toEqual(names.slice(1));
  expect((await ask('session/close', { sessionId: names[1] })).result).toEqual({});
  // The oldest agent has a session of its own by that id.
  expect((await ask('session/delete', { sessionId: names[2] })).result).toBeDefined();
  expect(agents.map((agent) => agent.received.slice(1).map(({ method, params }) => [method, params]))).toEqual([
    [['session/new', { cwd: '/' }]],
    [['session/new', { cwd: '/' }]],
    [['session/new', { cwd: '/' }]],
    [['session/delete', { sessionId: 's1' }]],
  ]);
  agents[0]?.die();
  await expect.poll(() => lost).toEqual([...names.slice(1), names[0]]);
  expect((await ask('session/delete', { sessionId: names[0] })).result).toBeDefined();
  // The agent that was started for the other one has ended with it.
  expect([agents.length, agents[3]?.isEnded]).toEqual([5, true]);
});

test('[SV7] [W55] a turn that has no open request is told to be over when its agent ends', async () => {
  const { agents, received, ask, open, until, lost } = connected();
  await ask('initialize');
  const [, second] = [await open(), await open()];
  const state = (update: object) => ({
    method: 'session/update',
    params: { sessionId: 's1', update: { sessionUpdate: 'state_update', ...update } },
  });
  agents[0]?.say(state({ state: 'running' }));
  agents[0]?.say(state({ state: 'idle', stopReason: 'end_turn' }));
  agents[1]?.say(state({ state: 'requires_action' }));
  await until(({ params }) => params?.['sessionId'] === second);
  const seen = received.length;
  for (const agent of agents) agent.die();
  await expect.poll(() => lost.length).toBe(2);
  await expect.poll(() => received.length).toBe(seen + 1);
  const error = { code: -32603, message: 'The agent has closed the connection.' };
  expect(received.slice(seen)).toEqual([
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: second,
        update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error },
      },
    },
  ]);
});

test('[SV7] the end of the agent before the handshake is over is the end of the connection', async () => {
  const { agents, ended, send } = connected();
  send({ id: 1, method: 'unknown' });
  await expect.poll(() => agents.length).toBe(1);
  agents[0]?.die();
  await expect(ended).rejects.toThrow('The agent has closed the connection.');
});

test('[SV5] what names a session that was closed does not reach another one that its agent calls the same', async () => {
  const { agents, ask, open, send } = connected();
  await ask('initialize');
  const [first, second] = [await open(), await open()];
  await ask('session/close', { sessionId: first });
  await expect.poll(() => agents[0]?.isEnded).toBe(true);
  send({ method: 'session/cancel', params: { sessionId: first } });
  await ask('x', { sessionId: first, for: first });
  await ask('x', { sessionId: second, for: second });
  expect(agents[1]?.received.slice(2).map(({ method, params }) => [method, params])).toEqual([
    ['x', { sessionId: 's1', for: second }],
  ]);
});

test('[SV5] cancelling finds its request in either direction', async () => {
  const { agents, ask, open, send, until } = connected();
  await ask('initialize');
  await open();
  const second = await open();
  send({ id: 'long', method: 'session/prompt', params: promptFor(second) });
  await until(({ method }) => method === 'session/request_permission');
  agents[0]?.say({ id: 0, method: 'session/request_permission', params: { sessionId: 's1' } });
  const other = await until(({ params, method }) => method !== 'session/update' && params?.['sessionId'] === 's1');
  send({ method: '$/cancel_request', params: { requestId: 'long' } });
  agents[0]?.say({ method: '$/cancel_request', params: { requestId: 0 } });
  const cancelled = await until(({ method }) => method === '$/cancel_request');
  expect(cancelled.params).toEqual({ requestId: other.id });
  await expect.poll(() => agents[1]?.received.at(-1)?.method).toBe('$/cancel_request');
  expect(agents[0]?.received.some(({ method }) => method === '$/cancel_request')).toBe(false);
});

test('[SV5] batches are taken apart', async () => {
  const { ask, open, transport, until } = connected();
  await ask('initialize');
  const [first, second] = [await open(), await open()];
  const entry = (id: string, sessionId: string) => ({ jsonrpc: '2.0', id, method: 'x', params: { sessionId } });
  transport.send(JSON.stringify([entry('a', first), entry('b', second)]));
  expect((await until(({ id }) => id === 'a')).result).toEqual({ method: 'x', params: { sessionId: 's1' } });
  expect((await until(({ id }) => id === 'b')).result).toEqual({ method: 'x', params: { sessionId: 's1' } });
});

// The model: each name that a client was given belongs to one agent for ever, and messages for it reach that agent only.
test('[SV5] whatever is opened, closed and asked, a message reaches the agent of its session', async () => {
  const action = fc.constantFrom('open', 'ask', 'close', 'list');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(action, fc.nat(20)), { maxLength: 25 }), async (actions) => {
      const { agents, ask, open, transport } = connected();
      await ask('initialize');
      const owners = new Map<string, FakeAgent>();
      for (const [what, pick] of actions) {
        const name = [...owners.keys()][pick % Math.max(1, owners.size)];
        if (what === 'open') {
          const opened = await open();
          const owner = agents.find((agent) => agent.received.at(-1)?.method === 'session/new' && !agent.isEnded);
          expect(owners.has(opened)).toBe(false);
          owners.set(opened, owner as FakeAgent);
          // So that the next one to open a session is told apart.
          await ask('mark', { sessionId: opened });
        } else if (what === 'list') {
          const { sessions } = (await ask('session/list')).result as { sessions: { sessionId: string }[] };
          for (const each of owners.keys()) expect(sessions.map(({ sessionId }) => sessionId)).toContain(each);
        } else if (name !== undefined) {
          await ask(what === 'ask' ? 'x' : 'session/close', { sessionId: name, for: name });
          expect(owners.get(name)?.received.at(-1)?.params?.['for']).toBe(name);
          if (what === 'close') owners.delete(name);
        }
        expect(new Set(owners.values()).size).toBe(owners.size);
      }
      await transport.close();
    }),
    { numRuns: 60 },
  );
});
