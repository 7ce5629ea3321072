import { expect, test } from 'vitest';
import { foldedSession } from '../folded.ts';
import type { SessionLimits } from '../limits.ts';
import { newSessionState } from '../state.ts';
import { call, chunk, eventsOf, prompt, type Step } from '../test-support/fold.ts';
import { applyEvents } from './apply.ts';

function limited(limits: Partial<SessionLimits>, ...steps: Step[]) {
  const state = applyEvents(newSessionState(limits), eventsOf(steps));
  return { state, folded: foldedSession(state) };
}

test('[SE45] the oldest entries go; what is told of them again is new', () => {
  const steps: Step[] = [chunk('current', 'A'), prompt('p')];
  for (let index = 0; index < 8; index++) steps.push(call(`c${index}`, { status: 'completed' }));
  const { state, folded } = limited({ entries: 8 }, ...steps, chunk('current', 'B'));
  expect(folded.timeline).toEqual([
    ...['c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map((toolCall) => ({ toolCall })),
    { message: 'current' },
  ]);
  expect(folded.messages[0]?.content).toEqual([{ type: 'text', text: 'B' }]);
  expect(state.dropped.entries).toBe(3);
  expect(folded.diagnostics.map(({ code, detail }) => [code, detail])).toEqual([
    ['limit_reached', 'the oldest 3 entries were dropped'],
  ]);
  expect(state.toolCalls.indexOf('c2')).toBe(0);
});

test('[SE45] a message being written keeps its place, and a clear still finds it', () => {
  const steps: Step[] = [chunk('m', 'A')];
  for (let index = 0; index < 20; index++) steps.push({ sessionUpdate: '_noise', index });
  const { state, folded } = limited(
    { entries: 8 },
    ...steps,
    { sessionUpdate: 'agent_message_clear' },
    chunk('m', 'B'),
  );
  expect(folded.timeline[0]).toEqual({ message: 'm' });
  expect(folded.messages).toEqual([{ messageId: 'm', kind: 'agent', content: [{ type: 'text', text: 'B' }] }]);
  expect(state.timeline.length).toBeLessThanOrEqual(8);
  expect(state.dropped.entries + state.timeline.length).toBe(21);
});

test('[SE45] the oldest items of one message go, and their number is kept', () => {
  const steps: Step[] = [];
  for (let index = 0; index < 100; index++) steps.push(chunk('m', `${index}`));
  const { state, folded } = limited({ items: 10 }, ...steps);
  const message = state.messages.at(0);
  expect(message?.content.length).toBeLessThanOrEqual(10);
  expect((message?.droppedItems ?? 0) + (message?.content.length ?? 0)).toBe(100);
  expect(message?.content.last()).toEqual({ type: 'text', text: '99' });
  expect(state.dropped.items).toBe(message?.droppedItems);
  expect(new Set(folded.diagnostics.map(({ code }) => code))).toEqual(new Set(['limit_reached']));
});

test('[SE45] a raw value too long is not kept', () => {
  const { state, folded } = limited({ rawLength: 10 }, call('c', { rawInput: 'short', rawOutput: 'x'.repeat(9) }));
  expect(state.toolCalls.at(0)?.rawInput).toBe('short');
  expect(state.toolCalls.at(0)?.rawOutput).toBeUndefined();
  expect(state.dropped.rawValues).toBe(1);
  expect(folded.diagnostics.map(({ code }) => code)).toEqual(['limit_reached']);
});

test('[SE45] diagnostics over the limit are counted', () => {
  const { state } = limited({ diagnostics: 2 }, ...Array.from({ length: 5 }, () => ({ sessionUpdate: 'later' })));
  expect([state.diagnostics.length, state.dropped.diagnostics]).toEqual([2, 3]);
});

test('[SE45] old turns go once they have ended, and numbers still name the others', () => {
  const steps: Step[] = [];
  for (let turn = 0; turn < 100; turn++) {
    steps.push(prompt('p', turn), call('c', { title: `${turn}` }), {
      type: 'turn_ended',
      requestId: turn,
      stopReason: 'end_turn',
    });
  }
  const { state } = limited({ entries: 8 }, ...steps);
  expect(state.turns.length).toBeLessThanOrEqual(8);
  expect(state.dropped.turns + state.turns.length).toBe(100);
  const said = state.diagnostics.toArray().filter(({ code }) => code === 'limit_reached');
  expect(said[0]?.detail).toBe('the oldest 3 turns were dropped');
  const open = limited({ entries: 8 }, ...steps, prompt('q', 100), call('d', { status: 'in_progress' }), {
    type: 'cancel_sent',
  });
  expect(open.state.toolCalls.get('d')?.turn).toBe(100);
  expect(open.folded.turns?.at(-1)).toEqual({
    status: 'running',
    prompt: [{ type: 'text', text: 'q' }],
    cancelled: true,
    cancelledToolCalls: ['d'],
    start: 1,
  });
  const waiting = limited({ entries: 4 }, ...Array.from({ length: 20 }, (_, id) => prompt('p', id)));
  expect([waiting.state.turns.length, waiting.state.dropped.turns]).toEqual([20, 0]);
});

test('[SE45] an unknown update too long is not kept', () => {
  const { state, folded } = limited(
    { rawLength: 60 },
    { sessionUpdate: '_a', x: 1 },
    { sessionUpdate: '_b', x: 'x'.repeat(60) },
  );
  expect(folded.timeline).toEqual([{ unknown: { sessionUpdate: '_a', x: 1 } }]);
  expect(state.dropped.rawValues).toBe(1);
  expect(folded.diagnostics.map(({ detail }) => detail)).toEqual(['update "_b" is too long to be kept']);
});

test('[SE45] a raw value that was too long changes nothing when it comes again', () => {
  const long = () => call('c', { rawOutput: { text: 'x'.repeat(20) } });
  const { state } = limited({ rawLength: 10 }, long());
  const [again] = eventsOf([long()]);
  const [other] = eventsOf([call('c', { rawOutput: { text: 'y'.repeat(20) } })]);
  const [cleared] = eventsOf([call('c', { rawOutput: null })]);
  expect(applyEvents(state, again === undefined ? [] : [again, again])).toBe(state);
  const changed = applyEvents(state, other === undefined ? [] : [other]);
  expect([changed.dropped.rawValues, changed.diagnostics.length]).toEqual([2, 2]);
  const anew = applyEvents(state, cleared === undefined || again === undefined ? [] : [cleared, again]);
  expect([anew.dropped.rawValues, anew.toolCalls.at(0)?.rawOutput]).toEqual([2, undefined]);
});
