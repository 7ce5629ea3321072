import { describe, expect, test } from 'vitest';
import { isBusy } from '../busy.ts';
import { foldedSession } from '../folded.ts';
import {
  echo,
  idleAfter,
  inserted,
  type NovemberStep,
  novemberFold,
  novemberState,
  said,
  sent,
  told,
  tool,
} from '../test-support/november.ts';

const turnsOf = (...steps: NovemberStep[]) =>
  novemberFold(...steps).turns?.map(({ status, message, stopReason, error, cancelled }) => ({
    ...{ status, message, stopReason },
    ...(error === undefined ? {} : { error }),
    ...(cancelled === undefined ? {} : { cancelled }),
  }));
const codes = (...steps: NovemberStep[]) => novemberFold(...steps).diagnostics.map(({ code }) => code);
const ended = (message: string, stopReason: string) => ({ status: 'ended', message, stopReason });

describe('[SE59] [N54] the step into idle ends the work and the turns of the prompts that are inserted', () => {
  test.each<[string, NovemberStep[], object[]]>([
    [
      'echo, answer, running, idle',
      [sent(1), echo(1), inserted(1), told('running'), idleAfter('end_turn')],
      [ended('u1', 'end_turn')],
    ],
    [
      'running, echo, answer, idle',
      [sent(1), told('running'), echo(1), inserted(1), idleAfter('end_turn')],
      [ended('u1', 'end_turn')],
    ],
    [
      'answer, running, echo, idle',
      [sent(1), inserted(1), told('running'), echo(1), idleAfter('refusal')],
      [ended('u1', 'refusal')],
    ],
    [
      'echo, running, idle, answer: the idle that was there counts',
      [sent(1), echo(1), told('running'), idleAfter('max_tokens'), inserted(1)],
      [ended('u1', 'max_tokens')],
    ],
    [
      'an answer after several completions takes the last idle',
      [sent(1), echo(1), told('running'), idleAfter('end_turn'), told('running'), idleAfter('refusal'), inserted(1)],
      [ended('u1', 'refusal')],
    ],
    [
      'a prompt that is held is inserted after the idle of the first',
      [
        ...[sent(1), echo(1), inserted(1), told('running'), sent(2), idleAfter('end_turn')],
        ...[echo(2), inserted(2), told('running'), idleAfter('cancelled')],
      ],
      [ended('u1', 'end_turn'), { ...ended('u2', 'cancelled'), cancelled: true }],
    ],
    [
      'a prompt that steers ends with the same idle',
      [sent(1), inserted(1), echo(1), told('running'), sent(2), echo(2), inserted(2), idleAfter('end_turn')],
      [ended('u1', 'end_turn'), ended('u2', 'end_turn')],
    ],
    [
      'an idle before the answer and its echo is about something else',
      [sent(1), told('running'), idleAfter('end_turn'), echo(1), inserted(1)],
      [{ status: 'inserted', message: 'u1', stopReason: undefined }],
    ],
    [
      'the end without running, with a reason, ends an inserted prompt',
      [sent(1), echo(1), inserted(1), idleAfter('end_turn')],
      [ended('u1', 'end_turn')],
    ],
    [
      'an idle without a reason before running is a snapshot',
      [sent(1), echo(1), inserted(1), told('idle')],
      [{ status: 'inserted', message: 'u1', stopReason: undefined }],
    ],
    [
      'an agent that lists its background says when it runs',
      [sent(1), echo(1), inserted(1), idleAfter('end_turn', { background: [] })],
      [{ status: 'inserted', message: 'u1', stopReason: undefined }],
    ],
    [
      'an error as a reason',
      [sent(1), echo(1), inserted(1), told('running'), idleAfter('error', { error: { code: 7, message: 'no' } })],
      [{ ...ended('u1', 'error'), error: 'no' }],
    ],
    [
      'an error without details',
      [sent(1), echo(1), inserted(1), told('running'), idleAfter('error')],
      [{ ...ended('u1', 'error'), error: 'The agent reported a failure without details.' }],
    ],
    [
      'two completed works: each prompt ends once',
      [sent(1), inserted(1), echo(1), told('running'), idleAfter('end_turn'), idleAfter('refusal')],
      [ended('u1', 'end_turn')],
    ],
  ])('%s', (_, steps, turns) => {
    expect(turnsOf(...steps)).toEqual(turns);
  });
});

test('[N14] an answer without an id inserts the prompt, and the message that looks like it stands for it', () => {
  const steps = [sent(1), { type: 'prompt_inserted', requestId: 1 } as const, echo(1), told('running')];
  expect(turnsOf(...steps)).toEqual([{ status: 'inserted', message: 'u1', stopReason: undefined }]);
  expect(turnsOf(...steps, idleAfter('end_turn'))).toEqual([ended('u1', 'end_turn')]);
});

