import { connect, memoryPair, UnsupportedVersionError } from '@emend/acp';
import { applyEvents, newSessionState, type SessionEvent } from '@emend/acp/session';
import { ScriptedPeer } from '@emend/acp/testing';
import { createScreen, displayStatus, genericForm, messageText, toolCallSummary } from '@emend/acp/view';
import { describe, expect, test } from 'vitest';
import { span } from '../../packages/cli/src/terminal/style.ts';
import { TextBlock } from '../../packages/cli/src/terminal/text-block.ts';
import { clientOf, pairOf, updateOf } from './pair.ts';

const cwd = '/project';
const text = (said: string) => ({ type: 'text', text: said });

function stateAfter(...updates: object[]) {
  return applyEvents(
    newSessionState(),
    updates.map((update) => ({ type: 'update', update }) as SessionEvent),
  );
}

test('[C1] [C25] the first message is the handshake, and nothing but messages is sent', async () => {
  const info = { name: 'c', version: '1' };
  await using pair = await pairOf({ prompt: () => {} }, { info });
  const session = await pair.client.newSession({ cwd });
  await session.prompt('a\nb');
  const messages = pair.fromClient.map((frame) => JSON.parse(frame));
  expect(messages[0]).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: 2,
      capabilities: {},
      clientInfo: info,
      info,
      _meta: { 'emend/prefers': 'june' },
      // The same offer as v1 has it: a v1 agent answers this request at once, and looks nowhere else.
      clientCapabilities: {
        _meta: { terminal_output: true },
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
      },
    },
  });
  expect(messages.map(({ jsonrpc, method }) => [jsonrpc, method])).toEqual([
    ['2.0', 'initialize'],
    ['2.0', 'session/new'],
    ['2.0', 'session/prompt'],
  ]);
  expect(pair.fromClient.filter((frame) => /[\r\n]/.test(frame))).toEqual([]);
});

test('[C2] [B1] a version that we do not speak ends the connection, and is said', async () => {
  const [near, far] = memoryPair();
  const script = new ScriptedPeer(far);
  const connecting = connect(near, { prefers: 'june' });
  await script.next();
  await script.send({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 77, capabilities: {} } });
  await expect(connecting).rejects.toEqual(new UnsupportedVersionError(77));
  await script.expectEnd();
});

test('[C7] there is no prompt without a session, and the agent refuses one', async () => {
  const { client } = await clientOf();
  expect('prompt' in client).toBe(false);
  await using pair = await pairOf({ prompt: () => {} });
  await expect(pair.client.request('session/prompt', { sessionId: 'none', prompt: [] })).rejects.toMatchObject({
    code: -32002,
  });
});

test('[C10] [C11] all roots are sent on each setup, none twice and never the working directory', async () => {
  const seen: unknown[] = [];
  const take = (request: object) =>
    void seen.push((request as { additionalDirectories?: unknown }).additionalDirectories);
  await using pair = await pairOf({
    prompt: () => {},
    additionalDirectories: true,
    newSession: take,
    loadSession: take,
    resumeSession: take,
  });
  const additionalDirectories = ['/b', '/a', '/b', cwd];
  const { id: sessionId } = await pair.client.newSession({ cwd, additionalDirectories });
  await pair.client.loadSession({ sessionId, cwd, additionalDirectories });
  await pair.client.resumeSession({ sessionId, cwd, additionalDirectories: [cwd] });
  expect(seen).toEqual([['/b', '/a'], ['/b', '/a'], undefined]);
});

test('[C13] reported roots are those of the last report', async () => {
  const pages = [{ additionalDirectories: ['/a', '/b'] }, { additionalDirectories: ['/c'] }, {}];
  let asked = 0;
  await using pair = await pairOf({
    prompt: () => {},
    listSessions: () => ({ sessions: [{ sessionId: 's', cwd, ...pages[asked++] }] }),
  });
  for (const page of pages)
    expect(await pair.client.listSessions()).toEqual({ sessions: [{ sessionId: 's', cwd, ...page }] });
});

test('[C16] ids are compared as they are', () => {
  const ids = ['1', '01', '1 ', '', '__proto__', 'constructor', 'é', 'e\u0301', '\u0000', 'A', 'a'];
  const state = stateAfter(
    ...ids.map((messageId) => ({ sessionUpdate: 'agent_message_chunk', messageId, content: text(messageId) })),
  );
  expect([...state.messages].map((message) => [message.messageId, messageText(message)])).toEqual(
    ids.map((id) => [id, id]),
  );
});

