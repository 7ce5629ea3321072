import { agent, connect, RpcError, serve, type Transport } from '@emend/acp';
import { ContentBlock, RequestPermissionResponse, SessionNotification, ToolCallUpdate } from '@emend/acp/protocol/june';
import juneSchema from '@emend/acp/protocol/schema/june.json' with { type: 'json' };
import v1Schema from '@emend/acp/protocol/schema/v1.json' with { type: 'json' };
import { type TransportPair, transportContract } from '@emend/acp/testing';
import { describe, expect, test } from 'vitest';
import { clientOf, initialize, pairOf, scriptedClient } from './pair.ts';

const cwd = '/project';

/** A conversation that uses most of the protocol, and the frames of both sides. */
async function conversation(): Promise<string[]> {
  await using pair = await pairOf(
    {
      mintId: (purpose) => `${purpose}-1`,
      newSession: () => ({ configOptions: [] }),
      async prompt(turn) {
        await turn.thought().append('thinking');
        const call = turn.toolCall({ title: 'Run', kind: 'execute', status: 'pending' });
        await turn.requestPermission(call);
        await call.finish({ rawOutput: 0 });
        await turn.plan([{ content: 'a', priority: 'low', status: 'pending' }]);
        await turn.usage({ used: 1, size: 2 });
        await turn.info({ title: 'T\nwo lines' });
        await turn.message().append('döne\n');
      },
    },
    { requestPermission: () => 'allow' },
  );
  const session = await pair.client.newSession({ cwd });
  await session.prompt('go\n');
  session.cancel();
  return [...pair.fromClient, ...pair.fromAgent];
}

test('[B2] every message is one line of JSON', async () => {
  const frames = await conversation();
  expect(frames.length).toBeGreaterThan(10);
  for (const frame of frames) {
    expect(frame).not.toMatch(/[\r\n]/);
    expect(JSON.parse(frame)).toMatchObject({ jsonrpc: '2.0' });
  }
});

test('[B4] notifications are not answered, in a batch or alone, known or broken', async () => {
  const script = scriptedClient({ prompt: () => {} });
  await script.play([
    { send: initialize },
    { expect: () => {} },
    { send: { jsonrpc: '2.0', method: '_nobody/knows' } },
    { send: { jsonrpc: '2.0', method: 'session/cancel', params: { wrong: true } } },
    { send: [{ jsonrpc: '2.0', method: '_nobody/knows' }] },
    { send: { jsonrpc: '2.0', id: 'last', method: '_ask' } },
    { expect: { jsonrpc: '2.0', id: 'last', error: { code: -32601, message: 'Method not found: _ask' } } },
    { close: true },
  ]);
});

test('[B7] nothing that the roles send is a batch', async () => {
  expect((await conversation()).filter((frame) => frame.startsWith('['))).toEqual([]);
});

interface Definition {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** Every object of the schema, however deep. */
function* definitionsIn(value: unknown): Generator<Definition> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Definition;
  for (const inner of Object.values(value)) yield* definitionsIn(inner);
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  const inner = Object.entries(value).filter(([key]) => !['_meta', 'rawInput', 'rawOutput', 'data'].includes(key));
  return [...own, ...inner.flatMap(([, each]) => keysOf(each))];
}

/** The keys that a schema defines anywhere. */
function definedIn(schema: unknown): Set<string> {
  return new Set([...definitionsIn(schema)].flatMap(({ properties }) => Object.keys(properties ?? {})));
}

test('[B8] no message has a key that the protocol does not define', async () => {
  const [handshake, ...messages] = (await conversation()).map((frame) => JSON.parse(frame));
  // The handshake says who the client is and what it offers again, as November and v1 have it.
  const { clientCapabilities, info, ...params } = handshake.params;
  expect(info).toEqual(params.clientInfo);
  const own = ['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'code', 'message', 'data'];
  const known = new Set([...own, ...definedIn(juneSchema)]);
  const used = new Set([{ ...handshake, params }, ...messages].flatMap(keysOf));
  expect([...used].filter((key) => !known.has(key))).toEqual([]);
  expect(used.size).toBeGreaterThan(25);
  const offered = keysOf({ clientCapabilities });
  expect(offered.filter((key) => !definedIn(v1Schema).has(key))).toEqual([]);
  expect(offered.length).toBeGreaterThan(3);
});

test('[B9] metadata means nothing to us and arrives as it was sent, trace context included', async () => {
  const _meta = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
    baggage: 'c=d',
    'x.y': [null],
  };
  const seen: unknown[] = [];
  await using pair = await pairOf({
    acknowledgesPrompts: false,
    newSession: (request) => void seen.push(request._meta),
    prompt: async (turn) => {
      seen.push(turn.request._meta);
      await turn.message({ content: 'a', _meta }).append('b');
    },
  });
  const session = await pair.client.newSession({ cwd, _meta });
  await session.prompt('go', { _meta });
  expect([...seen, session.state.messages.at(0)?._meta]).toEqual([_meta, _meta, _meta]);
});

test('[B12] extensions are advertised as metadata of capabilities, on both sides', async () => {
  const _meta = { 'example.com': { fast: true } };
  await using pair = await pairOf({ prompt: () => {}, _meta }, { capabilities: { _meta } });
  expect(pair.client.agent.capabilities?._meta).toEqual(_meta);
  expect(JSON.parse(pair.fromClient[0] ?? '').params.capabilities).toEqual({ _meta });
});

