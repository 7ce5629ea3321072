import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ClientSession, RpcError } from '@emend/acp';
import { type FoldedSession, foldedSession } from '@emend/acp/session';
import { displayStatus, fileDiffs, isDiff, messageText } from '@emend/acp/view';
import { afterEach, expect, test } from 'vitest';
import { talk } from './test-support/talk.ts';

const server = fileURLToPath(new URL('./test-support/mcp-server.mjs', import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** What a screen would say: `kind: text` for messages, `tool: title status` for calls. */
function shown(session: ClientSession): string[] {
  const { state } = session;
  return state.timeline.toArray().map((entry) => {
    if (entry.type === 'message') {
      const message = state.messages.at(entry.index);
      return message === undefined ? '' : `${message.kind}: ${messageText(message)}`;
    }
    if (entry.type === 'tool-call') {
      const call = state.toolCalls.at(entry.index);
      return `${call?.kind}: ${call?.title} ${call?.status}`;
    }
    return entry.type;
  });
}

async function after(
  prompt: string,
  options: Parameters<typeof talk>[0] = {},
): Promise<FoldedSession & { shown: string[] }> {
  const { session, end } = await talk(options);
  await session.prompt(prompt);
  await end();
  return { ...foldedSession(session.state), shown: shown(session) };
}

test('the commands are announced with the session', async () => {
  const { session, end } = await talk();
  const names = (): string[] => session.state.availableCommands.map(({ name }) => name);
  await expect
    .poll(names)
    .toEqual(
      'tour fix stream think rewrite clear redact tools terminal files permission form plan usage slow flood background notice compact fail mcp'.split(
        ' ',
      ),
    );
  expect(session.state.availableCommands[6]).toEqual({
    name: 'redact',
    description: 'Text that is streamed, and then removed by a guardrail',
    input: { hint: 'text to stream and remove' },
  });
  await end();
});

test('/stream is many chunks of one message', async () => {
  const { messages, diagnostics } = await after('/stream');
  expect(messages.map(({ kind, messageId }) => [kind, messageId])).toEqual([
    ['user', 'message-1'],
    ['agent', 'message-2'],
  ]);
  expect(messages[1]?.content.length).toBeGreaterThan(50);
  expect(diagnostics).toEqual([]);
});

test('/think, /rewrite, /clear and /redact end with what they should say', async () => {
  expect((await after('/think')).shown.slice(1)).toEqual([
    expect.stringMatching(/^thought: The person wants to see a thought\./),
    'agent: I have thought about it: **42**.',
  ]);
  expect((await after('/rewrite')).shown.slice(1)).toEqual([
    expect.stringMatching(/^agent: The meeting is on \*\*Tuesday at ten/),
  ]);
  expect((await after('/clear')).shown.slice(1)).toEqual([
    'agent: ',
    expect.stringMatching(/^agent: What I said before was wrong/),
  ]);
  expect((await after('/redact')).shown[1]).toBe('agent: The key to the vault is [removed by a guardrail]');
  expect((await after('/redact my own secret')).shown[1]).toBe('agent: [removed by a guardrail]');
  expect(JSON.stringify(await after('/redact my own secret').then(({ messages }) => messages[1]))).not.toContain(
    'secret',
  );
});

test('/tools reads, edits with a diff and streams the output of a command', async () => {
  const { toolCalls, diagnostics } = await after('/tools');
  expect(toolCalls.map(({ kind, status }) => [kind, status])).toEqual([
    ['read', 'completed'],
    ['edit', 'completed'],
    ['execute', 'completed'],
  ]);
  const [diff] = toolCalls[1]?.content ?? [];
  expect(diff !== undefined && isDiff(diff) && fileDiffs(diff).files.map(({ label }) => label)).toEqual([
    '/project/src/area.js',
  ]);
  expect(toolCalls[2]?.content.length).toBe(3);
  expect(diagnostics).toEqual([]);
});

test('/fix takes a claim back, and runs the tests if it may', async () => {
  const allowed = await after('/fix the test', { requestPermission: () => 'allow' });
  expect(allowed.shown.filter((line) => line.startsWith('agent'))).toEqual([
    'agent: An area is `width * height`, not a sum. ~~All three tests pass.~~ I have not run the tests yet.',
    expect.stringMatching(/^agent: Now they pass/),
  ]);
  expect(allowed.toolCalls.map(({ kind, status }) => [kind, status])).toEqual([
    ['edit', 'completed'],
    ['execute', 'completed'],
  ]);
  const rejected = await after('/fix the test', { requestPermission: () => 'reject' });
  expect(rejected.toolCalls.map(({ status }) => status)).toEqual(['completed', 'failed']);
  expect(rejected.diagnostics).toEqual([]);
});

test('/permission does what the person says, and nothing without an answer', async () => {
  const allowed = await after('/permission', { requestPermission: () => 'once' });
  expect(allowed.toolCalls[0]?.status).toBe('completed');
  const rejected = await after('/permission', { requestPermission: () => 'no' });
  expect(rejected.toolCalls[0]?.status).toBe('failed');
  expect((await after('/permission')).toolCalls[0]?.status).toBe('failed');
});

test('the read-only mode does not ask, and an unknown value is refused', async () => {
  const { session, end } = await talk({ requestPermission: () => 'once' });
  const options = await session.setConfigOption('mode', 'read-only');
  expect(options[0]).toMatchObject({ id: 'mode', currentValue: 'read-only' });
  await session.prompt('/permission');
  expect(foldedSession(session.state).toolCalls[0]?.status).toBe('failed');
  await expect(session.setConfigOption('mode', 'wild')).rejects.toThrow(RpcError);
  await end();
});

test('/plan and /usage', async () => {
  const { plans, timeline } = await after('/plan');
  expect([timeline.length, plans]).toEqual([
    2,
    [
      {
        id: 'main',
        entries: ['Read the code', 'Find the mistake', 'Repair it', 'Run the tests'].map((content, index) => ({
          content,
          priority: index === 2 ? 'high' : 'medium',
          status: 'completed',
        })),
      },
    ],
  ]);
  expect((await after('/usage')).usage).toEqual({
    used: 40_000,
    size: 200_000,
    cost: { amount: 0.06, currency: 'USD' },
  });
});

test('/slow can be cancelled', async () => {
  const { session, end } = await talk();
  const controller = new AbortController();
  const answer = session.prompt('/slow', { signal: controller.signal });
  while (session.state.messages.length < 2) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await answer).toEqual({ stopReason: 'cancelled' });
  const call = session.state.toolCalls.at(0);
  expect(call && displayStatus(call)).toBe('cancelled');
  await end();
});

test('/flood sends as many chunks as it is told', async () => {
  const { messages } = await after('/flood 3000');
  expect(messages[1]?.content.length).toBe(3_000);
  expect((await after('/flood lots')).shown[1]).toBe('agent: `/flood` takes a number, not `lots`.');
});

test('/fail ends the turn with an error', async () => {
  const { session, end } = await talk();
  await expect(session.prompt('/fail')).rejects.toThrow('The demo failed, as it was asked to.');
  expect(shown(session).slice(1)).toEqual(['fetch: Fetch https://example.invalid failed']);
  await end();
});

test('any other text is the tour, and the tour is always the same', async () => {
  const options = { requestPermission: () => 'once' };
  const tour = await after('/tour', options);
  const again = await after('/tour', options);
  expect(again).toEqual(tour);
  expect(tour.shown.length).toBeGreaterThan(30);
  expect((await after('hello', options)).shown.slice(1)).toEqual(tour.shown.slice(1));
  expect(tour.diagnostics).toEqual([]);
});

test('what comes with a prompt is named', async () => {
  const { session, end } = await talk();
  await session.prompt([
    { type: 'text', text: '/usage' },
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource_link', uri: 'file:///project/a.txt', name: 'a.txt' },
  ]);
  expect(shown(session)[1]).toBe(
    'agent: You sent along:\n\n- image, image/png, 3 bytes\n- a link to `file:///project/a.txt`\n',
  );
  await end();
});

test('/mcp without servers says so', async () => {
  expect((await after('/mcp')).shown[1]).toMatch(/^agent: No MCP servers were given/);
});

test('[A13] /mcp lists the tools of a server on standard input and output and calls one', async () => {
  const { session, end } = await talk({}, [
    {
      type: 'stdio',
      name: 'local',
      command: process.execPath,
      args: [server],
      env: [{ name: 'GREETER', value: 'a test' }],
    },
  ]);
  await session.prompt('/mcp');
  await session.prompt('/mcp local/add {"a": 2, "b": 3}');
  await session.prompt('/mcp break {"why": "x"}');
  const { toolCalls } = foldedSession(session.state);
  expect(toolCalls.map(({ title, status, content }) => [title, status, content[0]])).toEqual([
    ['local/hello', 'completed', { type: 'content', content: { type: 'text', text: 'hello from a test' } }],
    ['local/add', 'completed', { type: 'content', content: { type: 'text', text: '5' } }],
    ['local/break', 'failed', { type: 'content', content: { type: 'text', text: 'it broke' } }],
  ]);
  expect(shown(session)[1]).toContain('- `local/add`: Adds two numbers\n- `local/hello`: Says hello');
  await end();
});

test('[A13] /mcp names a server that is not there, and goes on with the others', async () => {
  const stdio = { type: 'stdio', args: [], env: [] } as const;
  const { session, end } = await talk({}, [
    { ...stdio, name: 'gone', command: 'no-such-mcp-server' },
    { ...stdio, name: 'local', command: process.execPath, args: [server] },
  ]);
  await session.prompt('/mcp');
  expect(shown(session)[1]).toMatch(/- `local\/hello`: Says hello\n.*\n- `gone` does not answer: .*no-such-mcp-server/);
  await end();
});

test('[A13] /mcp talks to a server over HTTP, with its headers', async () => {
  const child = spawn(process.execPath, [server, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
  const { session, end } = await talk({}, [
    { type: 'http', name: 'web', url, headers: [{ name: 'x-key', value: 'open' }] },
  ]);
  await session.prompt('/mcp web/add {"a": 20, "b": 22}');
  expect(foldedSession(session.state).toolCalls[0]?.content).toEqual([
    { type: 'content', content: { type: 'text', text: '42' } },
  ]);
  await end();
});
