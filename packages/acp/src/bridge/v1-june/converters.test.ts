import { expect, test } from 'vitest';
import type { Dialect } from '../../protocol/dialects.ts';
import type { Note } from '../ledger.ts';
import { ends } from '../test-support/ends.ts';
import { text } from '../test-support/talk.ts';
import { translator } from '../translator.ts';
import { clientCapabilitiesToJune, initializeResponseToJune } from './to-june/initialize.ts';
import { mcpServersToJune } from './to-june/mcp.ts';
import { initializeRequestToV1, initializeResponseToV1 } from './to-v1/initialize.ts';
import { mcpServersToV1 } from './to-v1/mcp.ts';

/** What a client of a version gets for one update of an agent of the other, and what is noted. */
function crossed(client: Dialect, update: object) {
  const { toClient, ledger } = translator(ends(client)).fromAgent({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update },
  });
  const updates = toClient.map((message) => (message as { params: { update?: unknown } }).params.update);
  return { updates, notes: ledger.map(({ kind, rule, path }) => [kind, rule, path]) };
}

/** What a converter returns, and what it notes. */
function noting<T>(convert: (note: (note: Note) => void) => T) {
  const notes: Note[] = [];
  return { value: convert((note) => notes.push(note)), notes };
}

test.each(['v1', 'june'] as const)('[BR1] what both dialects share stays the same value (client of %s)', (client) => {
  const block = { type: 'text', text: 'a', annotations: { audience: ['user'] } };
  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: block };
  const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 };
  for (const update of [chunk, usage]) {
    const { updates, notes } = crossed(client, update);
    expect(updates[0]).toBe(update);
    expect(notes).toEqual([]);
  }
});

test('[BR2] a whole message becomes one chunk a block, adjacent texts one', () => {
  const link = { type: 'resource_link', name: 'f', uri: 'file:///f' };
  const content = [text('a'), text('b'), link];
  const given = { sessionUpdate: 'agent_thought', messageId: 'm', content, _meta: { k: 1 } };
  expect(crossed('v1', given)).toEqual({
    updates: [
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('ab'), _meta: { k: 1 } },
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: link, _meta: { k: 1 } },
    ],
    notes: [],
  });
});

test('[BR4] creations and updates become upserts without defaults and nulls', () => {
  const created = { toolCallId: 'c', title: 'T', kind: 'other', status: 'pending', content: [] };
  expect(crossed('june', { sessionUpdate: 'tool_call', ...created }).updates).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T' },
  ]);
  const fields = { toolCallId: 'c', kind: 'other', status: 'pending', content: [] };
  const changed = { sessionUpdate: 'tool_call_update', ...fields, title: null, _meta: null };
  expect(crossed('june', changed).updates).toEqual([{ sessionUpdate: 'tool_call_update', ...fields }]);
});

test('[BR5] to v1 clears of collections are empty lists, clears of raw fields are losses', () => {
  const agent = translator({ client: 'v1', agent: 'june' });
  const send = (update: object) =>
    agent.fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
  send({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', rawInput: 1, rawOutput: 2 });
  const nulls = { content: null, locations: null, rawInput: null, rawOutput: null };
  const { toClient, ledger } = send({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...nulls });
  expect(toClient).toMatchObject([
    { params: { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [], locations: [] } } },
  ]);
  expect(ledger.map(({ kind, rule, path }) => [kind, rule, path])).toEqual([
    ['loss', 'raw-clear', 'rawInput'],
    ['loss', 'raw-clear', 'rawOutput'],
  ]);
});

const entry = { content: 'a', priority: 'low', status: 'pending' };

test.each([
  ['placeholder', 'content.type', { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: '_x' } }],
  [
    'role',
    'content.annotations.audience',
    {
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [text('a'), { ...text('b'), annotations: { audience: ['_r'] } }],
    },
  ],
  [
    'placeholder',
    'content[0].type',
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: 'T',
      content: [{ type: 'terminal', terminalId: 't' }],
    },
  ],
  ['tool-kind', 'kind', { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', kind: 'paint' }],
  ['tool-status', 'status', { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', status: 'cancelled' }],
  ['plan-content', 'plan.type', { sessionUpdate: 'plan_update', plan: { type: '_x', id: 'p' } }],
  [
    'plan-priority',
    'entries[0].priority',
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [{ ...entry, priority: '_p' }] } },
  ],
  [
    'plan-status',
    'entries[0].status',
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [{ ...entry, status: '_s' }] } },
  ],
  [
    'command-input',
    'availableCommands[0].input',
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'a', description: '', input: { type: 'text', hint: '' } }],
    },
  ],
  [
    'config-option',
    'configOptions',
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'a', name: 'A', type: '_x' }] },
  ],
  ['unknown-update', 'update.sessionUpdate', { sessionUpdate: 'state_update' }],
])('[BR6] to v1, what it does not know crosses by a rule: %s at %s', (rule, path, update) => {
  const { updates, notes } = crossed('v1', update);
  expect(updates.length).toBeGreaterThan(0);
  expect(notes.map(([, ...place]) => place)).toEqual([[rule, path]]);
});