test('[B14] unknown values are kept, known ones with a broken body refused', () => {
  const update = (value: object) => SessionNotification.decode({ sessionId: 's', update: value }).ok;
  expect(update({ sessionUpdate: '_mine', anything: 1 })).toBe(true);
  expect(update({ sessionUpdate: 'of_a_later_draft' })).toBe(true);
  expect(update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: '_x', y: 1 } })).toBe(true);
  expect(update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text' } })).toBe(false);
  expect(update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 1 } })).toBe(
    false,
  );
  expect(update({ sessionUpdate: 7 })).toBe(false);
});

test('[B15] what the schema leaves open is open, and the rest is not', () => {
  expect(ContentBlock.decode({ type: '_x' }).ok).toBe(true);
  expect(ToolCallUpdate.decode({ toolCallId: 'c', kind: '_x', status: '_y' }).ok).toBe(true);
  expect(RequestPermissionResponse.decode({ outcome: { outcome: 'cancelled' } }).ok).toBe(true);
  expect(RequestPermissionResponse.decode({ outcome: { outcome: '_x' } }).ok).toBe(false);
});

/** A transport that nobody has thought of: a message port. */
function portTransport(port: MessagePort): Transport {
  const waiting: string[][] = [];
  let wake = (): void => {};
  let isOver = false;
  const end = () => {
    isOver = true;
    wake();
  };
  port.onmessage = ({ data }) => {
    if (data === null) return end();
    waiting.push([data]);
    wake();
  };
  return {
    send: (frame) => {
      if (isOver) return Promise.reject(new Error('closed'));
      port.postMessage(frame);
      return undefined;
    },
    frames: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const batch = waiting.shift();
          if (batch !== undefined) yield batch;
          else if (isOver) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
    async close() {
      if (!isOver) port.postMessage(null);
      end();
      await new Promise((resolve) => setTimeout(resolve, 5));
      port.close();
    },
  };
}

describe('[B16] a transport of one’s own', () => {
  const make = async (): Promise<TransportPair> => {
    const { port1, port2 } = new MessageChannel();
    return { near: portTransport(port1), far: portTransport(port2) };
  };
  test.each(transportContract)('keeps the contract: $name', ({ check }) => check(make));

  test('carries a session', async () => {
    const { near, far } = await make();
    serve(agent({ prompt: async (turn) => void turn.message({ content: 'over a port' }) }), far);
    const client = await connect(near);
    const session = await client.newSession({ cwd });
    expect(await session.prompt('go')).toEqual({ stopReason: 'end_turn' });
    expect([...session.state.messages].map(({ kind }) => kind)).toEqual(['user', 'agent']);
    await client.close();
  });
});

describe('[B17] errors', () => {
  test('have an integer and one short sentence', async () => {
    const { fromAgent, client } = await pairOf({
      prompt: () => {
        throw new Error('a secret\nstack');
      },
      authentication: { methods: [{ type: 'agent', id: 'a', name: 'A' }], authenticate: () => {} },
    });
    const { id: sessionId } = await client.newSession({ cwd });
    const calls: [string, unknown][] = [
      ['session/prompt', { sessionId, prompt: [] }],
      ['session/prompt', { sessionId: 'none', prompt: [] }],
      ['session/prompt', { sessionId, prompt: 7 }],
      ['session/new', { cwd: 'x', mcpServers: [] }],
      ['authenticate', { methodId: 'b' }],
      ['nothing', {}],
    ];
    for (const [method, params] of calls) await expect(client.request(method, params)).rejects.toBeInstanceOf(RpcError);
    const errors = fromAgent.map((frame) => JSON.parse(frame).error).filter(Boolean);
    expect(errors.map(({ code }) => code)).toEqual([-32603, -32002, -32602, -32602, -32602, -32601]);
    for (const { message } of errors) expect(message).toMatch(/^[^\n]{5,120}$/);
    expect(JSON.stringify(errors)).not.toContain('secret');
    await client.close();
  });

  test('without an integer are no answer', async () => {
    const { client, script } = await clientOf();
    const asking = client.request('_ask');
    await script.next();
    await script.send({ jsonrpc: '2.0', id: 2, error: { code: 1.5, message: 'half' } });
    await expect(asking).rejects.toMatchObject({ reason: 'malformed-response' });
    await client.close();
  });
});

test('[B18] tags are in snake_case and keys in camelCase', () => {
  const tags = new Set<string>();
  const keys = new Set<string>();
  for (const { properties, enum: values, const: value } of definitionsIn(juneSchema)) {
    for (const each of [...(values ?? []), value]) if (typeof each === 'string') tags.add(each);
    for (const key of Object.keys(properties ?? {})) keys.add(key);
  }
  // Methods have a slash between their parts.
  expect([...tags].filter((tag) => !/^(session\/)?[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(tag))).toEqual(['2.0']);
  expect([...keys].filter((key) => !/^[a-z][a-zA-Z0-9]*$/.test(key))).toEqual(['_meta']);
  expect(tags.size).toBeGreaterThan(40);
});

test('[B19] a request that is taken back is aborted and still answered', async () => {
  const script = scriptedClient({
    prompt: () => {},
    requests: {
      _slow: (_params, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  });
  await script.play([
    { send: initialize },
    { expect: () => {} },
    { send: { jsonrpc: '2.0', id: 'slow', method: '_slow' } },
    { send: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'slow' } } },
    { expect: { jsonrpc: '2.0', id: 'slow', error: { code: -32800, message: 'Request cancelled' } } },
    { close: true },
  ]);
});
