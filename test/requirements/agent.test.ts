import { spawnSync } from 'node:child_process';
import type { AgentDefinition } from '@emend/acp';
import { LogError, MemoryLog } from '@emend/acp/log';
import { InitializeResponse, type SessionConfigOption, SessionNotification } from '@emend/acp/protocol/june';
import { expect, test } from 'vitest';
import { buildPackages } from '../support/build.ts';
import { root } from '../support/repository.ts';
import { initialize, pairOf, scriptedClient } from './pair.ts';

const cwd = '/project';
const quiet: AgentDefinition = { prompt: () => {}, acknowledgesPrompts: false, mintId: (purpose) => `${purpose}-1` };
const newSession = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd, mcpServers: [] } };
const prompt = (...blocks: object[]) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'session/prompt',
  params: { sessionId: 'session-1', prompt: blocks },
});

test('[A5] [A33] the smallest agent starts a session, takes a prompt, sends updates and is cancelled soon', async () => {
  const script = scriptedClient({
    ...quiet,
    async prompt(turn) {
      const message = turn.message();
      await message.append('one');
      await new Promise((_, reject) => turn.signal.addEventListener('abort', () => reject(turn.signal.reason)));
    },
  });
  const chunk = {
    sessionUpdate: 'agent_message_chunk',
    messageId: 'message-1',
    content: { type: 'text', text: 'one' },
  };
  await script.play([
    { send: initialize },
    { expect: () => {} },
    { send: newSession },
    { expect: { jsonrpc: '2.0', id: 1, result: { sessionId: 'session-1' } } },
    { send: prompt({ type: 'text', text: 'go' }) },
    { expect: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'session-1', update: chunk } } },
    { send: { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'session-1' } } },
    { expect: { jsonrpc: '2.0', id: 2, result: { stopReason: 'cancelled' } } },
    { close: true },
  ]);
});

test('[A6] the smallest agent takes text and links', async () => {
  const seen: unknown[] = [];
  const script = scriptedClient({ ...quiet, prompt: (turn) => void seen.push(turn.prompt) });
  const blocks = [
    { type: 'text', text: 'read' },
    { type: 'resource_link', uri: 'file:///project/a.ts', name: 'a.ts' },
  ];
  await script.play([
    { send: initialize },
    { expect: () => {} },
    { send: newSession },
    { expect: () => {} },
    { send: prompt(...blocks) },
    { expect: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } } },
    { close: true },
  ]);
  expect(seen).toEqual([blocks]);
});

test.each([{}, { _meta: { 'x.y': true } }, { fs: { readTextFile: true }, terminal: false }])(
  '[A7] an agent works with a client that can do %j',
  async (capabilities) => {
    const script = scriptedClient(quiet);
    await script.play([
      { send: { ...initialize, params: { protocolVersion: 2, capabilities } } },
      { expect: () => {} },
      { send: newSession },
      { expect: { jsonrpc: '2.0', id: 1, result: { sessionId: 'session-1' } } },
      { close: true },
    ]);
  },
);

test('[A15] replayed messages have ids of their own', async () => {
  await using pair = await pairOf({
    ...quiet,
    mintId: () => crypto.randomUUID(),
    async loadSession(_request, session) {
      await session.userMessage({ content: 'same' }).append('!');
      await session.message({ content: 'same' }).append('!');
      await session.message({ content: 'same' }).append('!');
    },
  });
  const { state } = await pair.client.loadSession({ sessionId: 's', cwd });
  const ids = [...state.messages].map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  expect(ids.filter((id) => id === '')).toEqual([]);
});

test('[A18] no sessions are an empty list', async () => {
  const log = new MemoryLog();
  await using pair = await pairOf({
    ...quiet,
    listSessions: async (request) => {
      const page = await log.list({ ...(request.cwd == null ? {} : { cwd: request.cwd }) });
      return { sessions: page.sessions.map(({ sessionId, cwd: at }) => ({ sessionId, cwd: at })) };
    },
  });
  expect(await pair.client.listSessions({ cwd })).toEqual({ sessions: [] });
});

test('[A19] pages of a log are bounded and stay right while sessions come; a foreign cursor is refused', async () => {
  const log = new MemoryLog();
  for (let count = 0; count < 250; count++) await log.create({ sessionId: `s${count}`, cwd, at: count });
  const first = await log.list({ limit: 100_000 });
  expect(first.sessions.length).toBe(200);
  await log.create({ sessionId: 'new', cwd, at: 1_000 });
  const second = await log.list({ limit: 200, cursor: first.nextCursor ?? '' });
  expect(second.sessions.map(({ sessionId }) => sessionId)).toEqual(
    Array.from({ length: 50 }, (_, at) => `s${49 - at}`),
  );
  expect(second.nextCursor).toBeUndefined();
  await expect(log.list({ cursor: 'made up' })).rejects.toBeInstanceOf(LogError);
  await expect(log.list({ cwd: '/other', cursor: first.nextCursor ?? '' })).rejects.toBeInstanceOf(LogError);
});

