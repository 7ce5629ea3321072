import { describe, expect, test } from 'vitest';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { NewSessionRequest } from '../../protocol/june/index.ts';
import { textOf } from '../../session/plain-text.ts';
import { CapabilityError } from '../client/errors.ts';
import { connected } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import { agent } from './agent.ts';

const cwd = '/project';
const nothing = (): void => {};

describe('the handshake', () => {
  test('[A1] [A4] [C3] capabilities are read off what is there', async () => {
    expect(agent({ prompt: nothing }).capabilities).toEqual({ session: { prompt: {}, mcp: {} }, auth: {} });
    const full = agent({
      prompt: nothing,
      accepts: { image: true, audio: false, embeddedContext: true },
      mcp: { stdio: true, http: true },
      additionalDirectories: true,
      authentication: { methods: [{ type: 'agent', id: 'a', name: 'A' }], authenticate: nothing, logout: nothing },
      loadSession: nothing,
      resumeSession: nothing,
      listSessions: () => ({ sessions: [] }),
      deleteSession: nothing,
      closeSession: nothing,
      _meta: { 'x.y': 1 },
    });
    expect(full.capabilities).toEqual({
      session: {
        prompt: { image: {}, embeddedContext: {} },
        mcp: { stdio: {}, http: {} },
        load: {},
        list: {},
        delete: {},
        additionalDirectories: {},
        resume: {},
        close: {},
      },
      auth: { logout: {} },
      _meta: { 'x.y': 1 },
    });
  });

  test('[A2] [A3] the agent answers its own version, name and methods', async () => {
    await using pair = await connected(
      { info: { name: 'hello', version: '1' }, prompt: nothing },
      { info: { name: 'c', version: '2' } },
    );
    expect(pair.wire.map((entry) => entry.message)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: 2,
          capabilities: {},
          info: { name: 'c', version: '2' },
          clientInfo: { name: 'c', version: '2' },
          _meta: { 'emend/prefers': 'june' },
          // For a v1 agent, which answers these words at once.
          clientCapabilities: {
            _meta: { terminal_output: true },
            fs: { readTextFile: false, writeTextFile: false },
            terminal: false,
          },
        },
      },
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: 2,
          capabilities: { session: { prompt: {}, mcp: {} }, auth: {} },
          authMethods: [],
          agentInfo: { name: 'hello', version: '1' },
        },
      },
    ]);
    expect(pair.client.info).toEqual({ name: 'hello', version: '1' });
  });

  test('[C4] [C8] [C9] [C10] what the agent does not advertise is a local error, and nothing is sent', async () => {
    await using pair = await connected({ prompt: nothing });
    const { client } = pair;
    const session = await client.newSession({ cwd });
    const sent = pair.wire.length;
    const server = { type: 'stdio', name: 'n', command: 'c', args: [], env: [] } as const;
    const calls: [string, () => Promise<unknown>][] = [
      ['session.load', async () => client.loadSession({ sessionId: 's', cwd })],
      ['session.resume', async () => client.resumeSession({ sessionId: 's', cwd })],
      ['session.list', async () => client.listSessions()],
      ['session.delete', async () => client.deleteSession('s')],
      ['session.close', async () => session.close()],
      ['auth.logout', async () => client.logout()],
      ['session.additionalDirectories', async () => client.newSession({ cwd, additionalDirectories: ['/other'] })],
      ['session.mcp.stdio', async () => client.newSession({ cwd, mcpServers: [server] })],
      ['session.prompt.image', async () => session.prompt({ type: 'image', data: '', mimeType: 'image/png' })],
    ];
    for (const [capability, call] of calls) {
      const error = await call().then(nothing, (reason: unknown) => reason);
      expect(error).toBeInstanceOf(CapabilityError);
      expect((error as CapabilityError).capability).toBe(capability);
    }
    expect(pair.wire.length).toBe(sent);
  });

  test('[C9] [C10] [A11] an agent refuses what it did not advertise, from a client that sends it anyway', async () => {
    await using pair = await connected({ prompt: nothing, additionalDirectories: true });
    const refused = async (method: string, params: unknown): Promise<unknown> => {
      const error = await pair.client.request(method, params).then(nothing, (reason: unknown) => reason);
      return error instanceof RpcError ? [error.code, error.message] : error;
    };
    const server = { type: 'http', name: 'docs', url: 'u', headers: [] };
    expect(await refused('session/new', { cwd, mcpServers: [server] })).toEqual([
      -32602,
      'This agent does not support MCP servers over http, such as "docs".',
    ]);
    expect(await refused('session/new', { cwd: 'here', mcpServers: [] })).toEqual([
      -32602,
      'cwd must be an absolute path, but is "here".',
    ]);
    expect(await refused('session/new', { cwd, mcpServers: [], additionalDirectories: [''] })).toEqual([
      -32602,
      'Additional directories must be absolute paths, but one is "".',
    ]);
    expect(await refused('session/new', { cwd })).toEqual([
      -32602,
      'Invalid params for session/new: mcpServers: expected array, found nothing',
    ]);
    expect(await refused('session/load', { sessionId: 's', cwd, mcpServers: [] })).toEqual([
      -32601,
      expect.any(String),
    ]);
    const { id: sessionId } = await pair.client.newSession({ cwd });
    const prompt = [
      { type: 'text', text: 'look' },
      { type: 'image', data: '', mimeType: 'image/png' },
    ];
    expect(await refused('session/prompt', { sessionId, prompt })).toEqual([
      -32602,
      'prompt[1]: This agent does not support content of type "image".',
    ]);
  });
});

