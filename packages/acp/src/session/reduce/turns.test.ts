import { expect, test } from 'vitest';
import { call, chunk, codes, fold, prompt, stateAfter, text } from '../test-support/fold.ts';

const end = (stopReason?: string, requestId?: number) => ({ type: 'turn_ended', stopReason, requestId }) as const;
const echo = (messageId: string, value: string) => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [text(value)],
});

/** What a turn has of its prompt while no message stands for it. */
const of = (value: string) => ({ prompt: [text(value)] });

test('[SE36] a turn is sent, runs with the first thing the agent does, and ends with its stop reason', () => {
  const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 };
  expect(fold(prompt('hi')).turns).toEqual([{ ...of('hi'), status: 'sent', start: 0 }]);
  expect(fold(prompt('hi'), usage).turns).toEqual([{ ...of('hi'), status: 'sent', start: 0 }]);
  expect(fold(prompt('hi'), chunk('m', 'A')).turns).toEqual([{ ...of('hi'), status: 'running', start: 0 }]);
  expect(fold(prompt('hi'), chunk('m', 'A'), end('end_turn')).turns).toEqual([
    { ...of('hi'), status: 'ended', stopReason: 'end_turn', start: 0, end: 1 },
  ]);
  expect(fold(prompt('hi')).messages).toEqual([]);
});

test('[SE36] an answer names its turn, else it ends the oldest; with none open nothing happens', () => {
  const statuses = (...steps: Parameters<typeof fold>) => fold(...steps).turns?.map((turn) => turn.status);
  expect(statuses(prompt('a', 1), prompt('b', 2), end('end_turn', 2))).toEqual(['sent', 'ended']);
  expect(statuses(prompt('a', 1), prompt('b', 2), end('end_turn'))).toEqual(['ended', 'sent']);
  expect(statuses(prompt('a', 1), end('end_turn', 9))).toEqual(['sent']);
  expect(fold(end('end_turn'))).toEqual(fold());
  const failed = fold(prompt('a'), { type: 'turn_ended', error: 'no model' });
  expect(failed.turns).toEqual([{ ...of('a'), status: 'ended', error: 'no model', start: 0, end: 0 }]);
});

test('[SE36] a prompt sent while a turn is open waits, and starts where the turn before it ends', () => {
  const queued = [prompt('a', 1), prompt('b', 2), prompt('c', 3), chunk('m', 'A')];
  expect(fold(...queued).turns).toEqual([
    { ...of('a'), status: 'running', start: 0 },
    { ...of('b'), status: 'sent' },
    { ...of('c'), status: 'sent' },
  ]);
  expect(fold(...queued, end('end_turn', 1), chunk('n', 'B')).turns).toEqual([
    { ...of('a'), status: 'ended', stopReason: 'end_turn', start: 0, end: 1 },
    { ...of('b'), status: 'running', start: 1 },
    { ...of('c'), status: 'sent' },
  ]);
  // An answer to a prompt that still waits: that turn was nowhere, and the next in line waits on.
  expect(fold(...queued, end('cancelled', 2), chunk('n', 'B'), end('end_turn', 1)).turns).toEqual([
    { ...of('a'), status: 'ended', stopReason: 'end_turn', start: 0, end: 2 },
    { ...of('b'), status: 'ended', stopReason: 'cancelled', cancelled: true, start: 1, end: 1 },
    { ...of('c'), status: 'sent', start: 2 },
  ]);
});

test('[SE37] the user message that comes back stands for the prompt', () => {
  const folded = fold(prompt('hi'), echo('u1', 'hi, expanded'), echo('u2', 'hi'));
  expect(folded.turns).toEqual([{ status: 'running', message: 'u1', start: 0 }]);
  expect(folded.messages.map(({ messageId }) => messageId)).toEqual(['u1', 'u2']);
});

