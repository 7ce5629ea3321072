import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { SessionEvent } from '../event.ts';
import { foldedSession } from '../folded.ts';
import { readUpdate } from '../read-update.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { call, prompt, text } from '../test-support/fold.ts';
import { naiveFold } from '../test-support/naive-model.ts';
import { applyEvent, applyEvents } from './apply.ts';

const ask = (requestId: number | string, toolCallId = 'c'): SessionEvent => ({
  type: 'permission_opened',
  requestId,
  toolCall: { toolCallId },
  options: [],
});
const answer = (requestId: number | string): SessionEvent => ({ type: 'permission_answered', requestId });
const end = (stopReason: string, requestId?: number | string): SessionEvent => ({
  type: 'turn_ended',
  stopReason,
  requestId,
});
const cancel: SessionEvent = { type: 'cancel_sent' };
const user = (messageId: string, said: string) =>
  readUpdate({ sessionUpdate: 'user_message', messageId, content: [text(said)] });
const update = (step: unknown) => readUpdate(step);

const id = fc.constantFrom<number | string>(0, 1, 2, '0', '1');
const callId = fc.constantFrom('c', 'd', 'e');
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'failed');

/** What opens and closes turns and questions, and what these look for. */
const openOrClose: fc.Arbitrary<SessionEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.option(id, { nil: undefined }).map((one) => prompt('p', one)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('end_turn', 'cancelled', 'refusal'), fc.option(id, { nil: undefined, freq: 3 }))
      .map(([reason, one]) => end(reason, one)),
  },
  { weight: 2, arbitrary: fc.constant(cancel) },
  { weight: 3, arbitrary: fc.tuple(id, callId).map(([one, about]) => ask(one, about)) },
  { weight: 2, arbitrary: id.map(answer) },
  { weight: 2, arbitrary: fc.tuple(callId, status).map(([one, now]) => update(call(one, { status: now }))) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(9), fc.constantFrom('p', 'q')).map(([n, said]) => user(`u${n}`, said)) },
  { weight: 1, arbitrary: fc.constantFrom<SessionEvent>({ type: 'load_started' }, { type: 'load_ended' }) },
);

function plain(state: SessionState): unknown {
  const folded = JSON.parse(JSON.stringify(foldedSession(state)));
  for (const diagnostic of folded.diagnostics) delete diagnostic.detail;
  return folded;
}

/** Everything of a state that a cancel or an answer may change. */
function shown({ toolCalls, turns, permissions }: SessionState): unknown {
  return [toolCalls.toArray().map(({ isCancelled }) => isCancelled), turns.toArray(), permissions];
}

test('[SE1] whatever turns and permissions are opened, answered, cancelled and ended, a naive model agrees', () => {
  fc.assert(
    fc.property(fc.array(openOrClose, { maxLength: 60, size: 'max' }), (steps) => {
      const events = steps.map((event, index) => ({ ...event, at: index + 1 }));
      const actual = plain(applyEvents(newSessionState(), events));
      const wanted = JSON.parse(JSON.stringify(naiveFold(events)));
      if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
    }),
    { numRuns: counts({ short: 100, long: 3_000 }) },
  );
});

test('[SE3] a cancel or an answer that changes nothing gives the same object, and the list of permissions stays the same array', () => {
  fc.assert(
    fc.property(fc.array(openOrClose, { maxLength: 30, size: 'max' }), id, (events, one) => {
      const state = applyEvents(newSessionState(), events);
      const kept = state.permissions;
      for (const event of [cancel, answer(one)]) {
        const once = applyEvent(state, event);
        expect(applyEvent(once, event)).toBe(once);
        if (isDeepStrictEqual(shown(once), shown(state))) expect(once).toBe(state);
      }
      const written = applyEvent(state, update({ sessionUpdate: 'usage_update', used: 1, size: 2 }));
      expect(written.permissions).toBe(kept);
    }),
    { numRuns: counts({ short: 100, long: 1_000 }) },
  );
});

/** What an agent, or a file, may do without end; `n` is how often. */
const floods: Readonly<Record<string, (n: number) => SessionEvent[]>> = {
  'permissions are opened, and answered from the last to the first': (n) => [
    ...times(n, (index) => [ask(index)]),
    ...times(n, (index) => [answer(n - index)]),
  ],
  'prompts wait, and are answered from the last to the first': (n) => [
    ...times(n, (index) => [prompt('p', index)]),
    ...times(n, (index) => [end('end_turn', n - 1 - index)]),
  ],
  'prompts with one id wait behind another, and each is answered': (n) => [
    prompt('first', 'first'),
    ...times(n, () => [prompt('p', 1)]),
    ...times(n, () => [end('end_turn', 1)]),
  ],
  'each prompt that waits is cancelled': (n) => times(n, (index) => [prompt('p', index), cancel]),
  'each prompt behind a cancelled one is answered and cancelled': (n) => [
    prompt('first', 'first'),
    ...times(n, (index) => [prompt('p', index), end('end_turn', index), cancel]),
  ],
  'prompts are told back and written anew': (n) => [
    ...times(n, (index) => [prompt('p', index)]),
    ...times(n, (index) => [user(`u${index}`, 'p')]),
    ...times(n, (index) => [user(`u${index}`, 'q')]),
  ],
  'each new tool call is cancelled': (n) => [
    prompt('p', 'p'),
    ...times(n, (index) => [update(call(`c${index}`, {})), cancel]),
  ],
  'nothing is left to cancel': (n) => [
    prompt('p', 'p'),
    cancel,
    ...times(n, (index) => [update(call(`c${index}`, { status: 'completed' }))]),
    ...times(n, () => [cancel]),
  ],
};

function times(n: number, make: (index: number) => SessionEvent[]): SessionEvent[] {
  return Array.from({ length: n }, (_, index) => make(index)).flat();
}

/** The processor time of a fold in microseconds, which other work on the machine does not lengthen much. */
function cost(events: readonly SessionEvent[]): number {
  const before = process.cpuUsage();
  foldedSession(applyEvents(newSessionState(), events));
  const { user: own, system } = process.cpuUsage(before);
  return own + system;
}

const few = 400;
const factor = 50;
/** What is still taken for growth with the events: far from both 50 and the 2,500 of a time that grows with its square. */
const most = factor * 5;
/** Below this, in microseconds, the processor's clock says little. */
const tick = 500;

test.each(Object.entries(floods))(
  '[SE55] fifty times as much costs fifty times and some, nowhere near its square: %s',
  (_, flood) => {
    const [short, long] = [flood(few), flood(few * factor)];
    cost(short);
    let growth = Number.POSITIVE_INFINITY;
    // A machine that does other things may be slow at any moment, but not at all of them.
    for (let attempt = 0; attempt < 20 && growth >= most; attempt++)
      growth = Math.min(growth, cost(long) / Math.max(cost(short), tick));
    expect(growth).toBeLessThan(most);
  },
);
