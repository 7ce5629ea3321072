import { expect, test } from 'vitest';
import { rawClient, textPrompt } from '../test-support/raw-client.ts';
import { fileDiff } from './file-diff.ts';
import type { Turn } from './turn.ts';

/** Runs one turn with a June client, and returns what it got besides its own prompt. */
async function toJune(prompt: (turn: Turn) => Promise<never | void>) {
  const client = await rawClient('june', { prompt });
  const answer = await client.ask('session/prompt', textPrompt(await client.open(), 'go'));
  const updates = client.updates().filter(({ sessionUpdate }) => sessionUpdate !== 'user_message');
  return { client, answer, updates, rules: client.ledger.map(({ kind, rule }) => `${kind} ${rule}`) };
}

test('[RO70] [BR163] [N97] a terminal is text in the content of its tool call', async () => {
  const { updates, rules, answer } = await toJune(async (turn) => {
    const terminal = turn.terminal({ command: 'npm test', cwd: '/w', onCancel: () => {} });
    const call = turn.toolCall({ title: 'Run the tests', name: 'Bash', kind: 'execute' });
    await call.append('Testing.');
    await call.append(terminal);
    await terminal.write('o');
    await terminal.write(Uint8Array.from([0x6b, 0xc3]));
    await terminal.write(Uint8Array.from([0xa9, 0x0a]));
    await terminal.exit({ exitCode: 1 });
    await call.finish();
  });
  const about = { command: 'npm test', cwd: '/w' };
  const shown = (text: string, terminal: object) => ({
    type: 'content',
    content: { type: 'text', text },
    _meta: { 'emend/raw': { type: 'terminal', terminalId: 'terminal-3' }, 'emend/terminal': terminal },
  });
  const testing = { type: 'content', content: { type: 'text', text: 'Testing.' } };
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 'tool-call-4' };
  expect(answer).toEqual({ stopReason: 'end_turn' });
  expect(updates[0]).toEqual({
    ...call,
    title: 'Run the tests',
    kind: 'execute',
    _meta: { 'emend/name': 'Bash' },
  });
  expect(updates.at(-2)).toEqual({
    ...call,
    content: [testing, shown('oké\n[exit code 1]', { ...about, exitStatus: { exitCode: 1 } })],
  });
  expect(updates.at(-1)).toEqual({ ...call, status: 'completed' });
  expect([...new Set(rules)].sort()).toEqual(['loss terminal-cancel', 'repair agent-terminal', 'repair tool-name']);
});

test('[N96] changes of files that June does not know are text', async () => {
  const { updates, rules } = await toJune(async (turn) => {
    const move = fileDiff({ operation: 'move', oldPath: '/w/a', path: '/w/b' });
    await turn.toolCall({ title: 'Move', content: [move, { type: 'diff', path: '/w/c', newText: 'c\n' }] }).finish();
  });
  expect(updates[0]).toMatchObject({
    content: [
      { type: 'content', content: { type: 'text', text: 'Moved /w/a → /w/b' } },
      { type: 'diff', path: '/w/c', newText: 'c\n' },
    ],
  });
  expect(rules).toEqual(['repair diff-operation']);
});

test('[RO70] [BR163] [N102] a client of June gets the updates of June as they are', async () => {
  const { updates, client } = await toJune(async (turn) => {
    const call = turn.toolCall({ title: 't', _meta: { a: 1 } });
    await turn.message().append('x');
    await call.append({ type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' });
    await call.finish({ _meta: { b: 2 } });
  });
  expect(updates).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'tool-call-3', title: 't', _meta: { a: 1 } },
    { sessionUpdate: 'agent_message_chunk', messageId: 'message-4', content: { type: 'text', text: 'x' } },
    {
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: 'tool-call-3',
      content: { type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' },
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'tool-call-3', _meta: { b: 2 }, status: 'completed' },
  ]);
  expect(client.ledger).toEqual([]);
});

test('[BR163] [N94] work that nobody prompted and background work are not told to June, and that is reported', async () => {
  const client = await rawClient('june', {
    prompt: async (turn) => {
      turn.background(turn.terminal({ id: 'server' }));
    },
    newSession: (_, session) => void session.work(async (work) => void (await work.message().append('hello'))),
  });
  const sessionId = await client.open();
  await client.until(({ params }) => JSON.stringify(params)?.includes('hello') === true);
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  expect(client.updates().map(({ sessionUpdate }) => sessionUpdate)).toEqual(['agent_message_chunk', 'user_message']);
  expect(client.ledger.map(({ rule, lost }) => [rule, lost])).toEqual([
    ['state', 'running'],
    ['state', 'idle'],
    ['state', 'running'],
    ['background', [{ type: 'terminal', terminalId: 'server' }]],
  ]);
});

test('[RO77] [N99] a switch is a choice of on and off', async () => {
  const options = (currentValue: boolean) => [{ id: 'fast', name: 'Fast', type: 'boolean' as const, currentValue }];
  const seen: unknown[] = [];
  const client = await rawClient('june', {
    prompt: async (turn) => void (await turn.configOptions(options(turn.session.isOptionOn('fast') === false))),
    newSession: () => ({ configOptions: options(false) }),
    setConfigOption: (request) => {
      seen.push([request.value, request.isOn]);
      return options(request.isOn === true);
    },
  });
  const choice = (currentValue: string) => ({
    id: 'fast',
    name: 'Fast',
    type: 'select',
    currentValue,
    options: [
      { value: 'on', name: 'On' },
      { value: 'off', name: 'Off' },
    ],
    _meta: { 'emend/raw': { type: 'boolean' } },
  });
  const { sessionId, configOptions } = await client.ask('session/new', { cwd: '/w', mcpServers: [] });
  expect(configOptions).toEqual([choice('off')]);
  const set = (value: string) => client.ask('session/set_config_option', { sessionId, configId: 'fast', value });
  expect(await set('on')).toEqual({ configOptions: [choice('on')] });
  expect(await set('sideways')).toMatchObject({ code: -32602 });
  await client.ask('session/prompt', textPrompt(sessionId as string, 'go'));
  expect(client.updates().at(-1)).toEqual({ sessionUpdate: 'config_option_update', configOptions: [choice('off')] });
  expect(seen).toEqual([['true', true]]);
  expect(client.events).toEqual([]);
});

test('[RO74] [N43] a question in a way that the client has not offered is not asked', async () => {
  let answer: unknown;
  const { client } = await toJune(async (turn) => {
    answer = await turn.elicit({ message: 'Name?', schema: { properties: { name: { type: 'string' } } } });
  });
  expect(answer).toEqual({ action: 'unsupported' });
  expect(client.events).toMatchObject([{ type: 'unsupported', method: 'elicitation/create' }]);
  expect(client.received.filter(({ method }) => method === 'elicitation/create')).toEqual([]);
});

test('[N68] a notice reaches June as an update that it does not know', async () => {
  const { updates, rules } = await toJune(async (turn) => {
    await turn.notice({ severity: 'warning', title: 'Slow', description: 'The model is slow.' });
  });
  expect(updates).toEqual([
    { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'The model is slow.' },
  ]);
  expect(rules).toEqual(['repair notice']);
});
