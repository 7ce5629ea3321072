import { expect, test } from 'vitest';
import type { Received, Transport } from '../../transport/transport.ts';
import type { LedgerEntry } from '../ledger.ts';
import { connected } from '../test-support/connected.ts';
import type { BridgeOptions } from './bridge-options.ts';

/** One frame after the other, as text. */
function reader({ frames }: Transport): () => Promise<Received | undefined> {
  const batches = frames[Symbol.asyncIterator]();
  let batch: readonly Received[] = [];
  return async () => {
    while (batch.length === 0) {
      const { done, value } = await batches.next();
      if (done === true) return undefined;
      batch = value;
    }
    const [next, ...rest] = batch;
    batch = rest;
    return next;
  };
}

const v1Result = '{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}';
const v2Result = '{"protocolVersion":2,"capabilities":{"session":{}}}';

/** A client and an agent that have just shaken hands; both talk in texts, as doubles would spoil what is looked at. */
async function talking(client: 1 | 2, agent: 1 | 2, { id = '0', ...options }: BridgeOptions & { id?: string } = {}) {
  const { clientEnd, agentEnd, events, ended } = connected(options);
  const client_ = { send: (text: string) => clientEnd.send(text), next: reader(clientEnd) };
  const agent_ = { send: (text: string) => agentEnd.send(text), next: reader(agentEnd) };
  await client_.send(`{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":${client}}}`);
  const asked = await agent_.next();
  await agent_.send(`{"jsonrpc":"2.0","id":${id},"result":${agent === 1 ? v1Result : v2Result}}`);
  const answered = await client_.next();
  const ledger = (): readonly LedgerEntry[] => events.flatMap((one) => (one.type === 'ledger' ? [one.entry] : []));
  return { client: client_, agent: agent_, asked, answered, ledger, events, ended, clientEnd, agentEnd };
}

const update = (fields: string) =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":${fields}}}`;
const idOf = (text: unknown) => /"id":([^,}]*)/.exec(String(text))?.[1];
const ids = ['9007199254740993', '1e400', '0.10000000000000001', '12345678901234567890.5'];

test.each(ids)('[BR80] the id %s of a handshake comes back', async (id) => {
  for (const [client, agent] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const { asked, answered, ledger } = await talking(client, agent, { id });
    expect([idOf(asked), idOf(answered), ledger()]).toEqual([id, id, []]);
  }
});

test.each(ids)('[BR80] the id %s comes back where the handshake is put in other words', async (id) => {
  const { clientEnd, agentEnd } = connected({ serve: { requests: {} } });
  const [fromBridge, toClient] = [reader(agentEnd), reader(clientEnd)];
  await clientEnd.send(`{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":2}}`);
  expect(idOf(await fromBridge())).toBe(id);
  await agentEnd.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
  expect(idOf(await fromBridge())).toBe(id);
  await agentEnd.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
  expect(idOf(await fromBridge())).toBe(id);
  await agentEnd.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
  expect(idOf(await toClient())).toBe(id);
});

