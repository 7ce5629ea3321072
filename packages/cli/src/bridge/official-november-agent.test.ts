import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnAgent } from '@emend/acp/node';
import { type Dialect, dialects, formatIssue, isObject, type JsonObject } from '@emend/acp/protocol';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const agent = [process.execPath, fileURLToPath(new URL('./test-support/official-november-agent.mjs', import.meta.url))];

/** A client that writes and reads lines, and reads every update strictly. */
function rawClient(command: readonly string[], dialect: Dialect) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const updates: JsonObject[] = [];
  const complaints: string[] = [];
  const waiting = new Map<number, (answer: JsonObject) => void>();
  let asked = 0;
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === 'session/update') {
      const decoded = dialects[dialect].sessionUpdate.decode(params);
      if (!decoded.ok) complaints.push(`${line}: ${decoded.issues.map(formatIssue).join(', ')}`);
      updates.push(params.update);
    } else if (method === 'session/request_permission') {
      write({ id, result: { outcome: { outcome: 'selected', optionId: params.options[0].optionId } } });
    } else if (id !== undefined) waiting.get(id)?.(result ?? { error });
  });
  return {
    updates,
    complaints,
    request(method: string, params: object): Promise<JsonObject> {
      const id = asked++;
      write({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    notify: (method: string, params: object) => write({ method, params }),
    async end() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

const handshakes: Readonly<Record<string, object>> = {
  v1: { protocolVersion: 1, clientCapabilities: {} },
  june: { protocolVersion: 2, clientInfo: { name: 'raw', version: '1' }, capabilities: {} },
};

test.each([
  ['v1' as const, 1],
  ['june' as const, 2],
])('[N91] [N102] a %s client uses an agent on the v2 API of the SDK through emend bridge', async (dialect, version) => {
  const client = rawClient([process.execPath, commandFile, 'bridge', '--', ...agent], dialect);
  const cwd = process.cwd();
  expect(await client.request('initialize', handshakes[dialect] ?? {})).toMatchObject({ protocolVersion: version });
  const { sessionId } = await client.request('session/new', { cwd, mcpServers: [] });
  const say = (text: string) => client.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  expect(await say('hello')).toEqual({ stopReason: 'end_turn', usage: { totalTokens: 480 }, _meta: { quota: {} } });
  const words = client.updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
  expect(words.map(({ content }) => isObject(content) && content['text'])).toEqual(['Hello, ', 'world.']);
  expect(await say('tools')).toMatchObject({ stopReason: 'end_turn' });
  const shown = JSON.stringify(client.updates);
  expect(['line one\\nline two\\n', 'hi\\n'].map((part) => shown.includes(part))).toEqual([true, true]);
  expect(await say('ask')).toMatchObject({ stopReason: 'end_turn' });
  expect(client.updates.at(-1)).toMatchObject({ toolCallId: 't3', status: 'completed' });
  expect(await say('notice')).toMatchObject({ stopReason: 'end_turn' });
  expect(await say('fail')).toEqual({ error: { code: -32603, message: 'API Error: 400' } });
  const endless = say('wait');
  await expect.poll(() => JSON.stringify(client.updates.at(-1))).toContain('waiting');
  client.notify('session/cancel', { sessionId });
  expect(await endless).toMatchObject({ stopReason: 'cancelled' });
  const before = client.updates.length;
  expect(await client.request('session/load', { sessionId, cwd, mcpServers: [] })).not.toHaveProperty('error');
  expect(client.updates.length).toBeGreaterThan(before + 5);
  expect(client.complaints).toEqual([]);
  expect(await client.end()).toBe(0);
});

test('[N71] our client uses an agent on the v2 API of the SDK', async () => {
  const [program = '', ...args] = agent;
  const client = await spawnAgent(program, args, {
    requestPermission: ({ options }) => ({ outcome: 'selected', optionId: options[0]?.optionId ?? '' }),
  });
  const session = await client.newSession({ cwd: process.cwd() });
  const say = async (text: string) => (await session.prompt(text)).stopReason;
  expect([await say('hello'), await say('tools'), await say('ask'), await say('notice')]).toEqual(
    Array(4).fill('end_turn'),
  );
  const { messages, toolCalls, terminals, notices, activity } = session.state;
  expect([...messages].map(({ kind }) => kind)).toEqual(['user', 'thought', 'agent', 'user', 'user', 'user']);
  expect([...toolCalls].map(({ name, status }) => [name, status])).toEqual([
    ['Write', 'completed'],
    ['Bash', 'completed'],
    [undefined, 'completed'],
  ]);
  expect([[...terminals].length, notices.length, activity.state]).toEqual([1, 1, 'idle']);
  await expect(session.prompt('fail')).rejects.toThrow('API Error: 400');
  await client.close();
});

test('emend chat shows what an agent on the v2 API of the SDK says', async () => {
  const run = (text: string) =>
    promisify(execFile)(process.execPath, [commandFile, 'chat', '-p', text, '--', ...agent]);
  expect((await run('hello')).stdout).toContain('Hello, world.');
  expect((await run('tools')).stdout).toContain('hi');
  expect((await run('notice')).stdout + (await run('notice')).stderr).toContain('Low on credit');
});