describe('[C17] messages', () => {
  const chunk = (said: string) => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text(said) });
  const whole = (fields: object) => ({ sessionUpdate: 'agent_message', messageId: 'm', ...fields });
  test.each([
    ['chunks append', [chunk('a'), chunk('b')], ['a', 'b'], undefined],
    ['omitted keeps', [chunk('a'), whole({ _meta: { x: 1 } })], ['a'], { x: 1 }],
    ['null clears', [chunk('a'), whole({ content: null })], [], undefined],
    ['an empty list clears', [chunk('a'), whole({ content: [] })], [], undefined],
    ['a value replaces chunks and all', [chunk('a'), whole({ content: [text('c')] })], ['c'], undefined],
    ['a chunk appends to a whole message', [whole({ content: [text('c')] }), chunk('d')], ['c', 'd'], undefined],
    ['metadata is replaced, not merged', [whole({ _meta: { x: 1 } }), whole({ _meta: { y: 2 } })], [], { y: 2 }],
    ['metadata is cleared by null', [whole({ _meta: { x: 1 } }), whole({ _meta: null })], [], undefined],
    ['a new id takes the defaults', [whole({})], [], undefined],
  ])('%s', (_, updates, content, meta) => {
    const [message] = [...stateAfter(...updates).messages];
    expect([message?.content.toArray(), message?._meta]).toEqual([content.map(text), meta]);
  });
});

test('[C18] [T8] tool calls follow the same rules, metadata included; content and locations are replaced as wholes', () => {
  const patch = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
  const item = (said: string) => ({ type: 'content', content: text(said) });
  const chunk = (said: string) => ({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: item(said) });
  const after = (...updates: object[]) => {
    const call = stateAfter(...updates).toolCalls.at(0);
    return { title: call?.title, content: call?.content.toArray(), locations: call?.locations, _meta: call?._meta };
  };
  const start = patch({ title: 't', content: [item('a')], locations: [{ path: '/a' }], _meta: { x: 1 } });
  const begun = { title: 't', content: [item('a')], locations: [{ path: '/a' }], _meta: { x: 1 } };
  expect(after(start, patch({}))).toEqual(begun);
  expect(after(start, chunk('b'))).toEqual({ ...begun, content: [item('a'), item('b')] });
  expect(after(start, chunk('b'), patch({ content: [item('c')] }))).toEqual({ ...begun, content: [item('c')] });
  expect(after(start, patch({ title: null, content: null, locations: [], _meta: null }))).toEqual({
    title: undefined,
    content: [],
    locations: [],
    _meta: undefined,
  });
  expect(after(start, patch({ locations: [{ path: '/b' }], _meta: { y: 2 } }))).toEqual({
    ...begun,
    locations: [{ path: '/b' }],
    _meta: { y: 2 },
  });
});

test.each([{}, { messageId: null }, { messageId: 7 }])(
  '[C19] a chunk with %j for an id is skipped and said',
  async (id) => {
    const events: string[] = [];
    const { client, script } = await clientOf({ session: {} }, { onEvent: ({ type }) => events.push(type) });
    const opening = client.newSession({ cwd });
    await script.next();
    await script.send({ jsonrpc: '2.0', id: 2, result: { sessionId: 's' } });
    const session = await opening;
    const prompting = session.prompt('go');
    await script.next();
    await script.send(updateOf('s', { sessionUpdate: 'agent_message_chunk', content: text('lost'), ...id }));
    await script.send({ jsonrpc: '2.0', id: 3, result: { stopReason: 'end_turn' } });
    await prompting;
    expect(events).toEqual(['malformed-update']);
    expect(session.state.messages.length).toBe(0);
    expect([...session.state.diagnostics].map(({ code }) => code)).toEqual(['malformed_update']);
    await client.close();
  },
);