test.each([
  ['message-id', 'messageId', { sessionUpdate: 'agent_message_chunk', content: text('a') }],
  ['message-id', 'messageId', { sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: null }],
  [
    'terminal',
    'content[0].type',
    { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', content: [{ type: 'terminal', terminalId: 't' }] },
  ],
])('[BR6] to June, what it does not know crosses by a rule: %s at %s', (rule, path, update) => {
  expect(crossed('june', update)).toEqual({ updates: [expect.anything()], notes: [['repair', rule, path]] });
});

test.each([
  ['clear-without-message', { sessionUpdate: 'agent_message_clear' }],
  ['mode-without-modes', { sessionUpdate: 'current_mode_update', currentModeId: 'x' }],
])('[BR3] what cannot cross at all is reported: %s', (rule, update) => {
  const { updates, notes } = crossed('june', update);
  expect(updates).toEqual([]);
  expect(notes.map((note) => note[1])).toEqual([rule]);
});

test('[BR3] a server that the agent does not take refuses the request, and is reported', () => {
  const sse = { type: 'sse', name: 'x', url: 'http://x', headers: [] } as const;
  const loss = { kind: 'loss', rule: 'mcp-server', path: 'mcpServers[0]', done: 'request refused' };
  expect(noting((note) => mcpServersToJune([sse], { takesStdio: true }, note))).toEqual({
    value: { error: { code: -32602, message: 'The agent takes no MCP servers over sse: x' } },
    notes: [{ ...loss, lost: 'x' }],
  });
  expect(noting((note) => mcpServersToV1([{ type: '_pipe' } as never], { takesSse: false }, note))).toEqual({
    value: { error: { code: -32602, message: 'The agent takes no MCP servers of type _pipe: mcpServers[0]' } },
    notes: [{ ...loss, lost: '_pipe' }],
  });
});

test('[BR7] capabilities: booleans and markers', () => {
  expect(noting((note) => initializeResponseToJune({ protocolVersion: 1 }, undefined, note))).toEqual({
    value: { protocolVersion: 2, capabilities: { session: { prompt: {}, mcp: { stdio: {} } } } },
    notes: [],
  });
  const session = {
    prompt: { audio: {}, _meta: { p: 1 } },
    mcp: { http: { _meta: { h: 1 } } },
    resume: {},
    _meta: { s: 1 },
  };
  const answer = { protocolVersion: 2, capabilities: { session, auth: { logout: {} } } };
  expect(noting((note) => initializeResponseToV1(answer, undefined, note))).toEqual({
    value: {
      result: {
        protocolVersion: 1,
        agentCapabilities: {
          auth: { logout: {} },
          loadSession: false,
          promptCapabilities: { image: false, audio: true, embeddedContext: false, _meta: { p: 1 } },
          mcpCapabilities: { http: true, sse: false },
          sessionCapabilities: { resume: {}, _meta: { s: 1 } },
        },
      },
    },
    notes: [
      {
        kind: 'loss',
        rule: 'capability',
        path: 'capabilities.session.mcp.http._meta',
        lost: 'the _meta of a capability that is a boolean in v1',
      },
    ],
  });
  expect(initializeRequestToV1({ protocolVersion: 2, capabilities: { _meta: { c: 1 } } }, { terminal: true })).toEqual({
    protocolVersion: 1,
    clientCapabilities: { _meta: { c: 1 }, fs: { readTextFile: false, writeTextFile: false }, terminal: true },
  });
});

test('[BR3] a capability that June does not have is reported', () => {
  const offered = { fs: { readTextFile: true, writeTextFile: true }, terminal: true, _meta: { c: 1 } };
  const { value, notes } = noting((note) => clientCapabilitiesToJune(offered, note));
  expect(value).toEqual({ _meta: { c: 1 } });
  expect(notes.map(({ kind, rule, path }) => [kind, rule, path])).toEqual([
    ['loss', 'capability', 'clientCapabilities.fs.readTextFile'],
    ['loss', 'capability', 'clientCapabilities.fs.writeTextFile'],
    ['loss', 'capability', 'clientCapabilities.terminal'],
  ]);
});

test('[BR3] an agent without sessions, and a way to authenticate that v1 does not know, are reported', () => {
  const authMethods = [{ type: '_x', id: 'a', name: 'A' } as never];
  const { value, notes } = noting((note) =>
    initializeResponseToV1({ protocolVersion: 2, authMethods }, undefined, note),
  );
  expect(value).toMatchObject({ error: { code: -32603 } });
  expect(notes.map(({ rule, path }) => [rule, path])).toEqual([
    ['auth-method', 'authMethods[0]'],
    ['no-sessions', 'capabilities.session'],
  ]);
});

test('[BR8] tags of servers and of ways to authenticate', () => {
  const stdio = { name: 'a', command: '/a', args: [], env: [] };
  const tagged = { ...stdio, type: 'stdio' } as const;
  expect(noting((note) => mcpServersToJune([stdio], { takesStdio: true }, note))).toEqual({
    value: [tagged],
    notes: [],
  });
  expect(noting((note) => mcpServersToV1([tagged], { takesSse: false }, note))).toEqual({ value: [stdio], notes: [] });
  const method = { id: 'a', name: 'A', description: 'D' };
  const { value } = noting((note) =>
    initializeResponseToJune({ protocolVersion: 1, authMethods: [method] }, undefined, note),
  );
  expect(value.authMethods).toEqual([{ ...method, type: 'agent' }]);
  const answer = { ...value, capabilities: { session: {} } };
  expect(noting((note) => initializeResponseToV1(answer, undefined, note)).value).toMatchObject({
    result: { authMethods: [method] },
  });
});
