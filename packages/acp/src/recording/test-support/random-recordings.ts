import fc from 'fast-check';
import type { Dialect } from '../../protocol/dialects.ts';

const text = (value: string) => ({ type: 'text', text: value });
const texts = fc.constantFrom('', 'A', 'hello', ' world', 'é "quoted" \n');
const messageId = fc.constantFrom('m1', 'm2', 'u1', '__proto__');
const toolCallId = fc.constantFrom('c1', 'c2', 'constructor');
const chunkKind = fc.constantFrom('agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk');
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 'odd');
const plan = { entries: [{ content: 'one', priority: 'high', status: 'pending' }] };
const usage = { sessionUpdate: 'usage_update', used: 1, size: 9 };
const info = fc.constantFrom('Title', null).map((title) => ({ sessionUpdate: 'session_info_update', title }));
const odd = fc.constantFrom<unknown[]>(
  { sessionUpdate: 'later', any: 1 },
  { sessionUpdate: 7 },
  { sessionUpdate: 'agent_message_chunk' },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 5 },
  null,
);

const chunk = fc
  .record({ sessionUpdate: chunkKind, messageId, text: texts })
  .map(({ text: value, ...rest }) => ({ ...rest, content: text(value) }));
const bareChunk = chunk.map(({ messageId: _, ...rest }) => rest);
const toolFields = fc.record({
  toolCallId,
  title: fc.constantFrom('Read', 'Write'),
  status,
  content: texts.map((value) => [{ type: 'content', content: text(value) }]),
});
const toolUpdate = toolFields.map((fields) => ({ sessionUpdate: 'tool_call_update', ...fields }));
const whole = fc
  .record({
    sessionUpdate: fc.constantFrom('agent_message', 'agent_thought', 'user_message'),
    messageId,
    text: texts,
  })
  .map(({ text: value, ...rest }) => ({ ...rest, content: [text(value)] }));
const output = fc.record({
  sessionUpdate: fc.constant('terminal_output_chunk'),
  terminalId: fc.constantFrom('t1', 't2'),
  data: fc.constantFrom('aGk=', 'bm8K', '?'),
});
const activity = fc
  .constantFrom('running', 'idle', 'requires_action')
  .map((state) => ({ sessionUpdate: 'state_update', state, ...(state === 'idle' ? { stopReason: 'end_turn' } : {}) }));

