import { expect, test } from 'vitest';
import { Turns, type TurnsOptions } from './turns.ts';

const cancelled = { code: -32800, message: 'Request cancelled' };

function newTurns(options: Partial<TurnsOptions> = {}) {
  let minted = 0;
  return new Turns<string>({
    acceptsAtOnce: false,
    isRecording: false,
    repeatsPrompts: false,
    mintId() {
      minted += 1;
      return `p${minted}`;
    },
    ...options,
  });
}

const send = (prompt: string) => ({ do: 'send', prompt });
const refuse = (prompt: string, error: object = cancelled) => ({ do: 'refuse', prompt, error });
const accept = (prompt: string, messageId: string, fields: object = {}) => ({
  do: 'accept',
  prompt,
  messageId,
  isMade: true,
  by: 'sign',
  ...fields,
});
const state = (value: string, fields: object = {}) => ({ do: 'state', update: { state: value, ...fields } });
const end = (stopReason: string, fields: object = {}) => ({ result: { stopReason, ...fields } });
const failure = { code: -32603, message: 'Broken' };

test('[BR151] [N112] a prompt goes to the agent; another waits until the first is answered, in order', () => {
  const turns = newTurns();
  expect(turns.prompted('a')).toEqual([send('a')]);
  expect(turns.prompted('b')).toEqual([]);
  expect(turns.prompted('c')).toEqual([]);
  expect(turns.answered('a', end('end_turn', { usage: { totalTokens: 1 }, _meta: { x: 1 } }))).toEqual([
    accept('a', 'p1'),
    state('running'),
    state('idle', { stopReason: 'end_turn', usage: { totalTokens: 1 }, _meta: { x: 1 } }),
    send('b'),
  ]);
  expect(turns.answered('b', { error: failure })).toEqual([refuse('b', failure), send('c')]);
});

test('[BR151] [N110] the first sign of a prompt accepts it, once', () => {
  const turns = newTurns();
  expect(turns.sign()).toEqual([]);
  turns.prompted('a');
  expect(turns.sign()).toEqual([accept('a', 'p1'), state('running')]);
  expect(turns.sign()).toEqual([]);
  expect(turns.graceOver('a')).toEqual([]);
  expect(turns.answered('a', end('refusal'))).toEqual([state('idle', { stopReason: 'refusal' })]);
});

test('[BR151] [N110] so does a silence that lasts, and with no grace time the prompt itself', () => {
  const turns = newTurns();
  turns.prompted('a');
  expect(turns.graceOver('a')).toEqual([accept('a', 'p1', { by: 'grace' }), state('running')]);
  turns.answered('a', end('end_turn'));
  turns.prompted('b');
  expect(turns.graceOver('a')).toEqual([]);
  const atOnce = newTurns({ acceptsAtOnce: true });
  expect(atOnce.prompted('a')).toEqual([send('a'), accept('a', 'p1', { by: 'grace' }), state('running')]);
});

test('[BR151] [N114] a message of the agent that repeats the prompt gives it its id', () => {
  const turns = newTurns();
  turns.prompted('a');
  expect(turns.sign('u1')).toEqual([accept('a', 'u1', { isMade: false }), state('running')]);
});

test('[BR152] [N111] an error or a cancel before acceptance leaves nothing but the error', () => {
  const turns = newTurns();
  turns.prompted('a');
  expect(turns.answered('a', { error: failure })).toEqual([refuse('a', failure)]);
  turns.prompted('b');
  expect(turns.answered('b', end('cancelled'))).toEqual([refuse('b')]);
});

test('[BR152] [N111] an error after acceptance ends the turn; after a cancel it counts as one', () => {
  const turns = newTurns();
  turns.prompted('a');
  turns.sign();
  expect(turns.answered('a', { error: failure })).toEqual([state('idle', { stopReason: 'error', error: failure })]);
  turns.prompted('b');
  turns.sign();
  expect(turns.cancelled()).toEqual([]);
  expect(turns.answered('b', { error: failure })).toEqual([state('idle', { stopReason: 'cancelled' })]);
  turns.prompted('c');
  turns.sign();
  expect(turns.answered('c', { error: cancelled })).toEqual([state('idle', { stopReason: 'cancelled' })]);
});

test('[BR153] [N113] the person is needed while a question of the turn is open', () => {
  const turns = newTurns();
  expect(turns.asked()).toEqual({ turn: undefined, actions: [] });
  expect(turns.replied(undefined)).toEqual([]);
  turns.prompted('a');
  const first = turns.asked();
  expect(first).toEqual({ turn: 1, actions: [accept('a', 'p1'), state('running'), state('requires_action')] });
  const second = turns.asked();
  expect(second.actions).toEqual([]);
  expect(turns.replied(first.turn)).toEqual([]);
  expect(turns.replied(second.turn)).toEqual([state('running')]);
  const third = turns.asked();
  expect(turns.answered('a', end('end_turn'))).toEqual([state('idle', { stopReason: 'end_turn' })]);
  expect(turns.replied(third.turn)).toEqual([]);
});

test('[BR154] [N112] a cancel refuses the prompts that wait, and those that follow are untouched', () => {
  const turns = newTurns();
  expect([turns.isBusy, turns.cancelled()]).toEqual([false, []]);
  for (const prompt of ['a', 'b', 'c']) turns.prompted(prompt);
  expect([turns.isBusy, turns.cancelled()]).toEqual([true, [refuse('b'), refuse('c')]]);
  turns.prompted('d');
  expect(turns.answered('a', end('cancelled'))).toEqual([refuse('a'), send('d')]);
});