test('[SE37] what a redacted message stood for is nowhere any more', () => {
  const prompts = (...steps: Parameters<typeof stateAfter>) =>
    stateAfter(...steps)
      .turns.toArray()
      .map((turn) => turn.prompt);
  const told = [prompt('secret'), echo('u', 'secret'), end('end_turn'), prompt('next'), echo('v', 'next')];
  const kept = [[text('secret')], [text('next')]];
  expect(prompts(...told)).toEqual(kept);
  expect(prompts(...told, { sessionUpdate: 'user_message', messageId: 'u', _meta: { k: 1 } })).toEqual(kept);
  expect(prompts(...told, echo('u', '[removed]'))).toEqual([[], [text('next')]]);
  expect(prompts(...told, { sessionUpdate: 'user_message', messageId: 'u', content: null })).toEqual([
    [],
    [text('next')],
  ]);
  expect(prompts(...told, echo('w', 'another'))).toEqual(kept);
});

test('[SE37] after a load, replayed user messages are not taken for the prompt', () => {
  const loaded = [{ type: 'load_started' } as const, { type: 'load_ended' } as const];
  const late = { sessionUpdate: 'user_message_chunk', messageId: 'old', content: text('other') };
  expect(fold(...loaded, prompt('hello'), late, echo('u', 'hello')).turns?.[0]?.message).toBe('u');
  const piece = { sessionUpdate: 'user_message_chunk', messageId: 'u', content: text('hel') };
  expect(fold(...loaded, prompt('hello'), late, piece).turns?.[0]?.message).toBe('u');
  expect(fold(...loaded, prompt('hello'), echo('u', 'hel')).turns?.[0]?.message).toBeUndefined();
});

test('[SE38] a refusal puts the turn out of context, and no other', () => {
  const folded = fold(prompt('a'), chunk('m', 'A'), end('end_turn'), prompt('b'), chunk('n', 'B'), end('refusal'));
  expect(folded.turns).toEqual([
    { ...of('a'), status: 'ended', stopReason: 'end_turn', start: 0, end: 1 },
    { ...of('b'), status: 'ended', stopReason: 'refusal', outOfContext: true, start: 1, end: 2 },
  ]);
});

test('[SE38] a refusal of a turn that had waited leaves the turn before it in the context', () => {
  const folded = fold(
    prompt('a', 1),
    prompt('b', 2),
    chunk('m', 'A'),
    end('end_turn', 1),
    chunk('n', 'B'),
    end('refusal', 2),
  );
  expect(folded.turns).toEqual([
    { ...of('a'), status: 'ended', stopReason: 'end_turn', start: 0, end: 1 },
    { ...of('b'), status: 'ended', stopReason: 'refusal', outOfContext: true, start: 1, end: 2 },
  ]);
});

test('[SE39] a tool call belongs to the turn that runs, not to a prompt that waits', () => {
  const open = [prompt('a', 1), prompt('b', 2), call('c1', { status: 'in_progress' })];
  const first = fold(...open, end('cancelled', 1));
  expect(first.turns).toEqual([
    {
      ...of('a'),
      status: 'ended',
      stopReason: 'cancelled',
      cancelled: true,
      cancelledToolCalls: ['c1'],
      start: 0,
      end: 1,
    },
    { ...of('b'), status: 'sent', start: 1 },
  ]);
  expect(codes(first)).toEqual([]);
  expect(stateAfter(...open, end('cancelled', 2)).toolCalls.at(0)?.isCancelled).toBe(false);
});

test('[SE39] a cancel marks unfinished calls of the turn at once, and later updates still apply', () => {
  const steps = [
    call('old', { status: 'in_progress' }),
    prompt('go'),
    call('done', { status: 'completed' }),
    call('open', { status: 'in_progress' }),
    call('late'),
    { type: 'cancel_sent' } as const,
  ];
  const cancelled = stateAfter(...steps);
  expect(cancelled.toolCalls.toArray().map((one) => [one.toolCallId, one.isCancelled])).toEqual([
    ['old', false],
    ['done', false],
    ['open', true],
    ['late', true],
  ]);
  const after = stateAfter(
    ...steps,
    call('open', { title: 'T' }),
    call('late', { status: 'failed' }),
    end('cancelled'),
  );
  expect(after.toolCalls.toArray().map((one) => [one.title, one.status, one.isCancelled])).toEqual([
    [undefined, 'in_progress', false],
    [undefined, 'completed', false],
    ['T', 'in_progress', true],
    [undefined, 'failed', false],
  ]);
  expect(fold(...steps, end('cancelled')).turns).toEqual([
    {
      ...of('go'),
      status: 'ended',
      stopReason: 'cancelled',
      cancelled: true,
      cancelledToolCalls: ['open', 'late'],
      start: 1,
      end: 4,
    },
  ]);
});

