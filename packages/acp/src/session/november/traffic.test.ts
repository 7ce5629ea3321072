import { expect, test } from 'vitest';
import type { SessionEvent } from '../event.ts';
import { foldedSession } from '../folded.ts';
import { applyEvent } from '../reduce/apply.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { base64, idleAfter, said, told } from '../test-support/november.ts';
import { Traffic } from '../traffic.ts';

const text = (value: string) => ({ type: 'text', text: value });
const update = (value: object) => ({ method: 'session/update', params: { sessionId: 's', update: value } });
const prompt = (id: number | string, value = 'go') => ({
  id,
  method: 'session/prompt',
  params: { sessionId: 's', prompt: [text(value)] },
});
const result = (id: number | string, value: object) => ({ id, result: value });
const failed = (id: number | string, code: number, message = 'no') => ({ id, error: { code, message } });

function read(...messages: unknown[]): { events: SessionEvent[]; state: SessionState; problems: string[] } {
  const events: SessionEvent[] = [];
  const problems: string[] = [];
  let state = newSessionState();
  const traffic = new Traffic({
    event(_, event) {
      events.push(event);
      state = applyEvent(state, event);
    },
    problem: (problem) => problems.push(problem),
  });
  traffic.dialect = 'november';
  for (const [index, message] of messages.entries()) traffic.read(message, undefined, index + 1);
  return { events, state, problems };
}

const typesOf = (...messages: unknown[]) => read(...messages).events.map(({ type }) => type);

test('[N14] the answer to a prompt inserts it, with or without an id; an error refuses it', () => {
  const ask = { type: 'prompt_sent', prompt: [text('go')], requestId: 3, dialect: 'november', at: 1 };
  expect(read(prompt(3), result(3, { messageId: 'u' })).events).toEqual([
    ask,
    { type: 'prompt_inserted', requestId: 3, messageId: 'u', at: 2 },
  ]);
  expect(read(prompt(3), result(3, {})).events[1]).toEqual({ type: 'prompt_inserted', requestId: 3, at: 2 });
  expect(read(prompt(3), failed(3, -32800)).events[1]).toEqual({
    ...{ type: 'prompt_refused', requestId: 3, error: 'no', code: -32800, at: 2 },
  });
  expect(typesOf(prompt(3), result(3, { stopReason: 'end_turn' }))[1]).toBe('turn_ended');
});

test('an id may be used again while the turn of the prompt that had it goes on', () => {
  const { state } = read(
    ...[prompt(3, 'a'), result(3, { messageId: 'u1' }), update(told('running'))],
    ...[prompt(3, 'b'), result(3, { messageId: 'u2' }), update(idleAfter('end_turn'))],
  );
  expect(foldedSession(state).turns?.map(({ status, message }) => [status, message])).toEqual([
    ['ended', 'u1'],
    ['ended', 'u2'],
  ]);
});

test('[SE67] [Z10] a resume with replay patches what is known and clears nothing beforehand', () => {
  const whole = (content: object[]) => ({ sessionUpdate: 'agent_message', messageId: 'm', content });
  const messages = [
    ...[update(said('m', 'A')), update(said('n', 'B'))],
    { id: 5, method: 'session/resume', params: { sessionId: 's', cwd: '/w', replayFrom: { type: 'start' } } },
    ...[update(whole([])), update(said('m', 'A2')), update(told('idle'))],
  ];
  expect(read(...messages).state.phase).toBe('replaying');
  const { state, events } = read(...messages, result(5, {}));
  expect(events.map(({ type }) => type).filter((type) => type !== 'update')).toEqual(['load_started', 'load_ended']);
  expect(foldedSession(state).messages.map(({ content }) => content)).toEqual([[text('A2')], [text('B')]]);
  expect(typesOf({ id: 5, method: 'session/resume', params: { sessionId: 's', cwd: '/w' } }, result(5, {}))).toEqual(
    [],
  );
});

test('answers list config options and commands, in the names of June', () => {
  const { state, events } = read(
    { id: 1, method: 'session/new', params: { cwd: '/w' } },
    result(1, {
      sessionId: 's',
      configOptions: [{ configId: 'f', name: 'F', type: 'boolean', currentValue: true }, { id: 'june' }],
      availableCommands: [{ type: 'command', name: 'a', description: 'b' }],
    }),
  );
  expect([state.configOptions, state.availableCommands]).toEqual([
    [{ id: 'f', name: 'F', type: 'boolean', currentValue: true }],
    [{ name: 'a', description: 'b' }],
  ]);
  expect(events.map(({ type }) => type)).toEqual(['configured', 'update']);
});