describe('sessions', () => {
  test('[A8] [A9] servers, directories and _meta reach the handler untouched', async () => {
    const seen: NewSessionRequest[] = [];
    await using pair = await connected({
      prompt: nothing,
      mcp: { stdio: true },
      additionalDirectories: true,
      newSession(request) {
        seen.push(request);
      },
    });
    const server = {
      type: 'stdio',
      name: 'n',
      command: 'c',
      args: ['-x'],
      env: [{ name: 'A', value: 'b', _meta: { deep: [1] } }],
    } as const;
    const _meta = { traceparent: '00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01' };
    await pair.client.newSession({ cwd, mcpServers: [server], additionalDirectories: ['/b', cwd, '/b', '/c'], _meta });
    // Duplicates and the working directory itself are dropped by the client (C11).
    expect(seen).toEqual([{ cwd, mcpServers: [server], additionalDirectories: ['/b', '/c'], _meta }]);
    const [session] = pair.connection.sessions.values();
    expect([session?.cwd, session?.additionalDirectories]).toEqual([cwd, ['/b', '/c']]);
  });

  test('an unknown session is -32002', async () => {
    await using pair = await connected({ prompt: nothing, closeSession: nothing, setConfigOption: () => [] });
    for (const [method, params] of [
      ['session/prompt', { prompt: [] }],
      ['session/close', {}],
      ['session/set_config_option', { configId: 'a', value: 'b' }],
    ] as const) {
      await expect(pair.client.request(method, { sessionId: 'nope', ...params })).rejects.toMatchObject({
        code: -32002,
        data: { sessionId: 'nope' },
      });
    }
  });

  test('a session whose set-up fails is not there', async () => {
    await using pair = await connected({
      prompt: nothing,
      newSession() {
        throw new RpcError(-32603, 'no model today');
      },
    });
    await expect(pair.client.newSession({ cwd })).rejects.toThrow('no model today');
    expect(pair.connection.sessions.size).toBe(0);
    expect(pair.client.sessions.size).toBe(0);
  });

  test('[A21] [A22] config options come complete with the session, with each set and with each update', async () => {
    const option = (currentValue: string) => ({
      type: 'select' as const,
      id: 'model',
      name: 'Model',
      currentValue,
      options: [
        { value: 'a', name: 'A' },
        { value: 'b', name: 'B' },
      ],
    });
    await using pair = await connected({
      prompt: async (turn) => void turn.configOptions([option('a')]),
      newSession: () => ({ configOptions: [option('a')] }),
      setConfigOption: ({ value }) => [option(value)],
    });
    const session = await pair.client.newSession({ cwd });
    expect(session.state.configOptions).toEqual([option('a')]);
    expect(await session.setConfigOption('model', 'b')).toEqual([option('b')]);
    expect(session.state.configOptions).toEqual([option('b')]);
    await session.prompt('go');
    expect(session.state.configOptions).toEqual([option('a')]);
  });

  test('[C12] all pages of a list', async () => {
    const info = (sessionId: string) => ({ sessionId, cwd });
    await using pair = await connected({
      prompt: nothing,
      listSessions: ({ cursor }) =>
        cursor === '2'
          ? { sessions: [info('c')], nextCursor: null }
          : { sessions: [info('a'), info('b')], nextCursor: '2' },
    });
    const ids: string[] = [];
    for await (const session of pair.client.allSessions({ cwd })) ids.push(session.sessionId);
    expect(ids).toEqual(['a', 'b', 'c']);
  });

  test('[A14] [A16] load brings the history before its answer, resume none; a failed load leaves nothing behind', async () => {
    await using pair = await connected({
      prompt: nothing,
      loadSession({ sessionId }, session) {
        if (sessionId !== 'old') throw new RpcError(-32002, 'gone');
        session.userMessage({ id: 'u', content: 'hi' });
        session.message({ id: 'a', content: 'hello' });
        return { configOptions: [] };
      },
      resumeSession: nothing,
    });
    const loaded = await pair.client.loadSession({ sessionId: 'old', cwd });
    expect([...loaded.state.messages].map((message) => message.messageId)).toEqual(['u', 'a']);
    await expect(pair.client.loadSession({ sessionId: 'other', cwd })).rejects.toMatchObject({ code: -32002 });
    const resumed = await pair.client.resumeSession({ sessionId: 'third', cwd });
    expect([...resumed.state.messages]).toEqual([]);
    expect([...pair.client.sessions.keys()]).toEqual(['old', 'third']);
    expect([...pair.connection.sessions.keys()]).toEqual(['old', 'third']);
  });

  test('a second load rebuilds the state instead of doubling it, even if the agent rewrites its ids', async () => {
    await using pair = await connected({
      prompt: nothing,
      loadSession(_, session) {
        session.message({ content: 'hello' });
      },
    });
    for (const expected of ['message-1', 'message-2']) {
      const session = await pair.client.loadSession({ sessionId: 's', cwd });
      expect([...session.state.messages].map((message) => message.messageId)).toEqual([expected]);
    }
  });

  test('[A17] [A20] close cancels the turn first; delete of an unknown session is quiet', async () => {
    const closed: string[] = [];
    await using pair = await connected({
      prompt: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('end_turn'))),
      closeSession: (session) => void closed.push(session.id),
      deleteSession: nothing,
    });
    const session = await pair.client.newSession({ cwd });
    const turn = session.prompt('wait');
    const close = session.close();
    expect((await turn).stopReason).toBe('cancelled');
    await close;
    expect(closed).toEqual([session.id]);
    expect([pair.client.sessions.size, pair.connection.sessions.size]).toEqual([0, 0]);
    await pair.client.deleteSession('never was');
  });
});

