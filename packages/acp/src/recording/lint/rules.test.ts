import { describe, expect, test } from 'vitest';
import { dialects } from '../../protocol/dialects.ts';
import { Checker } from '../checker.ts';
import { inputLineOf } from '../input-line.ts';
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
import { Linter } from './linter.ts';

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

const initializes = (id: unknown) => [asks(id, 'initialize', { protocolVersion: 2 }), answers(id, {})];
const opens = (id: unknown, sessionId = 's') => [asks(id, 'session/new', { cwd: '/' }), answers(id, { sessionId })];

describe('[RC53] unknown-session', () => {
  const unknown = (frame: number) => [`${frame} unknown-session`];
  test.each(['v1', 'june', 'november'] as const)('a session that nobody opened is told once, in %s', (dialect) => {
    expect(findingsOf(dialect, [...initializes(0), said('a'), said('b', 'n'), cancels()])).toEqual(unknown(3));
    expect(findingsOf(dialect, [...initializes(0), ...opens(1), said('a')])).toEqual([]);
    expect(findingsOf(dialect, [...initializes(0), ...opens(1, 'other'), said('a')])).toEqual(unknown(5));
    // Where the beginning is missing, so may be the request.
    expect(findingsOf(dialect, [said('a'), ...opens(1, 'other'), said('b')])).toEqual([]);
  });
  test('a session that is loaded, resumed or listed is known, and one that is deleted need not be', () => {
    for (const method of ['session/load', 'session/resume', 'session/delete']) {
      const known = [...initializes(0), asks(1, method, { sessionId: 's' }), answers(1)];
      expect(findingsOf('june', known)).toEqual([]);
      expect(findingsOf('june', [...known, said('a')])).toEqual(method === 'session/delete' ? unknown(5) : []);
    }
    const listed = [asks(1, 'session/list'), answers(1, { sessions: [{ sessionId: 's', cwd: '/' }, 7] })];
    expect(findingsOf('june', [...initializes(0), ...listed, said('a')])).toEqual([]);
  });
  test('while a session is made it may be named, and its answer decides', () => {
    const [ask, answer] = opens(1) as [Sent, Sent];
    const [other, otherAnswer] = opens(2, 'other') as [Sent, Sent];
    expect(findingsOf('june', [...initializes(0), ask, said('a'), answer])).toEqual([]);
    expect(findingsOf('june', [...initializes(0), ask, other, said('a'), otherAnswer, answer])).toEqual([]);
    expect(findingsOf('june', [...initializes(0), other, said('a'), otherAnswer])).toEqual(unknown(4));
    expect(findingsOf('june', [...initializes(0), ask, said('a'), refuses(1)])).toEqual(unknown(4));
    expect(findingsOf('june', [...initializes(0), ask, said('a')])).toEqual(['3 request-unanswered']);
    const extension = [asks(3, '_attach'), said('a'), answers(3, {})];
    expect(findingsOf('june', [...initializes(0), ...extension])).toEqual(unknown(4));
  });
  test('of very many sessions nothing is said', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => opens(index + 1, `s${index}`)).flat();
    expect(findingsOf('june', [...initializes(0), ...many, said('a')])).toEqual([]);
  });
});

describe('[RC54] agent-restarted', () => {
  test('what was open is told and forgotten, and the ids of the other process are its own', () => {
    const first = [...initializes(0), ...opens(1), prompts(2), permission(0)];
    const again = [...initializes(0), ...opens(1, 's2'), said('a'), answers(2)];
    expect(findingsOf('june', [...first, ...again])).toEqual([
      '5 request-unanswered',
      '6 request-unanswered',
      '7 agent-restarted',
      '11 unknown-session',
      '12 answer-unasked',
    ]);
    const linter = new Linter('june');
    const words = [...first, ...again].flatMap((one, index) => linter.read(inputLineOf(index + 1, { at: 0, ...one })));
    expect(words.map(({ frame, path, text }) => [frame, path, text])).toEqual([
      [5, ['id'], 'session/prompt was not answered before the agent was started again (frame 7)'],
      [6, ['id'], 'session/request_permission was not answered before the agent was started again (frame 7)'],
      [7, ['method'], 'the agent was started again here; 2 open requests are lost'],
      [11, ['params', 'sessionId'], 'the session "s" was neither created nor loaded before'],
      [12, ['id'], 'nobody asked for this answer: no open request has its id'],
    ]);
  });
  test('a client that was refused tries again with the same process', () => {
    const refused = [asks(0, 'initialize'), refuses(0)];
    expect(findingsOf('v1', [...refused, ...initializes(1)])).toEqual([]);
    expect(findingsOf('v1', [...refused, ...initializes(1), ...initializes(2)])).toEqual(['5 agent-restarted']);
  });
  test('the check of lines waits for no earlier request either', () => {
    const check = (sent: readonly Sent[]) => {
      const checker = new Checker(dialects.june, 'strict');
      const found = sent.map(({ message, from }) => checker.check(message, from as 'client' | 'agent'));
      return found.flatMap((findings, index) =>
        findings.filter(({ path }) => path.at(-1) === 'id').map((one) => [index + 1, one.text]),
      );
    };
    const first = [...initializes(0), ...opens(1), prompts(2)];
    expect(
      check([...first, ...initializes(0), ...opens(1), prompts(2), answers(2, { stopReason: 'end_turn' })]),
    ).toEqual([]);
    expect(check([...first, ...initializes(0), answers(2)])).toEqual([[8, 'no open request with this id was seen']]);
  });
});
