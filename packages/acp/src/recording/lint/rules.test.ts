import { describe, expect, test } from 'vitest';
import {
  agentAsks,
  answers,
  asks,
  at,
  cancels,
  clientAnswers,
  findingsOf,
  prompts,
  refuses,
  type Sent,
  text,
  updates,
} from '../test-support/linted.ts';

const said = (value: string, messageId = 'm'): Sent =>
  updates('agent_message_chunk', { messageId, content: text(value) });
const whole = (value: string, messageId = 'm'): Sent => updates('agent_message', { messageId, content: [text(value)] });
const saidInV1 = (value: string, kind = 'agent_message_chunk'): Sent => updates(kind, { content: text(value) });
const ended = (id: unknown, stopReason = 'end_turn'): Sent => answers(id, { stopReason });
const state = (name: string, fields: object = {}): Sent => updates('state_update', { state: name, ...fields });
const echo = (messageId: string): Sent => updates('user_message', { messageId, content: [text('hi')] });

/** A turn of November. */
const novemberTurn = (id: number, ...work: Sent[]): Sent[] => [
  prompts(id),
  echo(`u${id}`),
  answers(id, { messageId: `u${id}` }),
  state('running'),
  ...work,
  state('idle', { stopReason: 'end_turn' }),
];
const permission = (id: unknown, toolCallId = 'c'): Sent =>
  agentAsks(id, 'session/request_permission', { toolCall: { toolCallId }, options: [] });
const permissionInNovember = (id: unknown): Sent =>
  agentAsks(id, 'session/request_permission', { title: 'May I?', options: [] });
const withdrawn = (requestId: unknown): Sent => ({
  from: 'agent',
  message: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } },
});
const call = (toolCallId: string, fields: object = {}): Sent => updates('tool_call_update', { toolCallId, ...fields });
const refused = { outcome: { outcome: 'cancelled' } };

describe('[RC40] update-after-turn', () => {
  test('an answer, and then more of the message', () => {
    expect(findingsOf('june', [prompts(1), said('a'), ended(1), said('b'), said('c')])).toEqual([
      '4 update-after-turn',
    ]);
    expect(findingsOf('v1', [prompts(1), ended(1), saidInV1('b')])).toEqual(['3 update-after-turn']);
  });
  test('once a turn, and for each turn', () => {
    expect(findingsOf('june', [prompts(1), ended(1), said('a'), prompts(2), ended(2), said('b')])).toEqual([
      '3 update-after-turn',
      '6 update-after-turn',
    ]);
  });
  test('not before the answer, not about the session, not before a prompt, not in a replay, and not in November', () => {
    expect(findingsOf('june', [said('early', 'm0'), prompts(1), said('a'), said('b'), ended(1)])).toEqual([]);
    const usage = updates('usage_update', { used: 1, size: 2 });
    expect(findingsOf('june', [prompts(1), ended(1), usage, updates('session_info_update', { title: 't' })])).toEqual(
      [],
    );
    const load = [asks(2, 'session/load', { sessionId: 's' }), said('a'), answers(2), said('late', 'm2')];
    expect(findingsOf('june', [prompts(1), said('a'), ended(1), ...load])).toEqual([]);
    expect(findingsOf('november', [...novemberTurn(1), said('later')])).toEqual([]);
  });
  test('a prompt that waits has a turn, too', () => {
    expect(findingsOf('june', [prompts(1), prompts(2), said('a'), ended(1), said('b', 'n'), ended(2)])).toEqual([]);
  });
});

