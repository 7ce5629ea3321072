import { expect, test } from 'vitest';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { BridgeOptions } from '../live/bridge-options.ts';
import { connected } from '../test-support/connected.ts';
import { askedForAll } from '../test-support/handshake.ts';
import { text } from '../test-support/talk.ts';
import type { ClientHost } from './client-host.ts';

const request = (id: number | string, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number | string, value: object = {}) => ({ jsonrpc: '2.0', id, result: value });
const error = (id: number | string, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
const read = (id: number, sessionId: string) => request(id, 'fs/read_text_file', { sessionId, path: '/w/f' });
const offered = {
  _meta: { terminal_output: true },
  fs: { readTextFile: true, writeTextFile: false },
  terminal: false,
};

/** A host that tells what it was asked. */
function readingHost() {
  const seen: unknown[] = [];
  const host: ClientHost = {
    requests: {
      async 'fs/read_text_file'({ path }, roots) {
        seen.push([path, roots]);
        return { content: 'x' };
      },
    },
    closeSession: (sessionId) => seen.push(`closed ${sessionId}`),
    close: async () => void seen.push('over'),
  };
  return { host, seen };
}

/** A v2 client and a v1 agent that have shaken hands. */
async function greeted(serve: ClientHost, options: BridgeOptions = {}) {
  const both = connected({ ...options, serve });
  await both.client.send(request(0, 'initialize', { protocolVersion: 2 }));
  await both.agent.next();
  await both.agent.send(result(0, { protocolVersion: 1, agentCapabilities: {} }));
  await both.client.next();
  /** The client asks, the agent answers. */
  async function ask(id: number, method: string, params: object, answer: object): Promise<void> {
    await both.client.send(request(id, method, params));
    await both.agent.next();
    await both.agent.send(answer);
    await both.client.next();
  }
  return { ...both, ask };
}

test('[BR30] [BR79] what is served is advertised, also to an agent that has to be asked again', async () => {
  const { client, agent } = connected({ serve: readingHost().host });
  await client.send(request(0, 'initialize', { protocolVersion: 2, capabilities: {} }));
  expect(await agent.next()).toEqual(askedForAll({ clientCapabilities: offered }));
  await agent.send(error(0, -32602, 'Only 1'));
  await agent.expect(request(0, 'initialize', { protocolVersion: 1, clientCapabilities: offered }));
});

test('[BR79] a client that has to serve itself is not offered for', async () => {
  const { client, agent } = connected({ serve: readingHost().host });
  await client.send(request(0, 'initialize', { protocolVersion: 1 }));
  await agent.expect(request(0, 'initialize', { protocolVersion: 1 }));
});

test('[BR79] requests are served with the roots of their session, checked; what is not served is refused', async () => {
  const { host, seen } = readingHost();
  const { agent, ask, events } = await greeted(host);
  const issue = 'path: expected string, found number 7';
  const setup = { cwd: '/w', additionalDirectories: ['/x'], mcpServers: [] };
  await ask(1, 'session/new', setup, result(1, { sessionId: 's' }));
  await agent.play([
    { send: read(9, 's') },
    { expect: result(9, { content: 'x' }) },
    { send: read(10, 'other') },
    { expect: error(10, -32602, 'Unknown session: other') },
    { send: request(11, 'fs/read_text_file', { sessionId: 's', path: 7 }) },
    {
      expect: {
        jsonrpc: '2.0',
        id: 11,
        error: { code: -32602, message: `Invalid params: ${issue}`, data: { issues: [issue] } },
      },
    },
    { send: request(12, 'terminal/create', { sessionId: 's', command: 'x' }) },
    { expect: error(12, -32601, 'Method not found: terminal/create') },
  ]);
  expect(seen).toEqual([['/w/f', ['/w', '/x']]]);
  expect(events.flatMap((event) => (event.type === 'ledger' ? [event.entry.rule] : []))).toEqual(['client-method']);
});

test('[BR79] a session has its roots while it is made or loaded, and its old ones when loading fails', async () => {
  const { host, seen } = readingHost();
  const { client, agent, ask } = await greeted(host);
  const roots = async (id: number, sessionId: string) => {
    seen.length = 0;
    await agent.play([{ send: read(id, sessionId) }]);
    await agent.next();
    return seen[0];
  };
  await client.send([request(1, 'session/new', { cwd: '/made', mcpServers: [] })]);
  await agent.next();
  expect(await roots(10, 's')).toEqual(['/w/f', ['/made']]);
  await agent.send(result(1, { sessionId: 's' }));
  await client.next();
  await client.send(request(2, 'session/load', { sessionId: 's', cwd: '/loaded', mcpServers: [] }));
  await agent.next();
  expect(await roots(11, 's')).toEqual(['/w/f', ['/loaded']]);
  await agent.send(error(2, -32002, 'Gone'));
  await client.next();
  expect(await roots(12, 's')).toEqual(['/w/f', ['/made']]);
  await ask(3, 'session/close', { sessionId: 's' }, error(3, -32603, 'No'));
  expect(seen.at(-1)).toBe('closed s');
  expect(await roots(13, 's')).toEqual(['/w/f', ['/made']]);
  await ask(4, 'session/close', { sessionId: 's' }, result(4));
  expect(seen.at(-1)).toBe('closed s');
  expect(await roots(14, 's')).toBeUndefined();
});

test.each(['session/close', 'session/delete'])(
  '[BR79] the host is told of a session that the client is done with by %s, also if it is refused by the agent or by the bridge',
  async (method) => {
    const { host, seen } = readingHost();
    const { client, ask } = await greeted(host);
    await ask(1, 'session/new', { cwd: '/w', mcpServers: [] }, result(1, { sessionId: 's' }));
    await ask(2, method, { sessionId: 's' }, error(2, -32601, 'Method not found'));
    await client.send(request(3, method, { sessionId: 's', _meta: 7 }));
    await client.next();
    expect(seen).toEqual(['closed s', 'closed s']);
  },
);

test('[BR79] a host that refuses is quoted, one that breaks is not; a cancelled request is answered at once', async () => {
  let exit = (_: object) => {};
  const { agent, client, ask } = await greeted({
    requests: {
      'fs/read_text_file': async () => Promise.reject(new RpcError(-32002, 'Not found', { path: '/w/f' })),
      'fs/write_text_file': async () => Promise.reject(new Error('secret')),
      'terminal/wait_for_exit': () =>
        new Promise((resolve) => {
          exit = resolve;
        }),
    },
  });
  await ask(1, 'session/new', { cwd: '/w', mcpServers: [] }, result(1, { sessionId: 's' }));
  await agent.play([
    { send: read(9, 's') },
    { expect: { jsonrpc: '2.0', id: 9, error: { code: -32002, message: 'Not found', data: { path: '/w/f' } } } },
    { send: request(10, 'fs/write_text_file', { sessionId: 's', path: '/w/f', content: '' }) },
    { expect: error(10, -32603, 'Internal error') },
    { send: request(11, 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' }) },
    { send: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 11 } } },
    { expect: error(11, -32800, 'Request cancelled') },
  ]);
  exit({ exitCode: 0 });
  await agent.send({ jsonrpc: '2.0', method: '_next' });
  await client.expect({ jsonrpc: '2.0', method: '_next' });
});

test.each(['client', 'agent'] as const)('[BR79] the host is closed when the %s leaves', async (side) => {
  const { host, seen } = readingHost();
  const both = await greeted(host);
  await both[`${side}End`].close();
  await both.ended;
  expect(seen.at(-1)).toBe('over');
});

test('[BR31] a tool call shows what a served terminal printed, and once more when that is all', async () => {
  let printed: string | undefined = '';
  const { agent, client, ask } = await greeted({
    requests: {
      async 'terminal/wait_for_exit'() {
        printed = 'one\ntwo\n';
        return { exitCode: 0 };
      },
      async 'terminal/release'() {
        printed = undefined;
        return {};
      },
    },
    terminalText: (sessionId, terminalId) => (`${sessionId} ${terminalId}` === 's t' ? printed : undefined),
  });
  await ask(1, 'session/new', { cwd: '/w', mcpServers: [] }, result(1, { sessionId: 's' }));
  const update = (fields: object) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields } },
  });
  const showing = { content: [{ type: 'terminal', terminalId: 't' }] };
  const shown = (value: string) => ({
    content: [{ type: 'content', content: text(value), _meta: { 'emend/terminal': 't' } }],
  });
  const same = (expected: unknown) => (found: unknown) => expect(found).toEqual(expected);
  await agent.send(update(showing));
  await client.expect(same(update(shown('[terminal t]'))));
  printed = 'one\n';
  await agent.send(update(showing));
  await client.expect(same(update(shown('one\n'))));
  await agent.send(request(9, 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' }));
  await client.expect(same(update(shown('one\ntwo\n'))));
  await agent.expect(result(9, { exitCode: 0 }));
  printed = 'one\ntwo\nthree\n';
  await agent.send(request(10, 'terminal/release', { sessionId: 's', terminalId: 't' }));
  await client.expect(same(update(shown('one\ntwo\nthree\n'))));
  await agent.expect(result(10));
  // The terminal is gone; what it printed stays.
  await agent.send(update(showing));
  await client.expect(same(update(shown('one\ntwo\nthree\n'))));
});

test('[BR32] a forked session has the folders of its request, or those of the session that it forks', async () => {
  const { host, seen } = readingHost();
  const { agent, ask } = await greeted(host);
  await ask(1, 'session/new', { cwd: '/w', mcpServers: [] }, result(1, { sessionId: 's' }));
  await ask(2, 'session/fork', { sessionId: 's', cwd: '/x', mcpServers: [] }, result(2, { sessionId: 'f' }));
  await ask(3, 'session/fork', { sessionId: 's' }, result(3, { sessionId: 'g' }));
  for (const [id, session] of [
    [9, 'f'],
    [10, 'g'],
  ] as const) {
    await agent.send(read(id, session));
    await agent.expect(result(id, { content: 'x' }));
  }
  expect(seen).toEqual([
    ['/w/f', ['/x']],
    ['/w/f', ['/w']],
  ]);
});