test('[N53] a session is idle at first, also after its answer; activity follows what the agent says', () => {
  const activity = (...steps: NovemberStep[]) => novemberState(steps).activity;
  expect(activity()).toEqual({ state: 'idle', isKnown: true });
  expect(activity(told('running'), { type: 'configured', configOptions: [] })).toEqual({
    state: 'running',
    isKnown: true,
  });
  expect(activity(told('running'), told('requires_action'))).toEqual({ state: 'requires_action', isKnown: true });
  expect(activity(told('running'), idleAfter('error', { error: { code: 1, message: 'm' } }))).toEqual({
    state: 'idle',
    isKnown: true,
    stopReason: 'error',
    error: { code: 1, message: 'm' },
  });
  const same = novemberState([told('running'), said('m', 'A')]);
  expect(same.activity).toBe(same.activity);
});

test('[SE58] [N54] a snapshot changes only what it carries: an idle without a reason keeps the one told before', () => {
  const first = [told('running'), idleAfter('cancelled')];
  expect(novemberFold(...first, told('idle', { background: [] })).activity).toEqual({
    state: 'idle',
    stopReason: 'cancelled',
    background: [],
  });
  expect(novemberFold(...first, idleAfter('refusal')).activity).toEqual({ state: 'idle', stopReason: 'refusal' });
  expect(novemberState([...first, idleAfter('refusal'), told('idle')]).works.toArray()).toEqual([
    { start: 0, end: 0, prompts: [], stopReason: 'cancelled', error: undefined },
  ]);
});

test('[N55] an unknown state is busy and ends no prompt', () => {
  const steps = [sent(1), inserted(1), echo(1), told('_dreaming')];
  const state = novemberState(steps);
  expect([state.activity, isBusy(state)]).toEqual([{ state: '_dreaming', isKnown: false }, true]);
  expect(turnsOf(...steps)).toEqual([{ status: 'inserted', message: 'u1', stopReason: undefined }]);
  expect(turnsOf(...steps, idleAfter('end_turn'))).toEqual([ended('u1', 'end_turn')]);
});

test('[N56] work in the background: absent or malformed is unknown, an empty list is none, unknown items count', () => {
  const background = (value: unknown) => novemberState([told('running', { background: value })]).activity.background;
  expect([undefined, null, [], [{ type: '_own', n: 1 }], 7, [{ type: 'terminal' }]].map(background)).toEqual([
    undefined,
    undefined,
    [],
    [{ type: '_own', n: 1 }],
    undefined,
    undefined,
  ]);
  const listed = told('idle', { background: [{ type: 'tool_call', toolCallId: 'c' }] });
  expect(codes(listed)).toEqual(['background_without_entity']);
  expect(codes(tool('c'), listed)).toEqual([]);
});

test('[SE56] [N57] updates while idle apply, change no state and are no irregularity', () => {
  const { activity, messages, diagnostics } = novemberFold(
    ...[sent(1), echo(1), inserted(1), told('running'), idleAfter('end_turn'), said('m', 'late'), tool('c')],
  );
  expect([activity, messages.length, diagnostics]).toEqual([{ state: 'idle', stopReason: 'end_turn' }, 2, []]);
});

test('[SE62] [N59] an idle with cancelled marks the unfinished tool calls of that work, and a later status wins', () => {
  const running = { status: 'in_progress' };
  const steps = [
    ...[told('running'), tool('old', running), idleAfter('end_turn')],
    ...[sent(1), inserted(1), echo(1), told('running'), tool('a', running), tool('b', running), tool('c', running)],
    ...[tool('done', { status: 'cancelled' }), tool('odd', { status: '_waiting' }), tool('old', { title: 'T' })],
  ];
  const background = [{ type: 'tool_call', toolCallId: 'b' }];
  const marked = (...more: NovemberStep[]) =>
    novemberState([...steps, ...more])
      .toolCalls.toArray()
      .filter(({ isCancelled }) => isCancelled)
      .map(({ toolCallId }) => toolCallId);
  expect(marked(idleAfter('end_turn'))).toEqual([]);
  expect(marked(idleAfter('cancelled', { background }))).toEqual(['a', 'c', 'odd']);
  expect(marked(idleAfter('cancelled'), tool('a', running), tool('c', { title: 'T' }))).toEqual(['b', 'c', 'odd']);
  expect(foldedSession(novemberState([...steps, idleAfter('cancelled')])).turns?.[0]?.cancelledToolCalls).toEqual([
    'a',
    'b',
    'c',
    'odd',
  ]);
});