describe('[RC41] tool-call-open', () => {
  test.each(['v1', 'june'] as const)('a call that is in progress at the end of its turn, in %s', (dialect) => {
    const open = dialect === 'v1' ? updates('tool_call', { toolCallId: 'c', title: 't' }) : call('c');
    const turn = (...last: Sent[]) => [prompts(1), open, call('c', { status: 'in_progress' }), ...last];
    expect(findingsOf(dialect, turn(ended(1)))).toEqual(['3 tool-call-open']);
    expect(findingsOf(dialect, turn(call('c', { status: 'completed' }), ended(1)))).toEqual([]);
    expect(findingsOf(dialect, turn(call('c', { status: 'failed' }), call('c', { title: 'x' }), ended(1)))).toEqual([]);
    expect(findingsOf(dialect, turn(ended(1, 'cancelled')))).toEqual([]);
    expect(findingsOf(dialect, turn(cancels(), call('c', { title: 'x' }), ended(1)))).toEqual([]);
    // A turn that is not over has open calls.
    expect(findingsOf(dialect, turn())).toEqual(['1 request-unanswered']);
  });
  test('a repeated tool_call of v1 with emptier data reopens nothing', () => {
    const first = updates('tool_call', { toolCallId: 'c', title: 't', status: 'completed' });
    const again = updates('tool_call', { toolCallId: 'c', title: 't', status: 'pending' });
    expect(findingsOf('v1', [prompts(1), first, again, ended(1)])).toEqual([]);
  });
  test('in November a call outlives its turn, and counts if the agent is idle at the end', () => {
    const open = call('c', { status: 'in_progress' });
    expect(findingsOf('november', novemberTurn(1, open))).toEqual(['5 tool-call-open']);
    expect(findingsOf('november', [...novemberTurn(1, open), call('c', { status: 'cancelled' })])).toEqual([]);
    expect(findingsOf('november', [...novemberTurn(1, open), state('running')])).toEqual([]);
    const background = [{ type: 'tool_call', toolCallId: 'c' }];
    expect(findingsOf('november', [...novemberTurn(1, open), state('idle', { background })])).toEqual([]);
    expect(
      findingsOf('november', [...novemberTurn(1, open).slice(0, -1), state('idle', { stopReason: 'cancelled' })]),
    ).toEqual([]);
  });
});

describe('[RC42] permission-after-cancel', () => {
  const turn = (...answer: Sent[]) => [prompts(1), call('c'), permission(7), cancels(), ...answer];
  test.each(['v1', 'june'] as const)('a request that is open when the cancelled turn has ended, in %s', (dialect) => {
    expect(findingsOf(dialect, turn(ended(1, 'cancelled')))).toEqual(['3 permission-after-cancel']);
    expect(findingsOf(dialect, turn(clientAnswers(7, refused), ended(1, 'cancelled')))).toEqual([]);
    expect(findingsOf(dialect, turn(withdrawn(7), ended(1, 'cancelled')))).toEqual([]);
    // It is told once, also if it is answered too late.
    expect(findingsOf(dialect, turn(ended(1, 'cancelled'), clientAnswers(7, refused)))).toEqual([
      '3 permission-after-cancel',
    ]);
  });
  test('a request that comes after the cancel is to be answered, too', () => {
    const late = [prompts(1), cancels(), permission(7), ended(1, 'cancelled')];
    expect(findingsOf('june', late)).toEqual(['3 permission-after-cancel']);
  });
  test('in November the agent withdraws it before it is idle', () => {
    const turn = (...last: Sent[]) => [
      ...novemberTurn(1, permissionInNovember(7), cancels(), ...last).slice(0, -1),
      state('idle', { stopReason: 'cancelled' }),
    ];
    expect(findingsOf('november', turn())).toEqual(['5 permission-after-cancel']);
    expect(findingsOf('november', turn(withdrawn(7)))).toEqual([]);
    expect(findingsOf('november', turn(clientAnswers(7, refused)))).toEqual([]);
  });
});

describe('[RC43] answer-unasked and request-unanswered', () => {
  test('an answer to nothing, and a second answer', () => {
    const list = asks(1, 'session/list');
    expect(findingsOf('june', [list, answers(1, { sessions: [] })])).toEqual([]);
    expect(findingsOf('june', [list, answers(1, { sessions: [] }), answers(1, { sessions: [] })])).toEqual([
      '3 answer-unasked',
    ]);
    expect(findingsOf('june', [list, clientAnswers(1, {}), answers(1, { sessions: [] })])).toEqual([
      '2 answer-unasked',
    ]);
    expect(findingsOf('june', [list, answers('1'), answers(1)])).toEqual(['2 answer-unasked']);
    const unreadable = { from: 'agent', message: { jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } } };
    expect(findingsOf('june', [unreadable as Sent])).toEqual([]);
  });
  test('a request without an answer, unless it was withdrawn', () => {
    expect(findingsOf('v1', [asks(0, 'initialize', { protocolVersion: 1 })])).toEqual(['1 request-unanswered']);
    expect(findingsOf('v1', [prompts(1), permission(7), refuses(1)])).toEqual([
      '2 request-unanswered',
      '2 tool-call-open',
    ]);
    const cancelled = {
      from: 'client',
      message: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } },
    };
    expect(findingsOf('june', [asks(1, 'session/list'), cancelled as Sent])).toEqual([]);
  });
  test('each entry of a batch counts', () => {
    const batch = { from: 'client', message: [asks(1, 'session/list').message, asks(2, 'session/list').message] };
    expect(findingsOf('june', [batch as Sent, answers(2, { sessions: [] })])).toEqual(['1 request-unanswered']);
  });
});

