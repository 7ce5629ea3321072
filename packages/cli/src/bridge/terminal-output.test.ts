import { fileURLToPath } from 'node:url';
import { spawnAgent } from '@emend/acp/node';
import { exitWords, terminalOutput } from '@emend/acp/view';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend, runNode } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const agent = fileURLToPath(new URL('test-support/agent.mjs', import.meta.url));
const args = [agent, '1', 'running'];
const command = ['--', process.execPath, ...args];
const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const talk = (params: object) =>
  request(0, 'initialize', params) +
  request(1, 'session/new', { cwd: '/', mcpServers: [] }) +
  request(2, 'session/prompt', { sessionId: 's', prompt: [] });
const shown = {
  type: 'content',
  content: { type: 'text', text: 'hello\nworld\n[ended with code 1]\n' },
  _meta: { 'emend/terminal': 'run' },
};

test('an agent that runs commands itself shows their output to a client of the library', async () => {
  await using client = await spawnAgent(process.execPath, args);
  const session = await client.newSession({ cwd: '/' });
  await session.prompt('go');
  expect([...(session.state.toolCalls.get('run')?.content ?? [])]).toEqual([{ type: 'terminal', terminalId: 'run' }]);
  const terminal = session.state.terminals.get('run');
  expect(terminal && [terminalOutput(terminal), exitWords(terminal)]).toEqual(['hello\nworld\n', '[exit code 1]']);
});

test('... in emend chat -p', async () => {
  const { stdout } = await runEmend(['chat', '-p', 'go', ...command]);
  expect(stdout).toContain('hello\n');
  expect(stdout).toContain('[exit code 1]');
  expect(stdout).not.toContain('[terminal run]');
});

test('... in emend bridge, and of a recording in emend fold', async () => {
  const { stdout } = await runEmend(['bridge', ...command], talk({ protocolVersion: 2, capabilities: {} }));
  const contents = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).params?.update)
    .filter((update) => update?.toolCallId === 'run' && update.content !== undefined)
    .map(({ content }) => (Array.isArray(content) ? content : [content]).map((item) => item.content.text));
  expect(contents).toEqual([
    ['[terminal run]'],
    ['hel'],
    ['lo\nwor'],
    ['ld\n'],
    ['hello\nworld\n[ended with code 1]\n'],
  ]);
  const clientCapabilities = { _meta: { terminal_output: true } };
  const { stdout: recorded } = await runNode(args, talk({ protocolVersion: 1, clientCapabilities }));
  const { stdout: folded } = await runEmend(['fold'], recorded);
  expect(JSON.parse(folded)).toMatchObject({
    sessions: { s: { toolCalls: [{ toolCallId: 'run', content: [shown] }, {}] } },
  });
});