const updates: Readonly<Record<Dialect, fc.Arbitrary<unknown>>> = {
  v1: fc.oneof(
    { weight: 4, arbitrary: bareChunk },
    toolFields.map((fields) => ({ sessionUpdate: 'tool_call', ...fields })),
    toolUpdate,
    fc.constant({ sessionUpdate: 'plan', ...plan }),
    info,
    odd,
  ),
  june: fc.oneof(
    { weight: 4, arbitrary: chunk },
    { weight: 2, arbitrary: whole },
    { weight: 2, arbitrary: toolUpdate },
    fc.constant({ sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', ...plan } }),
    fc.constant(usage),
    info,
    odd,
  ),
  november: fc.oneof(
    { weight: 4, arbitrary: chunk },
    { weight: 2, arbitrary: whole },
    { weight: 2, arbitrary: toolUpdate },
    { weight: 2, arbitrary: output },
    activity,
    fc.constant({ sessionUpdate: 'terminal_update', terminalId: 't1', command: 'ls' }),
    fc.constant({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' }),
    fc.constant({ sessionUpdate: 'notice', level: 'info', message: 'Hm' }),
    info,
    odd,
  ),
};

interface Sent {
  readonly from: 'client' | 'agent';
  readonly message: unknown;
}

const client = (message: object): Sent => ({ from: 'client', message: { jsonrpc: '2.0', ...message } });
const agent = (message: object): Sent => ({ from: 'agent', message: { jsonrpc: '2.0', ...message } });

function handshake(dialect: Dialect): readonly Sent[] {
  const protocolVersion = dialect === 'v1' ? 1 : 2;
  const named = { name: 'a', version: '1' };
  const ofV1 = { protocolVersion, clientCapabilities: {}, agentCapabilities: {} };
  const own = dialect === 'november' ? { info: named } : { clientInfo: named, agentInfo: named };
  const both = dialect === 'v1' ? ofV1 : { protocolVersion, capabilities: {}, ...own };
  return [client({ id: 0, method: 'initialize', params: both }), agent({ id: 0, result: both })];
}

const sessionId = fc.constantFrom('s1', 's1', 's1', 's2', '');
const requestId = fc.constantFrom<(string | number | null)[]>(1, 2, '1', null);
const permission = { options: [{ optionId: 'o', name: 'Yes', kind: 'allow_once' }], title: 'May I?' };
const answers = fc.constantFrom<object[]>(
  { result: {} },
  { result: { stopReason: 'end_turn' } },
  { result: { sessionId: 's1' } },
  { result: { outcome: { outcome: 'selected', optionId: 'o' } } },
  { error: { code: -32000, message: 'No' } },
  { result: null },
);

function messages(dialect: Dialect): fc.Arbitrary<Sent> {
  const request = (method: string, params: object = {}) =>
    fc
      .tuple(requestId, sessionId)
      .map(([id, session]) => client({ id, method, params: { sessionId: session, ...params } }));
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .tuple(sessionId, updates[dialect])
        .map(([session, update]) => agent({ method: 'session/update', params: { sessionId: session, update } })),
    },
    { weight: 2, arbitrary: request('session/prompt', { prompt: [text('Go')] }) },
    requestId.map((id) => client({ id, method: 'session/new', params: { cwd: '/', mcpServers: [] } })),
    request('session/load', { cwd: '/', mcpServers: [] }),
    request('session/prompt', { prompt: 5 }),
    sessionId.map((session) => client({ method: 'session/cancel', params: { sessionId: session } })),
    fc.tuple(requestId, sessionId, toolCallId).map(([id, session, call]) =>
      agent({
        id,
        method: 'session/request_permission',
        params: { sessionId: session, toolCall: { toolCallId: call }, ...permission },
      }),
    ),
    { weight: 3, arbitrary: fc.tuple(requestId, answers).map(([id, answer]) => agent({ id, ...answer })) },
    { weight: 2, arbitrary: fc.tuple(requestId, answers).map(([id, answer]) => client({ id, ...answer })) },
    fc.constant(client({ method: '_own/thing', params: { a: 1 } })),
    fc.constant(agent({ method: 'session/update', params: { update: {} } })),
  );
}

const junk = fc.constantFrom(
  '',
  '   ',
  '\r',
  'Listening on 8080 …',
  '{"jsonrpc":"2.0"',
  '[]',
  '7',
  '{"at":1,"from":"agent","text":"npm warn"}',
  '{"at":2,"from":"stderr","text":"panic é"}',
  '{"at":3,"from":"stderr","message":{"a":1}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  '{"jsonrpc":"2.0","id":12345678901234567890,"method":"_big"}',
  '[{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}},{"jsonrpc":"2.0","id":1,"result":{}}]',
);

/** The lines of random recordings of a dialect, or of bare messages, with lines that are no messages in between. */
export function recordingsOf(dialect: Dialect, maxLength = 40): fc.Arbitrary<readonly string[]> {
  const one = messages(dialect);
  const step = fc.oneof({ weight: 12, arbitrary: one }, { weight: 1, arbitrary: junk });
  return fc
    .record({ begins: fc.boolean(), isBare: fc.boolean(), steps: fc.array(step, { maxLength }) })
    .map(({ begins, isBare, steps }) =>
      [...(begins ? handshake(dialect) : []), ...steps].map((sent, index) => {
        if (typeof sent === 'string') return sent;
        return JSON.stringify(isBare ? sent.message : { at: index * 1.5, ...sent });
      }),
    );
}

/** The lines of random recordings of any dialect. */
export const anyRecording: fc.Arbitrary<readonly string[]> = fc
  .constantFrom<Dialect[]>('v1', 'june', 'november')
  .chain((dialect) => recordingsOf(dialect));
