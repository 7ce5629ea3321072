import fc from 'fast-check';
import type { SessionEvent } from '../event.ts';
import { readUpdate } from '../read-update.ts';
import { base64 } from './november.ts';

/** Few ids and few texts, so that random streams meet each other often. */
const messageId = fc.constantFrom('m1', 'm2', 'u1', 'u2', '', '__proto__');
const toolCallId = fc.constantFrom('c1', 'c2', 'constructor');
const terminalId = fc.constantFrom('t1', 't2', 'c1');
const compactionId = fc.constantFrom('k1', 'k2');
const meta = fc.constantFrom(
  undefined,
  undefined,
  null,
  {},
  { a: 1 },
  { a: null },
  { a: { b: [1] }, c: 2 },
  { c: null },
);
const text = fc.constantFrom('', 'A', 'B', 'hello', ' world');
const block = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => ({ type: 'text', text: value })) },
  fc.constantFrom(
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: '_own', any: [1] },
    { type: 'later', any: true },
  ),
);
const item = fc.oneof(
  block.map((content) => ({ type: 'content', content })),
  terminalId.map((id) => ({ type: 'terminal', terminalId: id })),
  fc.constantFrom(
    { type: 'diff', changes: [{ operation: 'add', path: '/a' }], patch: { format: 'git_patch', text: 'x' } },
    { type: 'diff', changes: [] },
    { type: '_own' },
    { type: 'later' },
  ),
);

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function patch<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> {
  return fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(undefined, null));
}

const record = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields).map(defined);

const toolCall = record({
  toolCallId,
  name: patch(fc.constantFrom('Bash', 'Read')),
  title: patch(text),
  kind: patch(fc.constantFrom('read', 'edit', '_own')),
  status: patch(fc.constantFrom('pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled', '_odd')),
  content: patch(fc.array(item, { maxLength: 2 })),
  locations: patch(fc.array(fc.constantFrom({ path: '/a' }, { path: '/b', line: 3 }), { maxLength: 2 })),
  rawInput: fc.constantFrom(undefined, null, 0, { a: 1 }),
  rawOutput: fc.constantFrom(undefined, null, '', { b: [] }),
  capabilities: fc.constantFrom(undefined, null, {}, { cancel: {} }),
  _meta: meta,
});

const bytes = fc.oneof(
  text.map(base64),
  fc.constantFrom(base64([0xc3]), base64([0xa9]), base64([0xff, 0x1b]), '%%', 'A', 'AAA'),
);

const background = fc.constantFrom<unknown>(
  undefined,
  undefined,
  undefined,
  null,
  [],
  [{ type: 'tool_call', toolCallId: 'c1' }],
  [{ type: 'terminal', terminalId: 't1' }, { type: '_own' }],
  7,
);

const stateUpdate = fc.oneof(
  record({
    sessionUpdate: fc.constant('state_update'),
    state: fc.constantFrom('running', 'running', 'requires_action', '_dreaming', 'later'),
    background,
  }),
  record({
    sessionUpdate: fc.constant('state_update'),
    state: fc.constant('idle'),
    stopReason: fc.constantFrom(undefined, null, 'end_turn', 'cancelled', 'cancelled', 'refusal', 'error', '_own'),
    error: fc.constantFrom(undefined, null, { code: 1, message: 'broken' }),
    background,
  }),
);

const plan = fc.constantFrom(
  { type: 'items', planId: 'main', entries: [] },
  {
    type: 'items',
    planId: 'main',
    entries: [{ content: 'do', priority: 'high', status: 'cancelled' }],
    _meta: { p: 1 },
  },
  { type: 'markdown', planId: 'main', text: '# x' },
  { type: '_own', planId: 'p2', x: 1 },
);