test.each(ids)('[BR80] the id %s comes back where v2 is asked for, and where that is refused', async (id) => {
  const { clientEnd, agentEnd } = connected({ rewrite: 'hold' });
  const [fromBridge, toClient] = [reader(agentEnd), reader(clientEnd)];
  await clientEnd.send(`{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{"protocolVersion":1}}`);
  expect(idOf(await fromBridge())).toBe(id);
  await agentEnd.send(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
  expect(idOf(await fromBridge())).toBe(id);
  await agentEnd.send(`{"jsonrpc":"2.0","id":${id},"result":${v1Result}}`);
  expect(idOf(await toClient())).toBe(id);
});

test('[BR80] ids that a double takes for one another have each its own answer', async () => {
  const { client, agent, ledger } = await talking(2, 1);
  const alike = ['9007199254740993', '9007199254740992', '"exactly 9007199254740993"'];
  const params = '{"cwd":"/","mcpServers":[]}';
  for (const id of alike) await client.send(`{"jsonrpc":"2.0","id":${id},"method":"session/new","params":${params}}`);
  expect([idOf(await agent.next()), idOf(await agent.next()), idOf(await agent.next())]).toEqual(alike);
  await agent.send(`{"jsonrpc":"2.0","id":${alike[1]},"result":{"sessionId":"b"}}`);
  await agent.send(`{"jsonrpc":"2.0","id":${alike[2]},"result":{"sessionId":"c"}}`);
  await agent.send(`{"jsonrpc":"2.0","id":${alike[0]},"result":{"sessionId":"a"}}`);
  const answers = [await client.next(), await client.next(), await client.next()].map(String);
  expect(answers.map((text) => [idOf(text), /"sessionId":"(.)"/.exec(text)?.[1]])).toEqual([
    [alike[1], 'b'],
    [alike[2], 'c'],
    [alike[0], 'a'],
  ]);
  expect(ledger()).toEqual([]);
});

test('[BR80] ids in batches and cancels are exact', async () => {
  const { client, agent } = await talking(2, 1);
  const id = '9007199254740993';
  await client.send(
    `[{"jsonrpc":"2.0","id":${id},"method":"_x"},{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}]`,
  );
  expect(await agent.next()).toBe(`{"jsonrpc":"2.0","id":${id},"method":"_x"}`);
  expect(await agent.next()).toBe(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}`);
  await agent.send(`{"jsonrpc":"2.0","id":${id},"result":{"n":${id}}}`);
  expect(await client.next()).toBe(`[{"jsonrpc":"2.0","id":${id},"result":{"n":${id}}}]`);
});

test.each([
  [1, 1],
  [2, 1],
] as const)('[BR80] who is left without an answer is told by the exact id (%i to %i)', async (one, other) => {
  const { client, agent, agentEnd } = await talking(one, other);
  await client.send('{"jsonrpc":"2.0","id":9007199254740993,"method":"_x"}');
  await agent.next();
  await agentEnd.close();
  expect(idOf(await client.next())).toBe('9007199254740993');
});

test('[BR80] a request that is served is cancelled by its exact id', async () => {
  const requests = { 'fs/read_text_file': () => new Promise<never>(() => {}) };
  const { client, agent } = await talking(2, 1, { serve: { requests } });
  await client.send('{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}');
  await agent.next();
  const id = '9007199254740993';
  const read = `"method":"fs/read_text_file","params":{"sessionId":"s","path":"/f"}`;
  await agent.send(`{"jsonrpc":"2.0","id":${id},${read}}`);
  await agent.send(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}`);
  expect(await agent.next()).toBe(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32800,"message":"Request cancelled"}}`);
});

test('[BR81] what crosses as it is keeps its digits, also in a message that is written anew', async () => {
  const { client, agent, ledger } = await talking(1, 2);
  const raw =
    '"rawInput":{"n":9007199254740993,"list":[-0,1e400,{"x":0.10000000000000001}]},"_meta":{"t":1731680334123456789}';
  await agent.send(update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"T",${raw}}`));
  expect(await client.next()).toBe(update(`{"sessionUpdate":"tool_call","toolCallId":"c","title":"T",${raw}}`));
  const again = update('{"sessionUpdate":"tool_call_update","toolCallId":"c","rawInput":{"n":9007199254740995}}');
  await agent.send(again);
  expect(await client.next()).toBe(again);
  await agent.send(
    '{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[]}}',
  );
  expect(String(await client.next())).toContain('"rawInput":{"n":9007199254740995},"_meta":{"t":1731680334123456789}');
  expect(ledger()).toEqual([]);
});

