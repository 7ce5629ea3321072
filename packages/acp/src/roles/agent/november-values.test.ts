import { describe, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { decodeBase64 } from '../../protocol/base64.ts';
import { toNovember } from '../test-support/november-turn.ts';
import { type Json, rawClient, textPrompt } from '../test-support/raw-client.ts';
import type { AsyncAgentDefinition } from './definition.ts';
import { fileDiff } from './file-diff.ts';

test('[N41] a terminal is told as it is, each piece of its output in base64 of its own', async () => {
  const { updates, client } = await toNovember(async (turn) => {
    const terminal = turn.terminal({ command: 'npm test', cwd: '/w', size: { cols: 80, rows: 24 }, _meta: { a: 1 } });
    const call = turn.toolCall({ title: 'Test', name: 'Bash', content: [terminal.content] });
    await terminal.write('a');
    await terminal.write(Uint8Array.from([0xf0, 0x9f]));
    await terminal.write('');
    await terminal.replace('whole');
    await terminal.clear();
    await terminal.exit({ exitCode: 0, signal: null });
    await terminal.exit();
    await call.append(terminal);
    await call.cancel();
  });
  const terminal = { sessionUpdate: 'terminal_update', terminalId: 'terminal-3' };
  const chunk = (data: string) => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 'terminal-3', data });
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 'tool-call-4' };
  const content = { type: 'terminal', terminalId: 'terminal-3' };
  expect(updates).toEqual([
    { ...terminal, command: 'npm test', cwd: '/w', size: { cols: 80, rows: 24 }, _meta: { a: 1 } },
    { ...call, title: 'Test', name: 'Bash', content: [content] },
    chunk('YQ=='),
    chunk('8J8='),
    { ...terminal, output: { data: 'd2hvbGU=' } },
    { ...terminal, output: null },
    { ...terminal, exitStatus: { exitCode: 0, signal: null } },
    { ...terminal, exitStatus: {} },
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'tool-call-4', content },
    { ...call, status: 'cancelled' },
  ]);
  expect(decodeBase64('8J8=')).toEqual(Uint8Array.from([0xf0, 0x9f]));
  expect(client.ledger.filter((entry) => entry.sessionId !== undefined)).toEqual([]);
});

test('[N40] changes of files are listed, with a patch of those whose texts are known', async () => {
  const content = [
    fileDiff(
      { operation: 'modify', path: '/w/a', oldText: 'a\n', newText: 'b\n' },
      { operation: 'delete', path: '/w/old' },
      { operation: 'move', oldPath: '/w/c', path: '/w/my d' },
      { operation: 'copy', oldPath: '/w/e', path: '/w/f', oldText: 'e', newText: 'f' },
      { operation: 'add', path: '/w/g.png', fileType: 'binary', mimeType: 'image/png' },
      { operation: 'add', path: '/w/h', newText: '\0' },
    ),
    { type: 'diff' as const, path: '/w/i', newText: 'i\n' },
  ];
  const { updates, client } = await toNovember(async (turn) => {
    turn.toolCall({ title: 'Edit', kind: 'edit', content, status: 'completed' });
  });
  expect(updates[0]?.['content']).toEqual([
    {
      type: 'diff',
      changes: [
        { operation: 'modify', path: '/w/a' },
        { operation: 'delete', path: '/w/old' },
        { operation: 'move', oldPath: '/w/c', path: '/w/my d' },
        { operation: 'copy', oldPath: '/w/e', path: '/w/f' },
        { operation: 'add', path: '/w/g.png', fileType: 'binary', mimeType: 'image/png' },
        { operation: 'add', path: '/w/h', fileType: 'binary' },
      ],
      patch: {
        format: 'git_patch',
        text: [
          'diff --git /w/a /w/a\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-a\n+b\n',
          'diff --git /w/c /w/my d\nrename from /w/c\nrename to /w/my d\n',
          'diff --git /w/e /w/f\ncopy from /w/e\ncopy to /w/f\n--- /w/e\n+++ /w/f\n@@ -1 +1 @@\n',
          '-e\n\\ No newline at end of file\n+f\n\\ No newline at end of file\n',
        ].join(''),
      },
    },
    {
      type: 'diff',
      changes: [{ operation: 'add', path: '/w/i' }],
      patch: {
        format: 'git_patch',
        text: 'diff --git /w/i /w/i\nnew file mode 100644\n--- /dev/null\n+++ /w/i\n@@ -0,0 +1 @@\n+i\n',
      },
    },
  ]);
  expect(client.ledger.filter((entry) => entry.sessionId !== undefined)).toEqual([]);
});