/** Any update of November but a state. */
export const anyNovemberContent = fc.oneof(
  {
    weight: 3,
    arbitrary: record({
      sessionUpdate: fc.constantFrom('user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'),
      messageId,
      content: block,
      _meta: meta,
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      sessionUpdate: fc.constantFrom('user_message', 'agent_message', 'agent_thought'),
      messageId,
      content: patch(fc.array(block, { maxLength: 3 })),
      _meta: meta,
    }),
  },
  { weight: 3, arbitrary: toolCall.map((call) => ({ sessionUpdate: 'tool_call_update', ...call })) },
  record({ sessionUpdate: fc.constant('tool_call_content_chunk'), toolCallId, content: item }),
  record({
    sessionUpdate: fc.constant('terminal_update'),
    terminalId,
    command: patch(text),
    cwd: patch(fc.constant('/w')),
    output: patch(bytes.map((data) => ({ data }))),
    exitStatus: patch(fc.constantFrom({}, { exitCode: 0, signal: null })),
    size: patch(fc.constant({ cols: 80, rows: 24 })),
    _meta: meta,
  }),
  record({ sessionUpdate: fc.constant('terminal_output_chunk'), terminalId, data: bytes, _meta: meta }),
  record({
    sessionUpdate: fc.constant('compaction_update'),
    compactionId,
    status: fc.constantFrom('in_progress', 'completed', '_own'),
    summary: patch(fc.array(block, { maxLength: 2 })),
    error: patch(text),
    _meta: meta,
  }),
  record({ sessionUpdate: fc.constant('compaction_summary_chunk'), compactionId, content: block, _meta: meta }),
  record({ sessionUpdate: fc.constant('plan_update'), plan, _meta: meta }),
  record({
    sessionUpdate: fc.constant('session_info_update'),
    title: patch(text),
    updatedAt: patch(fc.constant('2026-01-01T00:00:00Z')),
    _meta: meta,
  }),
  fc.constantFrom(
    { sessionUpdate: 'usage_update', used: 1, size: 10 },
    { sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 0.5, currency: 'USD' } },
    { sessionUpdate: 'usage_update', used: 2, size: 10, cost: null, _meta: { a: 1 } },
    { sessionUpdate: 'notice', severity: 'warning', title: 'T' },
    { sessionUpdate: 'available_commands_update', availableCommands: [] },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { type: 'command', name: 'a', description: 'b', input: { type: 'text', hint: 'h' } },
        { type: '_skill', name: 'c', description: 'd' },
      ],
    },
    { sessionUpdate: 'config_option_update', configOptions: [] },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        { type: 'boolean', configId: 'fast', name: 'Fast', currentValue: true },
        {
          type: 'select',
          configId: 'm',
          name: 'M',
          currentValue: 'x',
          options: [{ groupId: 'g', name: 'G', options: [{ value: 'x', name: 'X' }] }],
        },
      ],
    },
    { sessionUpdate: '_own', deep: { a: [1] } },
    { sessionUpdate: 'later_update', value: null },
  ),
);

const update = fc.oneof({ weight: 3, arbitrary: stateUpdate }, { weight: 24, arbitrary: anyNovemberContent });

/** Updates that the schema refuses or repairs. */
const malformed = fc.constantFrom<unknown>(
  null,
  { sessionUpdate: 'state_update' },
  { sessionUpdate: 'agent_message_chunk', messageId: 'm1', content: { type: 'text' } },
  { sessionUpdate: 'agent_message', messageId: 'm1', content: 'A' },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 7, status: 'completed' },
  { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries: null } },
  { sessionUpdate: 'terminal_output_chunk', terminalId: 't1' },
  { sessionUpdate: 'notice', severity: 'info', title: '' },
);

const requestId = fc.constantFrom(0, 1, 'p');
const permissionId = fc.constantFrom(0, 1, '0');
const event = <T>(arbitrary: fc.Arbitrary<T>) => arbitrary.map((value) => value as unknown as SessionEvent);

/** Any event of a November session, without its place. */
export const anyNovemberEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  { weight: 20, arbitrary: update.map((value) => readUpdate(value, undefined, 'lenient', 'november')) },
  { weight: 1, arbitrary: malformed.map((value) => readUpdate(value, undefined, 'lenient', 'november')) },
  {
    weight: 3,
    arbitrary: event(
      record({
        type: fc.constant('prompt_sent'),
        dialect: fc.constant('november'),
        requestId,
        prompt: fc.array(block, { minLength: 1, maxLength: 2 }),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: event(
      record({
        type: fc.constant('prompt_inserted'),
        requestId: fc.oneof(requestId, fc.constant(undefined)),
        messageId: fc.oneof(messageId, fc.constant(undefined)),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: event(
      record({
        type: fc.constant('prompt_refused'),
        requestId,
        error: fc.constant('no'),
        code: fc.constantFrom(undefined, -32800, -32000),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: event(
      record({
        type: fc.constant('permission_opened'),
        dialect: fc.constant('november'),
        requestId: permissionId,
        title: fc.constant('May I?'),
        description: fc.constantFrom(undefined, null, 'because'),
        subject: fc.oneof(
          toolCall.map((call) => ({ type: 'tool_call', toolCall: call })),
          fc.constantFrom(
            undefined,
            null,
            { type: 'command', command: 'ls', cwd: '/w', toolCallId: 'c1' },
            { type: 'command', command: 'ls', cwd: '/w', terminalId: 't1' },
            { type: '_own' },
          ),
        ),
        options: fc.constant([]),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      permissionId.map((id): SessionEvent => ({ type: 'permission_answered', requestId: id })),
      permissionId.map((id): SessionEvent => ({ type: 'permission_withdrawn', requestId: id })),
      fc.constantFrom<SessionEvent>(
        { type: 'cancel_sent' },
        { type: 'load_started', history: 'patched' },
        { type: 'load_ended' },
        { type: 'load_failed' },
        { type: 'configured', configOptions: [] },
      ),
    ),
  },
);

/** A stream of events of a November session, each with its place. */
export const anyNovemberStream: fc.Arbitrary<SessionEvent[]> = fc
  .array(anyNovemberEvent, { maxLength: 40, size: 'max' })
  .map((events) => events.map((one, index) => ({ ...one, at: index + 1 })));
