import { describe, expect, test } from 'vitest';
import { type Dialect, dialects } from '../../protocol/dialects.ts';
import { connected } from '../test-support/connected.ts';
import {
  fresh,
  initialize,
  novemberAnswer,
  offeredToV1,
  result,
  v1Answer,
  v2Answer,
} from '../test-support/handshake.ts';

const info = { name: 'c', version: '1' };
const unknown = { name: 'unknown', version: 'unknown' };

/** The params of a client of each dialect. */
const clients = {
  v1: { protocolVersion: 1, clientInfo: info, clientCapabilities: { fs: { readTextFile: true } } },
  june: { protocolVersion: 2, clientInfo: info, capabilities: { _meta: { k: 1 } } },
  november: { protocolVersion: 2, info, capabilities: { elicitation: { form: {} } } },
} as const;

/** What an agent of each dialect answers. */
const answers = {
  v1: { ...v1Answer, agentInfo: info },
  june: { ...v2Answer, agentInfo: info },
  november: novemberAnswer,
} as const;

/** What is sent to an agent, in words for all dialects. */
const forAll = {
  june: {
    protocolVersion: 2,
    info,
    clientInfo: info,
    capabilities: { _meta: { k: 1 } },
    clientCapabilities: { ...offeredToV1, _meta: { k: 1, terminal_output: true } },
    _meta: { 'emend/prefers': 'june' },
  },
  november: {
    protocolVersion: 2,
    info,
    clientInfo: info,
    capabilities: { elicitation: { form: {} } },
    clientCapabilities: {
      ...offeredToV1,
      elicitation: { form: {} },
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    },
    _meta: { 'emend/prefers': 'november' },
  },
} as const;

/** The words of v1 on behalf of a client of each draft. */
const inV1 = {
  june: { protocolVersion: 1, clientInfo: info, clientCapabilities: forAll.june.clientCapabilities },
  november: { protocolVersion: 1, clientInfo: info, clientCapabilities: forAll.november.clientCapabilities },
} as const;

/** The marks by which a client knows the dialect of its answer. */
function shapeOf(message: unknown): unknown {
  const { result: given } = message as { readonly result: Readonly<Record<string, unknown>> };
  const marks = ['protocolVersion', 'agentCapabilities', 'capabilities', 'agentInfo', 'info'];
  return Object.fromEntries(
    marks.filter((mark) => mark in given).map((mark) => [mark, mark === 'protocolVersion' ? given[mark] : true]),
  );
}

const shapes: Readonly<Record<Dialect, object>> = {
  v1: { protocolVersion: 1, agentCapabilities: true, agentInfo: true },
  june: { protocolVersion: 2, capabilities: true, agentInfo: true },
  november: { protocolVersion: 2, capabilities: true, info: true },
};

const error = (code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id: 0,
  error: data === undefined ? { code, message } : { code, message, data },
});
const unsupported = (requested: number, ...supported: readonly unknown[]) =>
  error(-32022, 'Unsupported protocol version', { requested, supported });

const drafts = ['june', 'november'] as const;

