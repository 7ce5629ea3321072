import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runEmend } from '../test-support/built-command.ts';

const agent = fileURLToPath(new URL('test-support/agent.mjs', import.meta.url));
const command = (...args: string[]) => ['--', process.execPath, agent, ...args];
const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const info = { name: 'c', version: '1' };
const talk = (version: 1 | 2 | 'november') =>
  request(0, 'initialize', version === 'november' ? { protocolVersion: 2, info } : { protocolVersion: version }) +
  request(1, 'session/new', { cwd: '/', mcpServers: [] }) +
  request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] });
const tagsOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(
      (message) =>
        message.params?.update.sessionUpdate ?? message.result?.protocolVersion ?? message.result ?? message.error,
    );

// The input ends at once: what the agent still sends is to come through before the bridge leaves.
const ended = { stopReason: 'end_turn' };
const cases = [
  ['1', 1, [1, 'tool_call', 'agent_message_chunk', ended]],
  ['1', 2, [2, 'tool_call_update', 'agent_message_chunk', ended]],
  ['2', 1, [1, 'tool_call', 'agent_message_chunk', ended]],
  ['2', 2, [2, 'tool_call_update', 'agent_message_chunk', ended]],
  ['november', 1, [1, 'tool_call', 'agent_message_chunk', ended]],
  ['november', 2, [2, 'user_message', 'tool_call_update', 'agent_message_chunk', ended]],
] as const;

test.each(cases)('an agent of %s with a client of v%i', async (version, client, [first, ...tags]) => {
  const { status, stdout, stderr } = await runEmend(['bridge', ...command(version)], talk(client));
  expect({ status, tags: tagsOf(stdout) }).toEqual({ status: 0, tags: [first, { sessionId: 's' }, ...tags] });
  expect(stderr).toContain(`agent ${version} is up\n`);
});

test.each(['1', '2', 'november'])('an agent of %s with a client of November', async (version) => {
  const { status, stdout } = await runEmend(['bridge', ...command(version)], talk('november'));
  const [first, made, ...rest] = tagsOf(stdout);
  expect({ status, first, made }).toEqual({ status: 0, first: 2, made: { sessionId: 's' } });
  // The order of the prompt's message, its answer and the state is the agent's, or the bridge's.
  const taken = [{ messageId: version === 'november' ? 'u' : 'emend-p1' }, 'state_update', 'user_message'];
  const byText = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other));
  expect(rest.slice(0, 3).sort(byText)).toEqual(taken.sort(byText));
  expect(rest.slice(3)).toEqual(['tool_call_update', 'agent_message_chunk', 'state_update']);
});

test('what the agent prints is kept from the client', async () => {
  const { status, stdout, stderr } = await runEmend(['bridge', ...command('1', 'noisy')], talk(1));
  expect([status, tagsOf(stdout).length]).toEqual([0, 5]);
  expect(stderr).toContain('emend bridge: The agent sent a line that is not a message: Loading model...\n');
});

test('an agent that dies answers its client with an error and ends the bridge with 1', async () => {
  const { status, stdout, stderr } = await runEmend(['bridge', ...command('2', 'dying')], talk(1));
  expect([status, tagsOf(stdout).at(-1)]).toEqual([
    1,
    { code: -32603, message: "The agent's process ended with code 7." },
  ]);
  expect(stderr).toContain("emend bridge: The agent's process ended with code 7.\n");
});

test('--rewrite error leaves a change out, says so and ends with 1', async () => {
  const args = ['bridge', '--rewrite', 'error', ...command('2', 'rewriting')];
  const { status, stdout, stderr } = await runEmend(args, talk(1));
  expect({ status, tags: tagsOf(stdout), stderr }).toEqual({
    status: 1,
    tags: [1, { sessionId: 's' }, 'tool_call', 'agent_message_chunk', { stopReason: 'end_turn' }],
    stderr:
      'agent 2 is up\nemend bridge: The agent has replaced or cleared text that was sent already; --rewrite error left that out.\n',
  });
});

test('a missing command is said at once', async () => {
  expect(await runEmend(['bridge', '--', 'no-such-agent'], '')).toEqual({
    status: 1,
    stdout: '',
    stderr: "emend: The command 'no-such-agent' was not found.\n",
  });
  expect((await runEmend(['bridge'], '')).status).toBe(2);
  expect((await runEmend(['bridge', '--rewrite', 'x', ...command('1')], '')).status).toBe(2);
});

test('an agent that ignores the end of its input is ended', async () => {
  const { status } = await runEmend(['bridge', ...command('1', 'stubborn')], talk(1));
  expect(status).toBe(0);
});

test('the ledger goes to the end of its file, which every start adds to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-'));
  const file = join(folder, 'lost.ndjson');
  const rules = async () => {
    await runEmend(['bridge', '--losses', file, ...command('1')], talk(2));
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line).rule);
  };
  const [once, twice] = [await rules(), await rules()];
  rmSync(folder, { recursive: true });
  expect([once, twice]).toEqual([
    ['message-id', 'open-tool-call'],
    ['message-id', 'open-tool-call', 'message-id', 'open-tool-call'],
  ]);
});

test.skipIf(!existsSync('/dev/full'))('a ledger that cannot be written is said once, and ends nothing', async () => {
  const { status, stdout, stderr } = await runEmend(['bridge', '--losses', '/dev/full', ...command('1')], talk(2));
  expect({ status, tags: tagsOf(stdout), stderr }).toEqual({
    status: 0,
    tags: [2, { sessionId: 's' }, 'tool_call_update', 'agent_message_chunk', { stopReason: 'end_turn' }],
    stderr: 'agent 1 is up\nemend bridge: /dev/full cannot be written: no space left on device.\n',
  });
});
