import { expect, test } from 'vitest';
import { methods as v2Methods } from '../../protocol/june/generated/methods.ts';
import { methods as v1Methods } from '../../protocol/v1/generated/methods.ts';
import { text } from '../test-support/talk.ts';
import { notificationsToV2, requestsToV2 } from './to-june/methods.ts';
import { sessionUpdateToV2 } from './to-june/session-update.ts';
import { notificationsToV1, requestsToV1 } from './to-v1/methods.ts';
import { sessionUpdateToV1 } from './to-v1/session-update.ts';

const ok = (value: unknown, losses: readonly unknown[] = []) => ({ ok: true, value, losses });

test('[BR1] every method of both versions has a rule', () => {
  const namesOf = (...tables: object[]) => tables.flatMap((table) => Object.keys(table)).sort();
  expect(namesOf(requestsToV2, notificationsToV2)).toEqual(Object.keys(v1Methods).sort());
  expect(namesOf(requestsToV1, notificationsToV1)).toEqual(Object.keys(v2Methods).sort());
});

test('[BR1] what both versions share stays the same value', () => {
  const block = { type: 'text', text: 'a', annotations: { audience: ['user'] } } as const;
  const given = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: block } as const;
  const toV1 = sessionUpdateToV1(given);
  expect(toV1).toEqual(ok([given]));
  expect(toV1.ok && (toV1.value[0] as typeof given).content).toBe(block);
  const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 } as const;
  const toV2 = sessionUpdateToV2(usage);
  expect(toV2.ok && toV2.value).toBe(usage);
});

test('[BR2] a whole message becomes one chunk a block', () => {
  const given = {
    sessionUpdate: 'agent_thought',
    messageId: 'm',
    content: [text('a'), text('b')],
    _meta: { k: 1 },
  } as const;
  expect(sessionUpdateToV1(given)).toEqual(
    ok([
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('a'), _meta: { k: 1 } },
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('b'), _meta: { k: 1 } },
    ]),
  );
});

test.each([
  ['patch-only-message', { _meta: { k: 1 } }],
  ['patch-only-message', {}],
  ['cleared-message-content', { content: null }],
  ['cleared-message-content', { content: [] }],
  ['cleared-message-meta', { content: [text('a')], _meta: null }],
])('[BR3] a message update is refused: %s', (reason, fields) => {
  for (const sessionUpdate of ['user_message', 'agent_message', 'agent_thought'] as const) {
    expect(sessionUpdateToV1({ sessionUpdate, messageId: 'm', ...fields })).toMatchObject({ ok: false, reason });
  }
});

test('[BR3] a chunk of tool content is refused', () => {
  const given = {
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 'c',
    content: { type: 'diff', path: '/f', newText: '' },
  } as const;
  expect(sessionUpdateToV1(given)).toEqual({ ok: false, reason: 'tool-content-chunk', path: 'content', found: 'diff' });
});

test('[BR4] creations and updates become upserts without defaults and nulls', () => {
  const created = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'T',
    kind: 'other',
    status: 'pending',
    content: [],
  } as const;
  expect(sessionUpdateToV2(created)).toEqual(ok({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T' }));
  const changed = {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    kind: 'other',
    status: 'pending',
    title: null,
    content: [],
    _meta: null,
  } as const;
  expect(sessionUpdateToV2(changed)).toEqual(
    ok({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'other', status: 'pending', content: [] }),
  );
});

test('[BR5] towards v1 clears of collections are empty lists, clears of scalars are losses', () => {
  const nulls = {
    title: null,
    kind: null,
    status: null,
    content: null,
    locations: null,
    rawInput: null,
    rawOutput: null,
    _meta: null,
  };
  const result = sessionUpdateToV1({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...nulls });
  const lost = 'that it is cleared';
  expect(result).toEqual(
    ok(
      [{ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [], locations: [] }],
      ['title', 'kind', 'status', 'rawInput', 'rawOutput', '_meta'].map((path) => ({ path, lost })),
    ),
  );
});

test.each([
  [
    'unknown-content-block',
    'content.type',
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: '_x' } },
  ],
  [
    'unknown-role',
    'content[1].annotations.audience[0]',
    {
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [text('a'), { ...text('b'), annotations: { audience: ['_r'] } }],
    },
  ],
  [
    'unknown-tool-content',
    'content[0].type',
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [{ type: 'terminal', terminalId: 't' }] },
  ],
  ['unknown-tool-kind', 'kind', { sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'paint' }],
  ['unknown-tool-status', 'status', { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'cancelled' }],
  ['unknown-plan-content', 'plan.type', { sessionUpdate: 'plan_update', plan: { type: '_x', id: 'p' } }],
  [
    'unknown-plan-priority',
    'entries[0].priority',
    {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', id: 'p', entries: [{ content: 'a', priority: '_p', status: 'pending' }] },
    },
  ],
  [
    'unknown-plan-status',
    'entries[0].status',
    {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', id: 'p', entries: [{ content: 'a', priority: 'low', status: '_s' }] },
    },
  ],
  [
    'unknown-command-input',
    'availableCommands[0].input.type',
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'a', description: '', input: { type: 'text', hint: '' } }],
    },
  ],
  [
    'unknown-config-option',
    'configOptions[0].type',
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'a', name: 'A', type: '_x' }] },
  ],
  ['unknown-session-update', 'sessionUpdate', { sessionUpdate: 'state_update' }],
] as const)('[BR6] towards v1: %s', (reason, path, update) => {
  expect(sessionUpdateToV1(update)).toMatchObject({ ok: false, reason, path });
});