describe('[N1] what the agent of a client of a draft is asked', () => {
  test.each(drafts)('%s: one request in words for all dialects', async (client) => {
    const { client: near, agent } = connected();
    await near.send(initialize(clients[client]));
    expect(await agent.next()).toEqual(initialize(forAll[client]));
  });

  test.each([
    ['a June client without a name', { protocolVersion: 2, capabilities: {} }, unknown, unknown],
    ['null for a name', { protocolVersion: 2, clientInfo: null, info: null }, unknown, unknown],
    ['a malformed name', { protocolVersion: 2, clientInfo: { name: 5 } }, unknown, unknown],
    ['a malformed title', { protocolVersion: 2, info: { ...info, title: 4 } }, info, info],
    ['a malformed title of a June client', { protocolVersion: 2, clientInfo: { ...info, title: 4 } }, info, info],
    [
      'a June client by its preference, whose name is malformed',
      { protocolVersion: 2, info, clientInfo: {}, _meta: { 'emend/prefers': 'june' } },
      info,
      info,
    ],
    ['a November client with malformed info', { protocolVersion: 3, info: 'x' }, unknown, unknown],
    ['both names', { protocolVersion: 2, info, clientInfo: { ...info, title: 'C' } }, info, info],
  ])('%s', async (_, params, sentInfo, sentClientInfo) => {
    const { client, agent } = connected();
    await client.send(initialize(params));
    const asked = (await agent.next()) as { readonly params: { readonly info: object; readonly clientInfo: object } };
    expect([asked.params.info, asked.params.clientInfo]).toEqual([sentInfo, sentClientInfo]);
  });

  test('[N9] malformed capabilities and a malformed _meta of a November client count as absent', async () => {
    const { client, agent } = connected();
    await client.send(
      initialize({
        protocolVersion: 2,
        info,
        capabilities: { elicitation: true, auth: { terminal: 7 }, _meta: 'x' },
        _meta: 5,
      }),
    );
    expect(await agent.next()).toMatchObject({
      params: { capabilities: { auth: {} }, _meta: { 'emend/prefers': 'november' } },
    });
  });
});

const pairs = (['v1', 'june', 'november'] as const).flatMap((client) =>
  (['v1', 'june', 'november'] as const).map((agent) => [client, agent] as const),
);

test.each(pairs)(
  '[N4] a %s client and a %s agent: the client is answered in its own dialect',
  async (client, agent) => {
    const near = connected();
    await near.client.send(initialize(clients[client]));
    await near.agent.next();
    await near.agent.send(result(answers[agent]));
    const answer = await near.client.next();
    expect(shapeOf(answer)).toEqual(shapes[client]);
    if (client === agent) expect(answer).toEqual(result(answers[agent]));
    expect(near.events.find(({ type }) => type === 'connected')).toEqual({
      type: 'connected',
      client,
      agent,
      isTranslating: client !== agent,
    });
  },
);

test.each(
  (['v1', 'june', 'november'] as const).flatMap((agent) => [
    ['november', agent, { protocolVersion: 2, info: { ...info, title: 4, _meta: [] }, capabilities: 5 }] as const,
    ['june', agent, { protocolVersion: 2, clientInfo: {} }] as const,
    ['june', agent, { protocolVersion: 2, clientInfo: { name: 5 }, capabilities: 5, _meta: 'x' }] as const,
    ['june', agent, { protocolVersion: 2, info, clientInfo: {}, _meta: { 'emend/prefers': 'june' } }] as const,
  ]),
)('[N9] a %s client is answered by a %s agent, whatever is malformed in %j', async (client, agent, params) => {
  const near = connected();
  await near.client.send(initialize(params));
  const asked = (await near.agent.next()) as { readonly params: unknown };
  expect(dialects[agent].methods['initialize']?.params.is(asked.params)).toBe(true);
  await near.agent.send(result(answers[agent]));
  expect(shapeOf(await near.client.next())).toEqual(shapes[client]);
});

