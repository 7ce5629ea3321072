import fc from 'fast-check';
import type { SessionEvent } from '../event.ts';
import { readUpdate } from '../read-update.ts';

/** Few ids and few texts, so that random streams meet each other often. */
const messageId = fc.constantFrom('m1', 'm2', 'm3', '', '__proto__');
const toolCallId = fc.constantFrom('c1', 'c2', 'constructor');
const meta = fc.constantFrom(undefined, null, {}, { a: 1 }, { a: { b: [1] } });
const text = fc.constantFrom('', 'A', 'B', 'hello', ' world');
const block = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => ({ type: 'text', text: value })) },
  fc.constantFrom(
    { type: 'text', text: 'A', annotations: { audience: ['user'] } },
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: 'resource_link', name: 'n', uri: 'file:///n' },
    { type: '_own', any: [1] },
    { type: 'later', any: true },
  ),
);
const item = fc.oneof(
  block.map((content) => ({ type: 'content', content })),
  fc.constantFrom(
    { type: 'diff', path: '/a', oldText: null, newText: 'x' },
    { type: 'terminal', terminalId: 't' },
    { type: '_own' },
  ),
);

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function patch<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> {
  return fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(undefined, null));
}

const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed', '_paused');

const toolCall = fc
  .record({
    toolCallId,
    title: patch(text),
    kind: patch(fc.constantFrom('read', 'edit', 'other', '_own')),
    status: patch(status),
    content: patch(fc.array(item, { maxLength: 2 })),
    locations: patch(fc.array(fc.constantFrom({ path: '/a' }, { path: '/b', line: 3 }), { maxLength: 2 })),
    rawInput: fc.constantFrom(undefined, null, 0, { a: 1 }),
    rawOutput: fc.constantFrom(undefined, null, '', { b: [] }),
    _meta: meta,
  })
  .map(defined);

const update = fc.oneof(
  fc
    .record({
      sessionUpdate: fc.constantFrom('user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'),
      messageId,
      content: block,
      _meta: meta,
    })
    .map(defined),
  fc
    .record({
      sessionUpdate: fc.constantFrom('user_message', 'agent_message', 'agent_thought'),
      messageId,
      content: patch(fc.array(block, { maxLength: 3 })),
      _meta: meta,
    })
    .map(defined),
  fc
    .record({
      sessionUpdate: fc.constantFrom('agent_message_clear', 'agent_thought_clear'),
      messageId: patch(messageId),
      _meta: meta,
    })
    .map(defined),
  toolCall.map((call) => ({ sessionUpdate: 'tool_call_update', ...call })),
  fc.record({ sessionUpdate: fc.constant('tool_call_content_chunk'), toolCallId, content: item }),
  fc
    .record({
      sessionUpdate: fc.constant('plan_update'),
      plan: fc.constantFrom(
        { type: 'items', id: 'main', entries: [] },
        {
          type: 'items',
          id: 'main',
          entries: [{ content: 'do', priority: 'high', status: 'pending' }],
          _meta: { p: 1 },
        },
        { type: 'items', id: 'p2', entries: [] },
        { type: '_own', id: 'main', x: 1 },
        { type: 'later', id: 'p3' },
      ),
      _meta: meta,
    })
    .map(defined),
  fc
    .record({
      sessionUpdate: fc.constant('session_info_update'),
      title: patch(text),
      updatedAt: patch(fc.constant('2026-01-01T00:00:00Z')),
      _meta: meta,
    })
    .map(defined),
  fc.constantFrom(
    { sessionUpdate: 'usage_update', used: 1, size: 10 },
    { sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 0.5, currency: 'USD' } },
    { sessionUpdate: 'usage_update', used: 2, size: 10, cost: null, _meta: { a: 1 } },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'a', description: 'b' }] },
    { sessionUpdate: 'config_option_update', configOptions: [] },
    { sessionUpdate: 'config_option_update', configOptions: [{ type: '_toggle', id: 'x', name: 'X' }] },
    { sessionUpdate: '_own', deep: { a: [1] } },
    { sessionUpdate: 'later_update', value: null },
    { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'v1' },
  ),
);

/** Updates that the schema refuses or repairs. */
const malformed = fc.constantFrom<unknown>(
  null,
  {},
  { sessionUpdate: 7 },
  { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'A' } },
  { sessionUpdate: 'agent_message_chunk', messageId: null, content: { type: 'text', text: 'A' } },
  { sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: { type: 'text' } },
  { sessionUpdate: 'agent_message', messageId: 'm1', content: 'A' },
  {
    sessionUpdate: 'agent_message',
    messageId: 'm2',
    content: [
      { type: 'text', text: 1 },
      { type: 'text', text: 'B' },
    ],
  },
  { sessionUpdate: 'tool_call_update', status: 'completed' },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c1', locations: [{ line: 1 }], status: 'completed' },
  { sessionUpdate: 'plan_update', plan: { type: 'markdown', id: 'main', text: '' } },
  { sessionUpdate: 'usage_update', used: -1, size: 0 },
);

const requestId = fc.constantFrom(undefined, 0, 1, 'p');
const permissionId = fc.constantFrom(0, 1, '0', null);

/** Any event that a session can meet, without its place. */
export const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  { weight: 20, arbitrary: update.map((value) => readUpdate(value)) },
  { weight: 2, arbitrary: malformed.map((value) => readUpdate(value)) },
  {
    weight: 2,
    arbitrary: fc
      .record({ requestId, prompt: fc.array(block, { maxLength: 2 }) })
      .map((event) => ({ type: 'prompt_sent', ...event }) as SessionEvent),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        requestId,
        stopReason: fc.constantFrom(undefined, 'end_turn', 'refusal', 'cancelled', '_own'),
        error: fc.constantFrom(undefined, 'broken'),
      })
      .map((event) => ({ type: 'turn_ended', ...event }) as SessionEvent),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ requestId: permissionId, toolCall })
      .map((event) => ({ type: 'permission_opened', options: [], ...event }) as unknown as SessionEvent),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(
      permissionId.map((id): SessionEvent => ({ type: 'permission_answered', requestId: id })),
      fc.constantFrom<SessionEvent>(
        { type: 'cancel_sent' },
        { type: 'load_started' },
        { type: 'load_ended' },
        { type: 'load_failed' },
        { type: 'configured', configOptions: [] },
      ),
    ),
  },
);

/** A stream of events, each with its place. */
export const anyStream: fc.Arbitrary<SessionEvent[]> = fc
  .array(anyEvent, { maxLength: 40, size: 'max' })
  .map((events) => events.map((event, index) => ({ ...event, at: index + 1 })));