test('[BR154] a single prompt can be taken back until it is accepted', () => {
  const turns = newTurns();
  for (const prompt of ['a', 'b']) turns.prompted(prompt);
  expect(turns.withdrawn('b')).toEqual({ tellAgent: false, actions: [refuse('b')] });
  expect(turns.withdrawn('b')).toEqual({ tellAgent: false, actions: [] });
  expect(turns.withdrawn('a')).toEqual({ tellAgent: true, actions: [] });
  turns.sign();
  expect(turns.withdrawn('a')).toEqual({ tellAgent: false, actions: [] });
});

test('[BR155] [N112] a close cuts the turn off, and the late answer of the agent does not count', () => {
  const turns = newTurns();
  expect(turns.closed()).toEqual([]);
  turns.prompted('a');
  turns.sign();
  turns.prompted('b');
  expect(turns.closed()).toEqual([refuse('b'), state('idle', { stopReason: 'cancelled' })]);
  expect(turns.answered('a', end('end_turn'))).toEqual([]);
  turns.prompted('c');
  expect(turns.closed()).toEqual([refuse('c')]);
});

test('[BR156] [N115] a snapshot tells what runs on this connection', () => {
  const turns = newTurns();
  expect(turns.snapshot()).toEqual(state('idle'));
  turns.prompted('a');
  expect(turns.snapshot()).toEqual(state('running'));
  turns.asked();
  expect(turns.snapshot()).toEqual(state('requires_action'));
});

test('[BR156] a prompt that was told as running and is refused ends in idle', () => {
  const turns = newTurns();
  turns.prompted('a');
  turns.snapshot();
  expect(turns.answered('a', { error: failure })).toEqual([refuse('a', failure), state('idle')]);
});

test('[BR151] [N110] of an agent that repeats every prompt, only that accepts it; or else its answer', () => {
  const turns = newTurns({ repeatsPrompts: true });
  turns.prompted('a');
  expect([turns.sign(), turns.graceOver('a')]).toEqual([[], []]);
  expect(turns.sign('u1')).toEqual([accept('a', 'u1', { isMade: false }), state('running')]);
  turns.answered('a', end('end_turn'));
  turns.prompted('b');
  expect(turns.answered('b', end('refusal'))).toEqual([
    accept('b', 'p1'),
    state('running'),
    state('idle', { stopReason: 'refusal' }),
  ]);
});

test('[BR157] work that the agent reports itself is not over before it says so', () => {
  const turns = newTurns();
  expect(turns.told({ state: 'running' })).toEqual([state('running')]);
  expect([turns.isBusy, turns.told({ state: 'running' })]).toEqual([true, []]);
  turns.prompted('a');
  turns.sign();
  expect(turns.answered('a', end('end_turn'))).toEqual([]);
  expect(turns.told({ state: 'idle' })).toEqual([state('idle', { stopReason: 'end_turn' })]);
  expect(turns.isBusy).toBe(false);
  expect(turns.told({ state: 'idle', stopReason: 'refusal' })).toEqual([state('idle', { stopReason: 'refusal' })]);
});

test('[BR157] a state that the agent reports during a turn ends with the turn', () => {
  const turns = newTurns();
  turns.prompted('a');
  turns.sign();
  expect(turns.told({ state: 'running' })).toEqual([]);
  expect(turns.told({ state: 'requires_action' })).toEqual([state('requires_action')]);
  expect(turns.told({ state: 'idle', stopReason: 'end_turn' })).toEqual([]);
  expect(turns.answered('a', end('end_turn'))).toEqual([state('idle', { stopReason: 'end_turn' })]);
});

test('[BR157] [N39] an agent that reports work in the background has it in every state update', () => {
  const turns = newTurns();
  const background = [{ type: 'terminal', terminalId: 't' }];
  turns.prompted('a');
  turns.sign();
  expect(turns.told({ state: 'idle', background })).toEqual([state('running', { background })]);
  expect(turns.answered('a', end('end_turn'))).toEqual([state('idle', { stopReason: 'end_turn', background })]);
  expect(turns.told({ state: 'idle', background: [] })).toEqual([state('idle', { background: [] })]);
  expect(turns.snapshot()).toEqual(state('idle', { background: [] }));
});

test('[BR158] in a recording no prompt is held back, and the agent may answer one that waits', () => {
  const turns = newTurns({ isRecording: true });
  expect(turns.prompted('a')).toEqual([send('a')]);
  for (const prompt of ['b', 'c', 'd', 'e']) expect(turns.prompted(prompt)).toEqual([send(prompt)]);
  expect(turns.cancelled()).toEqual([]);
  expect(turns.withdrawn('e')).toEqual({ tellAgent: true, actions: [] });
  expect(turns.answered('c', { error: failure })).toEqual([refuse('c', failure)]);
  expect(turns.answered('d', end('cancelled'))).toEqual([refuse('d')]);
  expect(turns.answered('e', end('end_turn'))).toEqual([accept('e', 'p1')]);
  expect(turns.answered('a', end('cancelled'))).toEqual([refuse('a')]);
  expect(turns.sign()).toEqual([accept('b', 'p2'), state('running')]);
});