test.each([
  ['9007199254740993', '9007199254740992'],
  ['-0', '0'],
  ['0.10000000000000001', '0.1'],
  ['-1e400', 'null'],
])('[BR81] a number that is taken over into another message is a loss: %s', async (digits, sent) => {
  const { client, agent, ledger } = await talking(2, 1);
  await agent.send(update(`{"sessionUpdate":"tool_call","toolCallId":"c","title":"T","rawInput":${digits}}`));
  expect(await client.next()).toBe(
    update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"T","rawInput":${sent}}`),
  );
  const path = 'params.update.rawInput';
  expect(ledger()).toEqual([
    { kind: 'loss', rule: 'number', direction: '1to2', sessionId: 's', path, lost: digits, done: `sent as ${sent}` },
  ]);
});

test('[BR81] a loss is told once and for its own place, and a number that is equal by itself is none', async () => {
  const { client, agent, ledger } = await talking(2, 1);
  const call = (id: string, fields: string) =>
    agent.send(update(`{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"T",${fields}}`));
  await call('c', '"rawInput":9007199254740993,"rawOutput":9007199254740992.5');
  await call('d', '"rawInput":9007199254740992,"rawOutput":1.0');
  await client.next();
  await client.next();
  expect(ledger().map(({ path, lost }) => [path, lost])).toEqual([
    ['params.update.rawInput', '9007199254740993'],
    ['params.update.rawOutput', '9007199254740992.5'],
  ]);
});

test('[BR81] what was sent exactly and is later sent again without its digits is a loss then', async () => {
  const { client, agent, ledger } = await talking(1, 2);
  const call = (fields: string, session = 's') =>
    agent.send(
      update(`{"sessionUpdate":"tool_call_update","toolCallId":"c",${fields}}`).replace('"s"', `"${session}"`),
    );
  await call('"title":"T","_meta":{"t":9007199254740995}');
  await call('"rawInput":9007199254740993');
  await client.next();
  expect(await client.next()).toContain('"rawInput":9007199254740993');
  // In another session the same double is another number.
  await call('"title":"T","rawInput":9007199254740992', 'other');
  expect(await client.next()).toContain('"rawInput":9007199254740992');
  expect(ledger()).toEqual([]);
  await call('"kind":"_own"');
  expect(await client.next()).toContain('"_meta":{"t":9007199254740996');
  await agent.send(
    '{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[]}}',
  );
  expect(await client.next()).toContain('"rawInput":9007199254740992');
  expect(ledger().flatMap(({ rule, lost }) => (rule === 'number' ? [lost] : []))).toEqual([
    '9007199254740995',
    '9007199254740993',
  ]);
});

test('[BR81] a message with numbers beyond count is told as one loss', async () => {
  const { client, agent, ledger } = await talking(1, 2);
  const list = `[${'-0,'.repeat(10_000)}9007199254740993]`;
  await agent.send(update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"T","rawInput":${list}}`));
  expect(String(await client.next())).toContain(`${'-0,'.repeat(10_000)}9007199254740992]`);
  expect(ledger()).toEqual([
    {
      kind: 'loss',
      rule: 'number',
      direction: '2to1',
      path: '',
      lost: 'the digits of all but 10000 numbers',
      done: 'sent as the nearest doubles',
    },
  ]);
});

test('[BR81] a message whose numbers have paths without measure is told as one loss', async () => {
  const { client, agent, ledger } = await talking(1, 2);
  const list = `[${'-0,'.repeat(5)}${'9007199254740993,'.repeat(500)}1]`;
  const nested = `${`{"${'k'.repeat(500)}":`.repeat(900)}${list}${'}'.repeat(900)}`;
  await agent.send(update(`{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"T","rawInput":${nested}}`));
  expect(String(await client.next())).toContain(',9007199254740992,1]');
  expect(ledger()).toEqual([
    {
      kind: 'loss',
      rule: 'number',
      direction: '2to1',
      path: '',
      lost: 'the digits of all but 5 numbers',
      done: 'sent as the nearest doubles',
    },
  ]);
});