test('[RC44] id-in-two-kinds, where the dialect has one space of ids', () => {
  const thought = updates('agent_thought_chunk', { messageId: 'm', content: text('a') });
  expect(findingsOf('june', [thought, said('b')])).toEqual(['2 id-in-two-kinds']);
  expect(findingsOf('june', [thought, said('b', 'n')])).toEqual([]);
  expect(findingsOf('november', [thought, said('b')])).toEqual([]);
});

test('[RC45] noise on standard output, not on standard error', () => {
  expect(findingsOf('v1', [{ from: 'agent', text: 'Loading...' }])).toEqual(['1 noise']);
  expect(findingsOf('v1', [{ from: 'client', text: 'Loading...' }])).toEqual(['1 noise']);
  expect(findingsOf('v1', [{ from: 'stderr', text: 'Loading...' }])).toEqual([]);
  expect(findingsOf('v1', [{ from: 'agent', text: '  ' }])).toEqual([]);
});

describe('[RC46] content-resent', () => {
  const words = Array.from({ length: 12 }, (_, index) => `word ${index} `);
  const growing = words.map((_, index) => words.slice(0, index + 1).join(''));
  test('a whole message for each word, instead of chunks', () => {
    expect(findingsOf('june', [prompts(1), ...growing.map((value) => whole(value)), ended(1)])).toEqual([
      '13 content-resent',
    ]);
    expect(findingsOf('june', [prompts(1), ...words.map((value) => said(value)), ended(1)])).toEqual([]);
  });
  test.each(['v1', 'june'] as const)('the same content of a tool call with each status, in %s', (dialect) => {
    const content = [{ type: 'content', content: text('all of it') }];
    const sends = (times: number) => [
      prompts(1),
      ...Array.from({ length: times }, () => call('c', { content, status: 'completed' })),
      ended(1),
    ];
    expect(findingsOf(dialect, sends(4))).toEqual(['5 content-resent']);
    expect(findingsOf(dialect, sends(3))).toEqual([]);
  });
  test('a correction and a progress report are new content, unless they are large', () => {
    const progress = (size: number) => Array.from({ length: 20 }, (_, index) => whole(`${index} %${' '.repeat(size)}`));
    expect(findingsOf('june', [prompts(1), ...progress(10), ended(1)])).toEqual([]);
    expect(findingsOf('june', [prompts(1), ...progress(5_000), ended(1)])).toEqual(['21 content-resent']);
    expect(findingsOf('june', [prompts(1), whole('Helo'), whole('Hello'), whole('Hello!'), ended(1)])).toEqual([]);
  });
  test('the output of a terminal, told as a whole', () => {
    const output = (data: string) => updates('terminal_update', { terminalId: 't', output: { data } });
    const whole = novemberTurn(1, ...Array.from({ length: 5 }, () => output('aGVsbG8gd29ybGQh')));
    expect(findingsOf('november', whole)).toEqual(['9 content-resent']);
    const chunk = updates('terminal_output_chunk', { terminalId: 't', data: 'aGVsbG8gd29ybGQh' });
    expect(findingsOf('november', novemberTurn(1, chunk, chunk, chunk, chunk, chunk))).toEqual([]);
  });
});

describe('[RC47] load-doubles', () => {
  const load = (id: number, ...replay: Sent[]) => [
    asks(id, 'session/load', { sessionId: 's' }),
    ...replay,
    answers(id),
  ];
  const resume = (id: number, ...replay: Sent[]) => [
    asks(id, 'session/resume', { sessionId: 's', replayFrom: { type: 'start' } }),
    ...replay,
    answers(id),
  ];
  const live = [prompts(1), said('one', 'a'), said(' more', 'a'), said('two', 'b'), ended(1)];
  test('a replay that is sent twice, under the same ids or others', () => {
    const replay = (end = '') => [said('one more', `a${end}`), said('two', `b${end}`)];
    expect(findingsOf('june', [...live, ...load(2, ...replay())])).toEqual([]);
    expect(findingsOf('june', [...live, ...load(2, ...replay(), ...replay())])).toEqual(['6 load-doubles']);
    expect(findingsOf('june', [...live, ...load(2, ...replay(), ...replay('2'))])).toEqual(['6 load-doubles']);
  });
  test('in v1, where messages have no ids', () => {
    const inV1 = [prompts(1), saidInV1('one'), saidInV1(' more'), ended(1)];
    const replay = [saidInV1('hi', 'user_message_chunk'), saidInV1('one more')];
    expect(findingsOf('v1', [...inV1, ...load(2, ...replay)])).toEqual([]);
    expect(findingsOf('v1', [...inV1, ...load(2, ...replay, ...replay)])).toEqual(['5 load-doubles']);
  });
  test('a resumed session of November, whose replay appends to what is known', () => {
    const turn = novemberTurn(1, said('one', 'a'));
    expect(findingsOf('november', [...turn, ...resume(2, whole('one', 'a'))])).toEqual([]);
    expect(findingsOf('november', [...turn, ...resume(2)])).toEqual([]);
    expect(findingsOf('november', [...turn, ...resume(2, echo('u1'), said('one', 'a'))])).toEqual(['7 load-doubles']);
    expect(findingsOf('november', [...turn, ...resume(2, said('one', 'a2'), said('hi', 'u2'))])).toEqual([
      '7 load-doubles',
    ]);
  });
  test('a failed load does not count', () => {
    const failed = [asks(2, 'session/load', { sessionId: 's' }), ...live.slice(1, 4), ...live.slice(1, 4), refuses(2)];
    expect(findingsOf('june', [...live, ...failed])).toEqual([]);
  });
});