test.each(['session/close', 'session/delete'])(
  '[A17] a prompt that comes while %s waits for the running turn is refused, and does not run',
  async (method) => {
    const run: string[] = [];
    let rest = nothing;
    await using pair = await connected({
      prompt({ text }) {
        run.push(text);
        return new Promise<void>((resolve) => (rest = resolve));
      },
      closeSession: () => void run.push('freed'),
      deleteSession: () => void run.push('freed'),
    });
    const session = await pair.client.newSession({ cwd });
    const first = session.prompt('first');
    await until(session, () => session.state.messages.length === 1);
    const closing = pair.client.request(method, { sessionId: session.id });
    const second = session.prompt('second');
    await expect(second).rejects.toThrow('session');
    expect(run).toEqual(['first']);
    rest();
    expect([await first, await closing, run]).toEqual([{ stopReason: 'cancelled' }, {}, ['first', 'freed']]);
  },
);

test('[A17] a load waits until the session is closed, and finds what the turn said last', async () => {
  const log = new MemoryLog();
  const story: string[] = [];
  let rest = nothing;
  await using pair = await connected({
    sessions: { log, now: () => 0 },
    async prompt(turn) {
      const message = turn.message({ content: 'first ' });
      await new Promise<void>((resolve) => (rest = resolve));
      await message.append('and last');
    },
    closeSession: () => void story.push('closed'),
    loadSession: () => void story.push('loaded'),
  });
  const session = await pair.client.newSession({ cwd });
  const turn = session.prompt('go');
  await until(session, () => session.state.messages.length === 2);
  const closing = session.close();
  const loading = pair.client.loadSession({ sessionId: session.id, cwd });
  await pair.client.request('_nothing').catch(nothing);
  rest();
  await Promise.all([turn, closing]);
  const texts = [...(await loading).state.messages].map(({ content }) => textOf(content.toArray()));
  expect([story, new Set(texts)]).toEqual([['closed', 'loaded'], new Set(['go', 'first and last'])]);
});