describe('what follows when the handshake fails', () => {
  test('[N13] a v1 client goes to the agent unchanged, and on in v1', async () => {
    const { client, agent, clientEnd } = connected();
    const frame = '{"jsonrpc":"2.0",  "id":0,"method":"initialize","params":{"protocolVersion":1}}';
    await clientEnd.send(frame);
    expect(JSON.stringify(await agent.next())).toBe(JSON.stringify(JSON.parse(frame)));
    await agent.send(result(answers.v1));
    await client.expect(result(answers.v1));
  });

  test.each([[[2]], [[2, 3]]])(
    '[N13] an agent without v1, which supports %j, is asked for a draft',
    async (supported) => {
      const { client, agent, events } = connected();
      await client.send(initialize(clients.v1));
      expect(await agent.next()).toEqual(initialize(clients.v1));
      await agent.send(unsupported(1, ...supported));
      expect(await agent.next()).toEqual(
        initialize({
          ...clients.v1,
          protocolVersion: 2,
          info,
          capabilities: {},
          _meta: { 'emend/prefers': 'june' },
        }),
      );
      await agent.send(result(answers.june));
      expect(shapeOf(await client.next())).toEqual(shapes.v1);
      expect(events[0]).toEqual({ type: 'asked-again', isFresh: false });
    },
  );

  test('[N13] a v1 client gets any other refusal of its own words', async () => {
    for (const refusal of [error(-32602, 'No'), unsupported(1, 3), unsupported(1, 1), error(-32022, 'No')]) {
      const { client, agent } = connected();
      await client.send(initialize(clients.v1));
      await agent.next();
      await agent.send(refusal);
      await client.expect(refusal);
    }
  });

  test.each(drafts)('[N13] -32022 with 1 among the versions: a %s client goes on in v1', async (client) => {
    const near = connected();
    await near.client.send(initialize(clients[client]));
    await near.agent.next();
    await near.agent.send(unsupported(2, 1));
    expect(await near.agent.next()).toEqual(initialize(inV1[client]));
    await near.agent.send(result(answers.v1));
    expect(shapeOf(await near.client.next())).toEqual(shapes[client]);
  });

  test('[N13] -32022 with 2 alone is refused: the agent is broken', async () => {
    const { client, agent, events } = connected({ restart: fresh().restart });
    await client.send(initialize(clients.november));
    await agent.next();
    await agent.send(unsupported(2, 2));
    await client.expect(unsupported(2, 2));
    expect(events).toEqual([]);
  });

  test.each(drafts)(
    '[N13] any other error: a %s client is asked for in v1, then on a fresh connection',
    async (client) => {
      const second = fresh();
      const near = connected({ restart: second.restart });
      await near.client.send(initialize(clients[client]));
      await near.agent.next();
      await near.agent.send(error(-32602, 'Invalid params'));
      expect(await near.agent.next()).toEqual(initialize(inV1[client]));
      await near.agentEnd.close();
      expect(await second.agent.next()).toEqual(initialize(inV1[client]));
      await second.agent.send(result(answers.v1));
      expect(shapeOf(await near.client.next())).toEqual(shapes[client]);
    },
  );

  test('[N13] an end without an answer: v1 on a fresh connection', async () => {
    const second = fresh();
    const { client, agent, agentEnd } = connected({ restart: second.restart });
    await client.send(initialize(clients.november));
    await agent.next();
    await agentEnd.close();
    expect(await second.agent.next()).toEqual(initialize(inV1.november));
    await second.agent.send(result(answers.v1));
    expect(shapeOf(await client.next())).toEqual(shapes.november);
  });

  test('[N13] a v1 client that says 2 is asked for in its own words, then with 1', async () => {
    const own = { protocolVersion: 2, clientCapabilities: { terminal: true } };
    const { client, agent } = connected();
    await client.send(initialize(own));
    expect(await agent.next()).toEqual(initialize(own));
    await agent.send(error(-32602, 'Invalid params: info'));
    expect(await agent.next()).toEqual(initialize({ ...own, protocolVersion: 1 }));
    await agent.send(result(answers.v1));
    await client.expect(result(answers.v1));
  });

  test.each([['v1'], ['june'], ['november']] as const)(
    '[N12] an agent that chooses a version above 2 ends the connection of a %s client with a message',
    async (client) => {
      const near = connected({ restart: fresh().restart });
      await near.client.send(initialize(clients[client]));
      await near.agent.next();
      await near.agent.send(result({ protocolVersion: 3, info }));
      const message = 'The agent has chosen version 3 of the protocol, and this bridge knows 1 and 2.';
      await near.client.play([{ expect: error(-32603, message) }, { expectEnd: true }]);
      expect(await near.ended).toMatchObject({ by: 'agent', cause: { name: 'ConnectionError', message } });
    },
  );
});