describe('[RO73] [N38] a single tool call or terminal', () => {
  test('is cancelled while the agent lets it be', async () => {
    const cancelled: string[] = [];
    const until = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve));
    const client = await rawClient('november', {
      prompt: async (turn) => {
        const call = turn.toolCall({ id: 'c', title: 't', onCancel: () => cancelled.push('c') });
        const terminal = turn.terminal({ id: 't', isCancellable: true });
        turn.toolCall({ id: 'fixed', title: 't' });
        await Promise.all([until(call.signal).then(() => call.cancel()), until(terminal.signal)]);
        await terminal.exit({ signal: 'SIGTERM' });
      },
    });
    const sessionId = await client.open();
    await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    const tool = (toolCallId: string) => client.ask('tool_call/cancel', { sessionId, toolCallId });
    const terminal = (terminalId: string) => client.ask('terminal/cancel', { sessionId, terminalId });
    await client.until(({ params }) => JSON.stringify(params)?.includes('fixed') === true);
    expect(client.updates().filter(({ capabilities }) => capabilities !== undefined)).toMatchObject([
      { toolCallId: 'c', capabilities: { cancel: {} } },
      { terminalId: 't', capabilities: { cancel: {} } },
    ]);
    expect(await tool('fixed')).toMatchObject({ code: -32602 });
    expect(await tool('nobody')).toMatchObject({ code: -32602 });
    expect(await terminal('nobody')).toMatchObject({ code: -32602 });
    expect(await tool('c')).toEqual({});
    expect(await tool('c')).toMatchObject({ code: -32602 });
    expect(await terminal('t')).toEqual({});
    await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
    expect(await terminal('t')).toMatchObject({ code: -32602 });
    expect(cancelled).toEqual(['c']);
    const ends = client.updates().filter(({ status, exitStatus }) => status ?? exitStatus);
    expect(ends).toMatchObject([
      { toolCallId: 'c', status: 'cancelled' },
      { terminalId: 't', exitStatus: { signal: 'SIGTERM' } },
    ]);
  });

  test('of the foreground is cancelled with the turn, and one of the background is not', async () => {
    const cancelled: string[] = [];
    const client = await rawClient('november', {
      prompt: async (turn) => {
        turn.toolCall({ id: 'near', title: 't', onCancel: () => cancelled.push('near') });
        turn.background(turn.toolCall({ id: 'far', title: 't', onCancel: () => cancelled.push('far') }));
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    });
    const sessionId = await client.open();
    await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    client.notify('session/cancel', { sessionId });
    await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
    expect(cancelled).toEqual(['near']);
    expect(client.updates().at(-1)).toEqual({
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'cancelled',
      background: [{ type: 'tool_call', toolCallId: 'far' }],
    });
  });
});