test('[N58] completed, failed and cancelled are final, any other status counts as in progress', () => {
  const finished = (status: string) => novemberState([tool('c', { status })]).toolCalls.at(0)?.isFinished;
  expect(['completed', 'failed', 'cancelled', 'pending', 'paused', '_own'].map(finished)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(codes(tool('c', { status: 'cancelled' }), tool('c', { status: 'in_progress' }))).toEqual(['status_reopened']);
});

test('a prompt that is sent while the agent is busy is held; one that is refused ends with the error', () => {
  const steps = [sent(1), told('running'), sent(2)];
  expect(turnsOf(...steps)?.map(({ status }) => status)).toEqual(['sent', 'held']);
  expect(turnsOf(...steps, { type: 'prompt_refused', requestId: 2, error: 'full', code: -32000 })?.[1]).toEqual({
    status: 'ended',
    message: undefined,
    stopReason: undefined,
    error: 'full',
  });
  const cancelled = [
    { type: 'cancel_sent' },
    { type: 'prompt_refused', requestId: 2, error: 'c', code: -32800 },
  ] as const;
  expect(turnsOf(...steps, ...cancelled)?.[1]).toEqual({
    status: 'ended',
    message: undefined,
    stopReason: 'cancelled',
    cancelled: true,
  });
});

test('[SE61] the works of a session are its spans of work, with the prompts they are about', () => {
  const works = (...steps: NovemberStep[]) =>
    novemberState(steps)
      .works.toArray()
      .map(({ prompts, stopReason, end }) => ({ prompts, stopReason, isOpen: end === undefined }));
  expect(
    works(
      ...[told('running'), idleAfter('end_turn')],
      ...[sent(1), echo(1), inserted(1), told('running'), sent(2), echo(2), inserted(2), told('requires_action')],
      ...[idleAfter('refusal'), sent(3), told('running')],
    ),
  ).toEqual([
    { prompts: [], stopReason: 'end_turn', isOpen: false },
    { prompts: [0, 1], stopReason: 'refusal', isOpen: false },
    { prompts: [], stopReason: undefined, isOpen: true },
  ]);
});

test('an end of work that was not reported, and an answer that names a message nobody has seen, are irregular', () => {
  expect(codes(sent(1), echo(1), inserted(1), idleAfter('end_turn'))).toEqual(['state_unreported']);
  expect(codes(sent(1), inserted(1, 'x'), told('running'), idleAfter('end_turn'))).toEqual(['prompt_unknown_id']);
});

test('[SE60] a message that looks like the prompt stands for it until the answer names another', () => {
  expect(turnsOf(sent(1), echo(1))?.[0]).toEqual({ status: 'sent', message: 'u1', stopReason: undefined });
  expect(turnsOf(sent(1), echo(1, 'something else'))?.[0]?.message).toBe(undefined);
  expect(novemberFold(sent(1), echo(1), inserted(1, 'x')).turns).toEqual([
    { status: 'inserted', message: 'x', prompt: [{ type: 'text', text: 'prompt 1' }], start: 0 },
  ]);
});

test('[Z14] running between the withdrawal of a request and the idle of a cancelled turn is allowed', () => {
  const steps: NovemberStep[] = [
    ...[sent(1), echo(1), inserted(1), told('running'), tool('c', { status: 'pending' }), told('requires_action')],
    { type: 'permission_opened', dialect: 'november', requestId: 5, title: 'May I?', options: [] },
    ...[{ type: 'cancel_sent' } as const, { type: 'permission_withdrawn', requestId: 5 } as const],
    ...[told('running'), idleAfter('cancelled')],
  ];
  expect(turnsOf(...steps)).toEqual([{ ...ended('u1', 'cancelled'), cancelled: true }]);
  expect(codes(...steps)).toEqual([]);
});

test('[SE61] in a June session the activity follows from its turns and questions, and each turn is a work', () => {
  const prompt = (requestId: number) => ({ type: 'prompt_sent', requestId, prompt: [] }) as const;
  const ask: NovemberStep = { type: 'permission_opened', requestId: 9, toolCall: { toolCallId: 'c' }, options: [] };
  const end = (requestId: number, fields: object) => ({ type: 'turn_ended', requestId, ...fields }) as NovemberStep;
  const state = (...steps: NovemberStep[]) => novemberState(steps);
  expect(state().activity).toEqual({ state: 'idle', isKnown: true });
  expect(state(prompt(1)).activity.state).toBe('running');
  expect(state(prompt(1), ask).activity.state).toBe('requires_action');
  expect(state(prompt(1), ask, { type: 'permission_answered', requestId: 9 }).activity.state).toBe('running');
  const after = state(prompt(1), prompt(2), end(1, { stopReason: 'end_turn' }), end(2, { error: 'broken' }));
  expect(after.activity).toEqual({ state: 'idle', isKnown: true, stopReason: 'error', error: { message: 'broken' } });
  expect(after.activity).toBe(after.activity);
  expect(after.works.toArray().map(({ prompts, stopReason }) => [prompts, stopReason])).toEqual([
    [[0], 'end_turn'],
    [[1], 'error'],
  ]);
  expect(Object.keys(foldedSession(after)).sort()).toEqual([
    'availableCommands',
    'configOptions',
    'diagnostics',
    'messages',
    'plans',
    'timeline',
    'toolCalls',
    'turns',
  ]);
});