describe('what the bridge answers itself', () => {
  test.each([
    [{ protocolVersion: '2', info }, -32602],
    [{ protocolVersion: 0, info }, -32022],
    [{ protocolVersion: 2, info: { name: 'x' } }, -32602],
    [[], -32602],
  ])('[N7] [N8] a handshake %j is refused with %i, and the connection stays open for another', async (params, code) => {
    const { client, agent } = connected();
    await client.send(initialize(params));
    expect(await client.next()).toMatchObject({ id: 0, error: { code } });
    await client.send(initialize(clients.november));
    await agent.next();
    await agent.send(result(novemberAnswer));
    await client.expect(result(novemberAnswer));
  });

  async function translated() {
    const near = connected();
    await near.client.send(initialize(clients.november));
    await near.agent.next();
    await near.agent.send(result(answers.june));
    const { result: first } = (await near.client.next()) as { readonly result: object };
    return { ...near, first };
  }
  const again = (id: unknown, params: object) => ({ jsonrpc: '2.0', id, method: 'initialize', params });

  test('[BR74] [N11] a November client may repeat initialize until it has sent another request', async () => {
    const { client, agent, events, first } = await translated();
    const other = { protocolVersion: 3, info: { name: 'other', version: '2' } };
    await client.send(again(1, other));
    await client.expect({ jsonrpc: '2.0', id: 1, result: first });
    for (const [params, code] of [
      [{ protocolVersion: 1, info }, -32600],
      [{ protocolVersion: 0, info }, -32600],
      [{ protocolVersion: 2 }, -32602],
      [{ protocolVersion: 'x' }, -32602],
    ] as const) {
      await client.send(again(2, params));
      expect(await client.next()).toMatchObject({ id: 2, error: { code } });
    }
    await client.send(again(3, clients.november));
    await client.expect({ jsonrpc: '2.0', id: 3, result: first });
    await client.send({ jsonrpc: '2.0', id: 4, method: '_own' });
    await agent.expect({ jsonrpc: '2.0', id: 4, method: '_own' });
    await client.send(again(5, clients.november));
    const message = 'It is too late to repeat initialize: another request was sent.';
    await client.expect({ jsonrpc: '2.0', id: 5, error: { code: -32600, message } });
    expect(events.flatMap((event) => (event.type === 'initialized-again' ? [event.params] : []))).toEqual([
      other,
      clients.november,
    ]);
  });

  test('[N11] initialize while another is under way is refused', async () => {
    const { client, agent } = connected();
    await client.send(initialize(clients.november));
    await agent.next();
    await client.send(again(1, clients.november));
    await client.expect({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32600, message: 'Another initialize is not answered yet.' },
    });
    await agent.send(result(answers.june));
    expect(shapeOf(await client.next())).toEqual(shapes.november);
  });

  const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };

  test.each([
    [
      '[N80] a batch',
      [
        { jsonrpc: '2.0', id: 1, method: '_a' },
        { jsonrpc: '2.0', method: '_b' },
      ],
    ],
    ['[N80] an empty batch', []],
    ['[N81] a request whose id is null', { jsonrpc: '2.0', id: null, method: '_a' }],
    ['[N81] a request whose id is a fraction', { jsonrpc: '2.0', id: 1.5, method: '_a' }],
    ['[N81] a request whose id is an object', { jsonrpc: '2.0', id: {}, method: '_a' }],
  ])('%s of a November peer gets one answer without an id, and nothing in it is handled', async (_, message) => {
    const { client, agent } = await translated();
    await client.send(message);
    await client.expect(invalid);
    await client.send({ jsonrpc: '2.0', method: '_next' });
    await agent.expect({ jsonrpc: '2.0', method: '_next' });
  });

  test('[BR74] [N80] so does a batch of a November agent', async () => {
    const { client, agent } = connected();
    await client.send(initialize(clients.june));
    await agent.next();
    await agent.send(result(novemberAnswer));
    await client.next();
    await agent.send([{ jsonrpc: '2.0', method: '_a' }]);
    await agent.expect(invalid);
    await agent.send({ jsonrpc: '2.0', method: '_b' });
    await client.expect({ jsonrpc: '2.0', method: '_b' });
  });
});