test('[N64] a permission request is open until it is answered or withdrawn; the late answer changes nothing', () => {
  const ask = {
    id: 0,
    method: 'session/request_permission',
    params: {
      sessionId: 's',
      title: 'May I?',
      subject: { type: 'tool_call', toolCall: { toolCallId: 'c' } },
      options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
    },
  };
  const cancel = { method: '$/cancel_request', params: { requestId: 0 } };
  const answer = result(0, { outcome: { outcome: 'cancelled' } });
  expect(typesOf(prompt(0), ask, cancel, answer, result(0, { messageId: 'u' }))).toEqual([
    ...['prompt_sent', 'permission_opened', 'permission_withdrawn', 'permission_answered', 'prompt_inserted'],
  ]);
  expect([read(ask).state.permissions.length, read(ask, cancel).state.permissions.length]).toEqual([1, 0]);
  const malformed = { ...ask, params: { ...ask.params, subject: { type: 'tool_call' } } };
  expect(typesOf(malformed)).toEqual(['malformed']);
});

test('an elicitation is open until it is answered, complete or withdrawn; one about a request belongs to its session', () => {
  const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
  const create = (id: number, params: object) => ({ id, method: 'elicitation/create', params });
  const url = { mode: 'url', message: 'Go', elicitationId: 'e', url: 'https://h/', sessionId: 's' };
  const open = (...messages: unknown[]) => read(...messages).state.elicitations.map(({ requestId }) => requestId);
  const asked = create(7, { ...form, sessionId: 's' });
  expect(read(asked).state.elicitations).toEqual([{ requestId: 7, request: { ...form, sessionId: 's' } }]);
  expect(open(asked, result(7, { action: 'accept', content: {} }))).toEqual([]);
  expect(open(asked, { method: '$/cancel_request', params: { requestId: 7 } })).toEqual([]);
  expect(open(create(8, url), { method: 'elicitation/complete', params: { elicitationId: 'e' } })).toEqual([]);
  expect(open(create(8, url), { method: 'elicitation/complete', params: { elicitationId: 'other' } })).toEqual([8]);
  expect(open(prompt(3), create(9, { ...form, requestId: 3 }))).toEqual([9]);
  expect([open(create(9, { ...form, requestId: 4 })), read(create(9, { ...form, requestId: 4 })).problems]).toEqual([
    [],
    [],
  ]);
});

test('[N80] a batch is no message of November', () => {
  expect(read([update(said('m', 'A'))])).toMatchObject({
    events: [],
    problems: ['expected one message, since November has no batches'],
  });
});

/** Sessions in the manner of the two official agents: the order of echo, answer and running, ids, terminals and replay differ. */
const manners = {
  claude: [
    ...[prompt(3), update({ sessionUpdate: 'user_message', messageId: 'u', content: [text('go')] })],
    ...[result(3, { messageId: 'u' }), update(told('running'))],
    ...[update({ sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('hm') }), update(said('m', 'A'))],
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      name: 'Bash',
      kind: 'execute',
      content: [{ type: 'terminal', terminalId: 't' }],
    }),
    update({ sessionUpdate: 'terminal_update', terminalId: 't', command: 'echo hi', cwd: '/w' }),
    update({ sessionUpdate: 'terminal_update', terminalId: 't', output: { data: base64('hi') }, exitStatus: {} }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', _meta: { claude: { n: 1 } } }),
    ...[update({ sessionUpdate: 'usage_update', used: 1, size: 9 }), prompt(4, 'more')],
    update(idleAfter('end_turn', { usage: { totalTokens: 480 } })),
    ...[
      update({ sessionUpdate: 'user_message', messageId: 'v', content: [text('more')] }),
      result(4, { messageId: 'v' }),
    ],
    ...[
      update(told('running')),
      { method: 'session/cancel', params: { sessionId: 's' } },
      update(idleAfter('cancelled')),
    ],
  ],
  codex: [
    ...[prompt(3), update({ sessionUpdate: 'notice', severity: 'warning', title: 'x' }), update(told('running'))],
    ...[
      update({ sessionUpdate: 'user_message_chunk', messageId: 'u', content: text('go') }),
      result(3, { messageId: 'u' }),
    ],
    update({ sessionUpdate: 'session_info_update', _meta: { codex: { n: 1 } } }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' }),
    update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: base64('h') }),
    update(idleAfter('end_turn')),
    update({ sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 0, signal: null } }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }),
  ],
};

test.each(Object.entries(manners))(
  '[N84] a session in the manner of %s folds without anything malformed and ends idle',
  (_, messages) => {
    const { activity, diagnostics, turns } = foldedSession(read(...messages).state);
    expect([activity?.state, diagnostics]).toEqual(['idle', []]);
    expect(turns?.map(({ status }) => status).filter((status) => status !== 'ended')).toEqual([]);
  },
);

test('[Q5] [Q24] an idle leaves open calls open, and what a replay says later counts', () => {
  const messages = manners.codex.slice(0, 8);
  expect(foldedSession(read(...messages).state).toolCalls[0]?.status).toBe('in_progress');
  const replayed = update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' });
  expect(foldedSession(read(...messages, replayed).state).toolCalls[0]?.status).toBe('failed');
});