test('[SE39] a turn that ends as cancelled needs no cancel of ours; a cancel before any prompt takes all calls', () => {
  expect(stateAfter(prompt('a'), call('c'), end('cancelled')).toolCalls.at(0)?.isCancelled).toBe(true);
  expect(stateAfter(call('c'), { type: 'cancel_sent' }).toolCalls.at(0)?.isCancelled).toBe(true);
  const ended = [prompt('a'), call('c'), end('end_turn')];
  expect(fold(...ended, { type: 'cancel_sent' })).toEqual(fold(...ended));
});

test('[SE40] a call left open at the end of its turn is reported', () => {
  const folded = fold(
    call('old'),
    prompt('a'),
    call('c', { status: 'in_progress' }),
    call('d', { status: 'failed' }),
    end(),
  );
  expect(codes(folded)).toEqual(['5 tool_call_left_open']);
  expect(folded.diagnostics[0]?.detail).toBe('"c" is in_progress at the end of the turn');
  expect(codes(fold(prompt('a'), call('c'), { type: 'cancel_sent' }, end('cancelled')))).toEqual([]);
});

test('[SE40] a call left open is reported with the turn that ran, while another waits', () => {
  const open = [prompt('a', 1), prompt('b', 2), call('c', { status: 'in_progress' })];
  expect(codes(fold(...open, end('end_turn', 1), end('end_turn', 2)))).toEqual(['4 tool_call_left_open']);
  expect(codes(fold(...open, end('end_turn', 2)))).toEqual([]);
});

test('[SE41] going on after the turn applies and is said once a turn', () => {
  const info = { sessionUpdate: 'session_info_update', title: 'T' };
  const folded = fold(
    prompt('a'),
    end('end_turn'),
    info,
    chunk('m', 'A'),
    chunk('m', 'B'),
    prompt('b'),
    end(),
    chunk('m', 'C'),
  );
  expect(folded.messages[0]?.content).toEqual([text('A'), text('B'), text('C')]);
  expect(codes(folded)).toEqual(['4 update_after_turn', '8 update_after_turn']);
});

test('[SE42] a permission is open until it is answered, cancelled or its turn ends', () => {
  const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
  const ask = (requestId: number | string | null) =>
    ({ type: 'permission_opened', requestId, toolCall: { toolCallId: 'c' }, options }) as const;
  const open = (...steps: Parameters<typeof fold>) =>
    fold(prompt('a'), call('c', { status: 'completed' }), ...steps).permissions?.map((one) => one.requestId) ?? [];
  expect(fold(ask(0)).permissions).toEqual([{ requestId: 0, toolCallId: 'c', options }]);
  expect(open(ask(0), ask('0'), ask(null), { type: 'permission_answered', requestId: 0 })).toEqual(['0', null]);
  expect(open(ask(0), ask(1), { type: 'cancel_sent' })).toEqual([]);
  expect(open(ask(0), end('end_turn'))).toEqual([]);
  expect(open(prompt('b', 2), ask(0), end('end_turn'))).toEqual([]);
  expect(open(prompt('b', 2), ask(0), end('cancelled', 2))).toEqual([0]);
});

test('[SE68] a prompt that is sent again while its turn runs has the message that repeats it, and its tool calls', () => {
  const again = { ...prompt('hi', 1), messageId: 'u' } as const;
  expect(fold(echo('u', 'hi'), again).turns).toEqual([{ message: 'u', status: 'running', start: 1 }]);
  expect(fold(echo('u', 'hi'), call('c', { status: 'in_progress' }), again, { type: 'cancel_sent' }).toolCalls).toEqual(
    fold(echo('u', 'hi'), prompt('hi', 1), call('c', { status: 'in_progress' }), { type: 'cancel_sent' }).toolCalls,
  );
  expect(fold(again).turns).toEqual([{ ...of('hi'), status: 'sent', start: 0 }]);
});