test('[C21] [T3] unfinished tool calls are shown as cancelled at once, and late updates still count', async () => {
  const { client, script } = await clientOf();
  const opening = client.newSession({ cwd });
  await script.next();
  await script.send({ jsonrpc: '2.0', id: 2, result: { sessionId: 's' } });
  const session = await opening;
  const prompting = session.prompt('go');
  await script.next();
  const call = (toolCallId: string, status: string) =>
    updateOf('s', { sessionUpdate: 'tool_call_update', toolCallId, status });
  await script.send(call('open', 'in_progress'));
  await script.send(call('done', 'completed'));
  await expect.poll(() => session.state.toolCalls.length).toBe(2);
  session.cancel();
  const shown = () => [...session.state.toolCalls].map(displayStatus);
  // The mark is the client's own: the status of the wire stays one that the draft has.
  expect([shown(), session.state.toolCalls.get('open')?.status]).toEqual([['cancelled', 'completed'], 'in_progress']);
  await script.send(call('open', 'failed'));
  await script.send({ jsonrpc: '2.0', id: 3, result: { stopReason: 'cancelled' } });
  expect(await prompting).toEqual({ stopReason: 'cancelled' });
  expect(shown()).toEqual(['failed', 'completed']);
  await client.close();
});

test('[C22] whoever decides sees all options, unknown kinds too, and the choice goes back', async () => {
  const options = [
    { optionId: 'a', name: 'Yes', kind: 'allow_once' },
    { optionId: 'b', name: 'Ask later', kind: '_defer' },
  ] as const;
  const seen: unknown[] = [];
  const answers: unknown[] = [];
  await using pair = await pairOf(
    {
      async prompt(turn) {
        answers.push(await turn.requestPermission(turn.toolCall({ title: 't', id: 'c' }), options));
      },
    },
    {
      requestPermission: (request) => {
        seen.push(request.options);
        return 'b';
      },
    },
  );
  await (await pair.client.newSession({ cwd })).prompt('go');
  expect(seen).toEqual([options]);
  expect(answers).toEqual([{ isAllowed: false, option: options[1], outcome: { outcome: 'selected', optionId: 'b' } }]);
});

test('[C24] unknown variants are kept as they came and have a form to show', async () => {
  const authMethods = [{ type: '_card', id: 'card', name: 'Card', reader: { port: 3 } }];
  const commands = [{ name: 'go', description: 'Goes', input: { type: '_map', zoom: 3 } }];
  const block = { type: '_hologram', depth: 3 } as const;
  await using pair = await pairOf({
    authentication: { methods: authMethods as never, authenticate: () => {} },
    async prompt(turn) {
      await turn.commands(commands as never);
      await turn.message({ content: [block] }).append('.');
    },
  });
  expect(pair.client.agent.authMethods).toEqual(authMethods);
  const session = await pair.client.newSession({ cwd });
  await session.prompt('go');
  expect(session.state.availableCommands).toEqual(commands);
  const content = [...session.state.messages].at(-1)?.content.toArray();
  expect(content).toEqual([block, text('.')]);
  expect(genericForm(block)).toEqual({
    tag: '_hologram',
    origin: 'extension',
    text: JSON.stringify(block, undefined, 2),
    isCut: false,
  });
});

test('[C23] the terminal client shows Markdown', () => {
  const block = new TextBlock({ width: 40, looks: 'colour', gutter: span('') });
  block.append('# Title\n- **bold** and `code`\n');
  expect([...block.rows]).toEqual([
    '\x1b[1;4;35mTitle\x1b[0m',
    '\x1b[36m• \x1b[0m\x1b[1mbold\x1b[0m and \x1b[36mcode\x1b[0m',
  ]);
});

test('[C26] a long title is kept and shown on one line', () => {
  const title = `Line one\nline two ${'long '.repeat(10_000)}`;
  const state = stateAfter(
    { sessionUpdate: 'session_info_update', title },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title },
  );
  expect(state.info?.title).toBe(title);
  const call = state.toolCalls.at(0);
  const line = call === undefined ? '' : toolCallSummary(call, { width: 40 });
  expect([line.includes('\n'), line.length <= 40, line.startsWith('Line one line two')]).toEqual([false, true, true]);
});

test('[C27] a refused prompt and what followed it are shown as out of the context', async () => {
  const reasons = ['refusal', 'end_turn'] as const;
  let turns = 0;
  await using pair = await pairOf({
    acknowledgesPrompts: false,
    prompt: async (turn) => {
      await turn.message().append('hm');
      return reasons[turns++];
    },
  });
  const session = await pair.client.newSession({ cwd });
  await session.prompt('one');
  await session.prompt('two');
  expect(
    createScreen()(session.state)
      .toArray()
      .map((row) => [row.type, row.isInContext]),
  ).toEqual([
    ['prompt', false],
    ['message', false],
    ['prompt', true],
    ['message', true],
  ]);
});
