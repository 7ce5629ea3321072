import { expect, test } from 'vitest';
import { connected } from '../test-support/connected.ts';
import { object } from '../test-support/json.ts';
import type { ClientHost, TerminalWatcher } from '../v1-june/client-host.ts';

const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: object) => ({ jsonrpc: '2.0', id, result: value });
const update = (fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: fields },
});
const info = { name: 'c', version: '1' };

/** A November client and a v1 agent that have shaken hands over a bridge, with a session. */
async function met(options: Parameters<typeof connected>[0], capabilities: object = {}) {
  const both = connected(options);
  const { client, agent } = both;
  await client.send(request(0, 'initialize', { protocolVersion: 2, info, capabilities }));
  const asked = object(await agent.next());
  await agent.send(result(0, { protocolVersion: 1, agentInfo: info, agentCapabilities: {} }));
  await client.next();
  await client.send(request(1, 'session/new', { cwd: '/w' }));
  await agent.expect(request(1, 'session/new', { cwd: '/w', mcpServers: [] }));
  await agent.send(result(1, { sessionId: 's' }));
  await client.expect(result(1, { sessionId: 's' }));
  return { ...both, offered: object(object(asked['params'])['clientCapabilities']) };
}

test('[BR125] [N132] between two connections a v1 agent is offered what a November client takes', async () => {
  const { offered } = await met({}, { elicitation: { form: {} }, auth: { terminal: {} } });
  expect(offered).toEqual({
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
    elicitation: { form: {} },
    auth: { terminal: true },
    _meta: { terminal_output: true },
  });
});

test('[BR128] [N130] a terminal of a host is told while its command runs, and a fork has folders of its own', async () => {
  let watcher: TerminalWatcher | undefined;
  const roots: unknown[] = [];
  const host: ClientHost = {
    requests: {
      'terminal/create': async (_params, granted) => {
        roots.push(granted);
        return { terminalId: 'terminal-1' };
      },
      'terminal/output': async () => ({ output: '', truncated: false }),
      'terminal/wait_for_exit': async () => ({ exitCode: 0 }),
      'terminal/kill': async () => ({}),
      'terminal/release': async () => ({}),
    },
    watchTerminals: (given) => {
      watcher = given;
    },
  };
  const { client, agent, offered } = await met({ serve: host });
  expect(offered['terminal']).toBe(true);
  await agent.send(request(7, 'terminal/create', { sessionId: 's', command: 'make' }));
  const terminalId = 'terminal-1';
  await client.expect(update({ terminalId, sessionUpdate: 'terminal_update', command: 'make', cwd: '/w' }));
  await agent.expect(result(7, { terminalId }));
  watcher?.printed(terminalId, Uint8Array.of(0xff, 0x0a));
  await client.expect(update({ terminalId, sessionUpdate: 'terminal_output_chunk', data: '/wo=' }));
  watcher?.exited(terminalId, { exitCode: 2, signal: null });
  await client.expect(
    update({ terminalId, sessionUpdate: 'terminal_update', exitStatus: { exitCode: 2, signal: null } }),
  );
  await client.send(request(2, 'session/fork', { sessionId: 's', cwd: '/x' }));
  await agent.expect(request(2, 'session/fork', { sessionId: 's', cwd: '/x', mcpServers: [] }));
  await agent.send(result(2, { sessionId: 'f' }));
  await client.expect(result(2, { sessionId: 'f' }));
  await agent.send(request(8, 'terminal/create', { sessionId: 'f', command: 'make' }));
  await agent.expect(result(8, { terminalId }));
  expect(roots).toEqual([['/w'], ['/x']]);
});

test('[BR125] a November client completes a turn with a v1 agent, and a v1 client with a November agent', async () => {
  const { client, agent } = await met({});
  const prompt = [{ type: 'text', text: 'hi' }];
  await client.send(request(2, 'session/prompt', { sessionId: 's', prompt }));
  await agent.expect(request(2, 'session/prompt', { sessionId: 's', prompt }));
  const content = { type: 'text', text: 'Hello' };
  const chunk = (messageId?: string) => ({ sessionUpdate: 'agent_message_chunk', messageId, content });
  await agent.send(update(chunk()));
  await agent.send(result(2, { stopReason: 'end_turn' }));
  const messageId = 'emend-p1';
  await client.expect(update({ sessionUpdate: 'user_message', messageId, content: prompt }));
  await client.expect(result(2, { messageId }));
  await client.expect(update({ sessionUpdate: 'state_update', state: 'running' }));
  await client.expect(update(chunk('emend-1')));
  await client.expect(update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }));

  const other = connected({});
  await other.client.send(request(0, 'initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities: {} }));
  await other.agent.next();
  await other.agent.send(result(0, { protocolVersion: 2, info, capabilities: { session: {} } }));
  expect(await other.client.next()).toMatchObject({ result: { protocolVersion: 1, agentInfo: info } });
  await other.client.send(request(2, 'session/prompt', { sessionId: 's', prompt }));
  await other.agent.expect(request(2, 'session/prompt', { sessionId: 's', prompt }));
  await other.agent.send(result(2, { messageId: 'u' }));
  await other.agent.send(update({ sessionUpdate: 'state_update', state: 'running' }));
  await other.agent.send(update(chunk('m')));
  await other.agent.send(update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }));
  await other.client.expect(update(chunk('m')));
  await other.client.expect(result(2, { stopReason: 'end_turn' }));
});