test('[RC48] prompt-echo-missing, where the dialect wants one', () => {
  const turn = (...first: Sent[]) => [
    prompts(1),
    ...first,
    state('running'),
    state('idle', { stopReason: 'end_turn' }),
  ];
  expect(findingsOf('november', turn(answers(1, { messageId: 'u' })))).toEqual(['1 prompt-echo-missing']);
  expect(findingsOf('november', turn(answers(1, { messageId: 'u' }), echo('u')))).toEqual([]);
  expect(findingsOf('november', turn(echo('u'), answers(1, { messageId: 'u' })))).toEqual([]);
  expect(findingsOf('november', [...turn(answers(1, { messageId: 'u' })), echo('u')])).toEqual([]);
  expect(findingsOf('november', turn(echo('other'), answers(1, { messageId: 'u' })))).toEqual([
    '1 prompt-echo-missing',
  ]);
  // Agents of August do not name it.
  expect(findingsOf('november', turn(answers(1)))).toEqual(['1 prompt-echo-missing']);
  expect(findingsOf('november', turn(echo('u'), answers(1)))).toEqual([]);
  expect(findingsOf('november', turn(refuses(1)))).toEqual([]);
  expect(findingsOf('june', [prompts(1), said('a'), ended(1)])).toEqual([]);
});

describe('[RC49] times beyond a limit', () => {
  test('slow-answer: a request that needs no person', () => {
    const slow = (method: string, time: number) => [
      at(0, asks(1, method, { protocolVersion: 1 })),
      at(time, answers(1, { protocolVersion: 1, sessionId: 's' })),
    ];
    expect(findingsOf('v1', slow('initialize', 10_001))).toEqual(['2 slow-answer']);
    expect(findingsOf('v1', slow('session/new', 12_000))).toEqual(['2 slow-answer']);
    expect(findingsOf('v1', slow('initialize', 10_000))).toEqual([]);
    expect(findingsOf('v1', slow('authenticate', 100_000))).toEqual([]);
    expect(findingsOf('v1', slow('initialize', 600), { answerTime: 500 })).toEqual(['2 slow-answer']);
  });
  test('silent-turn: nothing for a minute, and nobody to wait for', () => {
    const turn = (time: number, ...between: Sent[]) => [
      at(0, prompts(1)),
      ...between,
      at(time, said('a')),
      at(time + 1, ended(1)),
    ];
    expect(findingsOf('june', turn(60_001))).toEqual(['2 silent-turn']);
    expect(findingsOf('june', turn(60_000))).toEqual([]);
    expect(findingsOf('june', turn(1_000), { silence: 900 })).toEqual(['2 silent-turn']);
    const asked = [
      at(10, permission(7)),
      at(90_000, clientAnswers(7, refused)),
      at(90_001, call('c', { status: 'failed' })),
    ];
    expect(findingsOf('june', turn(100_000, ...asked))).toEqual([]);
    expect(findingsOf('june', [...turn(10), at(200_000, prompts(2)), at(200_010, ended(2))])).toEqual([]);
  });
  test('in November a turn is when the agent says that it works', () => {
    const turn = (time: number) => [
      ...novemberTurn(1)
        .slice(0, 4)
        .map((one) => at(0, one)),
      at(time, state('idle', { stopReason: 'end_turn' })),
    ];
    expect(findingsOf('november', turn(61_000))).toEqual(['5 silent-turn']);
    expect(findingsOf('november', [...turn(10), at(200_000, said('later'))])).toEqual([]);
  });
  test('a file of bare messages has no times', () => {
    expect(findingsOf('june', [prompts(1), said('a'), ended(1)])).toEqual([]);
  });
});