describe('authentication', () => {
  const methods = [{ type: 'agent', id: 'key', name: 'Key' }] as const;

  test('[C5] [C6] the agent asks with -32000, the client chooses a method, authenticates and goes on', async () => {
    const calls: string[] = [];
    const authentication = {
      methods,
      isRequired: true,
      authenticate: ({ methodId }: { methodId: string }) => void calls.push(methodId),
      logout: () => void calls.push('logout'),
    };
    await using pair = await connected(
      { prompt: nothing, authentication },
      { chooseAuthMethod: (offered) => offered.find((method) => method.id === 'key') },
    );
    const session = await pair.client.newSession({ cwd });
    expect(calls).toEqual(['key']);
    await pair.client.logout();
    await session.prompt('x');
    expect(calls).toEqual(['key', 'logout', 'key']);
    await expect(pair.client.authenticate('guess')).rejects.toThrow(
      'The agent offers no authentication method "guess".',
    );
    await expect(pair.client.request('authenticate', { methodId: 'guess' })).rejects.toMatchObject({ code: -32602 });
  });

  test('without anybody to choose, the error reaches the caller', async () => {
    await using pair = await connected({
      prompt: nothing,
      authentication: { methods, isRequired: true, authenticate: nothing },
    });
    await expect(pair.client.newSession({ cwd })).rejects.toMatchObject({ code: -32000 });
    expect(pair.client.agent.authMethods).toEqual(methods);
  });
});

test('[B10] [B11] extension requests and notifications, both ways; unknown ones are refused and reported', async () => {
  const seen: unknown[] = [];
  const events: unknown[] = [];
  await using pair = await connected(
    {
      prompt: nothing,
      requests: { '_a/ask': (params) => ({ answer: params }) },
      notifications: { '_a/tell': (params) => void seen.push(params) },
    },
    { requests: { '_c/ask': () => 'from client' }, onEvent: (event) => events.push(event) },
  );
  expect(await pair.client.request('_a/ask', { n: 1 })).toEqual({ answer: { n: 1 } });
  await pair.client.notify('_a/tell', [2]);
  await expect(pair.client.request('_a/none')).rejects.toMatchObject({ code: -32601 });
  expect(await pair.connection.request('_c/ask')).toBe('from client');
  await pair.connection.notify('_c/none', { n: 3 });
  await pair.client.request('_a/ask');
  expect(seen).toEqual([[2]]);
  expect(events).toEqual([{ type: 'unknown-notification', method: '_c/none', params: { n: 3 } }]);
});