const option = (id: string, category: string): SessionConfigOption => ({
  type: 'select',
  id,
  name: id,
  category,
  currentValue: 'a',
  options: [{ value: 'a', name: 'A' }],
});

test('[A23] [A24] [C14] options keep the order of the agent, and work whatever their category', async () => {
  const options = [option('z', '_mine'), option('a', 'of a later draft'), option('m', 'model')];
  const { category: _, ...plain } = option('none', '');
  const all = [...options, plain as SessionConfigOption, { type: '_slider', id: 's', name: 'S', steps: 9 } as const];
  await using pair = await pairOf({
    ...quiet,
    newSession: () => ({ configOptions: all }),
    setConfigOption: () => all.toReversed(),
  });
  const session = await pair.client.newSession({ cwd });
  expect(session.state.configOptions).toEqual(all);
  expect(await session.setConfigOption('a', 'a')).toEqual(all.toReversed());
  expect(session.state.configOptions).toEqual(all.toReversed());
});

test('[A27] a tool call is reported by patches, the title in the first', async () => {
  await using pair = await pairOf({
    ...quiet,
    async prompt(turn) {
      const call = turn.toolCall({ title: 'Read a.ts', kind: 'read' });
      await call.start();
      await call.finish();
    },
  });
  const session = await pair.client.newSession({ cwd });
  await session.prompt('go');
  const report = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'tool-call-1', ...fields });
  expect(pair.fromAgent.map((frame) => JSON.parse(frame).params?.update).filter(Boolean)).toEqual([
    report({ title: 'Read a.ts', kind: 'read' }),
    report({ status: 'in_progress' }),
    report({ status: 'completed' }),
  ]);
});

test('[A29] [A30] [C15] a plan is sent whole under its id and replaced as a whole', async () => {
  const entry = (content: string, status: 'pending' | 'completed') => ({ content, priority: 'high', status }) as const;
  await using pair = await pairOf({
    ...quiet,
    async prompt(turn) {
      await turn.plan([entry('a', 'pending'), entry('b', 'pending')]);
      await turn.plan([entry('b', 'completed')]);
      await turn.plan([entry('c', 'pending')], 'second');
    },
  });
  const session = await pair.client.newSession({ cwd });
  await session.prompt('go');
  expect([...session.state.plans].map(({ value }) => value)).toEqual([
    { type: 'items', id: 'main', entries: [entry('b', 'completed')] },
    { type: 'items', id: 'second', entries: [entry('c', 'pending')] },
  ]);
});

const isUpdate = (update: object) => SessionNotification.decode({ sessionId: 's', update }).ok;

test('[A31] a plan without an id is refused, of whatever type', () => {
  const plan = (value: object) => isUpdate({ sessionUpdate: 'plan_update', plan: value });
  expect(plan({ type: 'items', id: 'p', entries: [] })).toBe(true);
  expect(plan({ type: 'items', entries: [] })).toBe(false);
  expect(plan({ type: '_graph', id: 'p' })).toBe(true);
  expect(plan({ type: '_graph' })).toBe(false);
});

test('[A37] usage has both numbers, and a cost both parts', () => {
  const usage = (value: object) => isUpdate({ sessionUpdate: 'usage_update', ...value });
  expect(usage({ used: 0, size: 0 })).toBe(true);
  expect(usage({ used: 0, size: 0, cost: { amount: 0, currency: 'EUR' } })).toBe(true);
  expect(usage({ used: null, size: 1 })).toBe(false);
  expect(usage({ used: 1 })).toBe(false);
  expect(usage({ used: 1, size: 1, cost: { amount: 1 } })).toBe(false);
  expect(usage({ used: 1, size: 1, cost: { currency: 'EUR' } })).toBe(false);
});

test('[A38] a way to authenticate without a type is refused', () => {
  const answer = (method: object) =>
    InitializeResponse.decode({ protocolVersion: 2, capabilities: {}, authMethods: [method] });
  expect(answer({ type: 'agent', id: 'a', name: 'A' }).ok).toBe(true);
  expect(answer({ id: 'a', name: 'A' }).ok).toBe(false);
});

test('[A36] only messages reach standard output, whatever prints', () => {
  buildPackages();
  const program = `
    import { agent, serve } from '@emend/acp';
    import { stdio } from '@emend/acp/node';
    serve(agent({ prompt() {}, newSession() { console.log('stray'); process.stdout.write('more'); } }), stdio());
    console.log('after');`;
  const messages = [initialize, newSession].map((message) => JSON.stringify(message)).join('\n');
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    input: `${messages}\n`,
  });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([0, 1]);
  expect(stderr).toBe('after\nstray\nmore');
});