test.each([
  ['missing-message-id', { sessionUpdate: 'agent_message_chunk', content: text('a') }],
  ['missing-message-id', { sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: null }],
  ['missing-message-id', { sessionUpdate: 'agent_message_clear' }],
  [
    'terminal-content',
    { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', content: [{ type: 'terminal', terminalId: 't' }] },
  ],
  ['mode-update', { sessionUpdate: 'current_mode_update', currentModeId: 'x' }],
] as const)('[BR6] towards v2: %s', (reason, update) => {
  expect(sessionUpdateToV2(update as Parameters<typeof sessionUpdateToV2>[0])).toMatchObject({ ok: false, reason });
});

test('[BR6] requests that one version lacks, and their values, are refused by name', () => {
  const sse = { type: 'sse', name: 'x', url: 'http://x', headers: [] } as const;
  expect(requestsToV2['session/new'].params({ cwd: '/', mcpServers: [sse] })).toMatchObject({
    reason: 'sse-server',
    path: 'mcpServers[0].type',
  });
  expect(requestsToV2['session/set_mode'].params({ sessionId: 's', modeId: 'm' })).toMatchObject({
    reason: 'set-mode',
  });
  expect(requestsToV2['fs/read_text_file'].params({ sessionId: 's', path: '/f' })).toMatchObject({
    reason: 'client-file-system',
  });
  expect(requestsToV2['terminal/kill'].params({ sessionId: 's', terminalId: 't' })).toMatchObject({
    reason: 'client-terminal',
  });
  expect(requestsToV1['session/new'].params({ cwd: '/', mcpServers: [{ type: '_pipe' }] })).toMatchObject({
    reason: 'unknown-mcp-server',
  });
  expect(requestsToV1['session/prompt'].result({ stopReason: '_tired' })).toMatchObject({
    reason: 'unknown-stop-reason',
  });
  const option = { optionId: 'o', name: 'O', kind: '_k' };
  expect(
    requestsToV1['session/request_permission'].params({
      sessionId: 's',
      toolCall: { toolCallId: 'c' },
      options: [option],
    }),
  ).toMatchObject({
    reason: 'unknown-permission-kind',
    path: 'options[0].kind',
  });
  expect(
    requestsToV1.initialize.result({
      protocolVersion: 2,
      authMethods: [{ type: '_x', id: 'a', name: 'A' }],
      capabilities: { session: {} },
    }),
  ).toMatchObject({
    reason: 'unknown-auth-method',
  });
  expect(requestsToV1.initialize.result({ protocolVersion: 2, capabilities: {} })).toMatchObject({
    reason: 'no-session-capability',
  });
});

test('[BR7] capabilities: booleans and markers', () => {
  expect(requestsToV2.initialize.result({ protocolVersion: 1 })).toEqual(
    ok({ protocolVersion: 2, capabilities: { session: { prompt: {}, mcp: { stdio: {} } } } }),
  );
  const session = {
    prompt: { audio: {}, _meta: { p: 1 } },
    mcp: { http: { _meta: { h: 1 } } },
    resume: {},
    _meta: { s: 1 },
  };
  expect(
    requestsToV1.initialize.result({ protocolVersion: 2, capabilities: { session, auth: { logout: {} } } }),
  ).toEqual(
    ok(
      {
        protocolVersion: 1,
        agentCapabilities: {
          auth: { logout: {} },
          loadSession: false,
          promptCapabilities: { image: false, audio: true, embeddedContext: false, _meta: { p: 1 } },
          mcpCapabilities: { http: true, sse: false },
          sessionCapabilities: { resume: {}, _meta: { s: 1 } },
        },
      },
      [{ path: 'capabilities.session.mcp.http._meta', lost: 'the _meta of a capability that is a boolean in v1' }],
    ),
  );
});

test('[BR8] tags of servers and of ways to authenticate', () => {
  const stdio = { name: 'a', command: '/a', args: [], env: [] };
  const v1 = { sessionId: 's', cwd: '/', mcpServers: [stdio] };
  const v2 = { sessionId: 's', cwd: '/', mcpServers: [{ ...stdio, type: 'stdio' as const }] };
  expect(requestsToV2['session/load'].params(v1)).toEqual(ok(v2));
  expect(requestsToV1['session/load'].params(v2)).toEqual(ok(v1));
  expect(requestsToV1['session/resume'].params({ sessionId: 's', cwd: '/' })).toEqual(ok({ sessionId: 's', cwd: '/' }));
  const method = { id: 'a', name: 'A', description: 'D' };
  expect(requestsToV2.initialize.result({ protocolVersion: 1, authMethods: [method] })).toMatchObject({
    value: { authMethods: [{ ...method, type: 'agent' }] },
  });
});