test('[RO20] [RO73] an onCancel that fails is reported, and the request is answered all the same', async () => {
  const client = await rawClient('november', {
    prompt: async (turn) => {
      const call = turn.toolCall({
        id: 'c',
        title: 't',
        onCancel: async () => {
          throw new Error('broken');
        },
      });
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.until(({ params }) => JSON.stringify(params)?.includes('cancel') === true);
  expect(await client.ask('tool_call/cancel', { sessionId, toolCallId: 'c' })).toEqual({});
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
  expect(client.events).toMatchObject([{ type: 'handler-failed', method: 'onCancel', error: { message: 'broken' } }]);
});

test('[RO76] [N44] a notice is told once, and is in no replay', async () => {
  const { client, sessionId, updates } = await toNovember(
    async (turn) => {
      await turn.notice({ severity: 'info', title: 'Hello' });
      await turn.compaction({ id: 'k' }).finish('short');
      expect(() => turn.notice({ severity: 'info', title: '' })).toThrow(/not sent/);
    },
    { more: { sessions: { log: new MemoryLog() } } },
  );
  expect(updates).toEqual([
    { sessionUpdate: 'notice', severity: 'info', title: 'Hello' },
    { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' },
    {
      sessionUpdate: 'compaction_update',
      compactionId: 'k',
      status: 'completed',
      summary: [{ type: 'text', text: 'short' }],
    },
  ]);
  const before = client.updates().length;
  await client.ask('session/resume', { sessionId, cwd: '/w', replayFrom: { type: 'start' } });
  const replayed = client.updates().slice(before);
  expect(replayed.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    'user_message',
    'compaction_update',
    'state_update',
  ]);
});

test('[RO77] [N35] [N45] options are set by their type, and lists are lists', async () => {
  const options = (fast: boolean) => [
    { id: 'fast', name: 'Fast', type: 'boolean' as const, currentValue: fast },
    { id: 'model', name: 'Model', type: 'select' as const, currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
  ];
  const client = await rawClient('november', {
    prompt: async () => {},
    newSession: () => ({ configOptions: options(false) }),
    setConfigOption: ({ isOn, configId }) => options(configId === 'fast' && isOn === true),
  });
  const inNovember = (fast: boolean) => options(fast).map(({ id, ...rest }) => ({ configId: id, ...rest }));
  const { sessionId, configOptions } = await client.ask('session/new', { cwd: '/w' });
  expect(configOptions).toEqual(inNovember(false));
  const set = (setting: Json) => client.ask('session/set_config_option', { sessionId, ...setting });
  expect(await set({ configId: 'fast', type: 'boolean', value: true })).toEqual({ configOptions: inNovember(true) });
  for (const wrong of [
    { configId: 'fast', value: true },
    { configId: 'fast', type: 'id', value: 'true' },
    { configId: 'fast', type: 'boolean', value: 'yes' },
    { configId: 'model', type: 'id', value: 'z' },
    { configId: 'nothing', type: 'id', value: 'a' },
  ]) {
    expect(await set(wrong)).toMatchObject({ code: -32602 });
  }
});

test('[RO76] [N83] terminals and names come back from a durable session', async () => {
  const { client, sessionId } = await toNovember(
    async (turn) => {
      const terminal = turn.terminal({ id: 't', command: 'ls' });
      await terminal.write('a\n');
      await terminal.exit({ exitCode: 0 });
      const diff = { type: 'diff' as const, path: '/w/i', newText: 'i\n' };
      await turn.toolCall({ id: 'c', title: 'List', name: 'Bash', content: [terminal.content, diff] }).finish();
    },
    { more: { sessions: { log: new MemoryLog() } } },
  );
  const before = client.updates().length;
  await client.ask('session/resume', { sessionId, cwd: '/w', replayFrom: { type: 'start' } });
  const replayed = client.updates().slice(before);
  expect(replayed).toMatchObject([
    { terminalId: 't', command: 'ls', output: { data: 'YQo=' }, exitStatus: { exitCode: 0 } },
    { sessionUpdate: 'user_message' },
    {
      toolCallId: 'c',
      title: 'List',
      name: 'Bash',
      status: 'completed',
      content: [{ type: 'terminal' }, { changes: [{}] }],
    },
    { state: 'idle' },
  ]);
});

test('[N42] a permission request has a title and a description, and what its tool call has besides is told before', async () => {
  const toolCall = {
    toolCallId: 'c',
    name: 'Bash',
    title: 'Run',
    content: [fileDiff({ operation: 'delete', path: '/w/a' })],
  };
  const definition: AsyncAgentDefinition = {
    prompt: async (turn) =>
      void (await turn.requestPermission(toolCall, undefined, { title: 'Delete it?', description: 'For good.' })),
  };
  const answers = { 'session/request_permission': () => ({ outcome: { outcome: 'cancelled' } }) };
  const { client, updates } = await toNovember(definition.prompt as never, { answers });
  expect(updates[0]).toEqual({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    name: 'Bash',
    content: [{ type: 'diff', changes: [{ operation: 'delete', path: '/w/a' }] }],
  });
  const { params } = await client.until(({ method }) => method === 'session/request_permission');
  expect(params).toMatchObject({
    title: 'Delete it?',
    description: 'For good.',
    subject: { type: 'tool_call', toolCall: { toolCallId: 'c', title: 'Run' } },
  });
  const june = await rawClient('june', definition, { answers });
  await june.ask('session/prompt', textPrompt(await june.open(), 'go'));
  const asked = await june.until(({ method }) => method === 'session/request_permission');
  expect(asked['params']).toMatchObject({
    toolCall: { toolCallId: 'c', title: 'Run' },
    _meta: { 'emend/permission': { title: 'Delete it?', description: 'For good.' } },
  });
  expect(june.updates().at(-1)).toMatchObject({
    _meta: { 'emend/name': 'Bash' },
    content: [{ type: 'content', content: { type: 'text', text: 'Deleted /w/a' } }],
  });
});

test('[N21] a way to log in by a terminal is offered to clients that can, and never asked for', async () => {
  const methods = [
    { type: 'agent' as const, id: 'key', name: 'API key' },
    JSON.parse('{"type":"terminal","id":"login","name":"Log in","args":["login"]}'),
  ];
  const authentication = { methods, authenticate: () => {}, logout: () => {} };
  const definition: AsyncAgentDefinition = { prompt: async () => {}, authentication };
  const plain = await rawClient('november', definition);
  const able = await rawClient('november', definition, { capabilities: { auth: { terminal: {} } } });
  const offered = ({ received }: typeof plain) => {
    const [{ result }] = received as [{ result: { authMethods: Json[] } }];
    return result.authMethods.map(({ methodId }) => methodId);
  };
  expect([offered(plain), offered(able)]).toEqual([['key'], ['key', 'login']]);
  expect(await able.ask('auth/login', { methodId: 'key' })).toEqual({});
  expect(await able.ask('auth/login', { methodId: 'login' })).toMatchObject({ code: -32602 });
  expect(await able.ask('auth/logout', {})).toEqual({});
});
