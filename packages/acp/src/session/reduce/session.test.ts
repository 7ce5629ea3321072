import { expect, test } from 'vitest';
import { isBusy } from '../busy.ts';
import { readUpdate } from '../read-update.ts';
import { call, chunk, codes, fold, prompt, stateAfter, text, whole } from '../test-support/fold.ts';
import { applyEvent } from './apply.ts';

const entry = { content: 'do', priority: 'high', status: 'pending' };
const plan = (id: string, entries: unknown[], more = {}) => ({
  sessionUpdate: 'plan_update',
  plan: { type: 'items', id, entries },
  ...more,
});

test('[SE29] a plan is replaced wholly, beside other plans', () => {
  const folded = fold(
    plan('main', [entry, entry]),
    plan('p2', []),
    plan('main', [{ ...entry, status: 'completed' }], { _meta: { a: 1 } }),
  );
  expect(folded.plans).toEqual([
    { id: 'main', entries: [{ ...entry, status: 'completed' }], _meta: { a: 1 } },
    { id: 'p2', entries: [] },
  ]);
  expect(fold(plan('main', [], { _meta: { a: 1 } }), plan('main', [])).plans).toEqual([{ id: 'main', entries: [] }]);
});

test('[SE29] a plan of an unknown type is kept raw', () => {
  const raw = { type: '_graph', id: 'main', nodes: [1] };
  expect(fold(plan('main', [entry]), { sessionUpdate: 'plan_update', plan: raw }).plans).toEqual([raw]);
});

test('[SE30] commands and config options are lists that replace each other', () => {
  const commands = (...names: string[]) => ({
    sessionUpdate: 'available_commands_update',
    availableCommands: names.map((name) => ({ name, description: '' })),
  });
  const option = { type: '_toggle', id: 'x', name: 'X' } as const;
  const folded = fold(commands('a', 'b'), commands('c'), { type: 'configured', configOptions: [option] });
  expect(folded.availableCommands).toEqual([{ name: 'c', description: '' }]);
  expect(folded.configOptions).toEqual([option]);
  expect(fold({ sessionUpdate: 'config_option_update', configOptions: [option] }).configOptions).toEqual([option]);
});

test('[SE31] session info is patched field by field', () => {
  const info = (fields: Record<string, unknown>) => ({ sessionUpdate: 'session_info_update', ...fields });
  const start = info({ title: 'T', updatedAt: '2026-01-01T00:00:00Z', _meta: { a: 1 } });
  expect(fold(start, info({ title: null })).info).toEqual({ updatedAt: '2026-01-01T00:00:00Z', _meta: { a: 1 } });
  expect(fold(start, info({ title: '', _meta: {} })).info).toEqual({
    title: '',
    updatedAt: '2026-01-01T00:00:00Z',
    _meta: {},
  });
  expect(fold(start, info({ title: null, updatedAt: null, _meta: null })).info).toBeUndefined();
});

test('[SE32] usage is replaced wholly', () => {
  const usage = (fields: Record<string, unknown>) => ({ sessionUpdate: 'usage_update', used: 0, size: 9, ...fields });
  const cost = { amount: 0, currency: 'USD' };
  expect(fold(usage({ cost })).usage).toEqual({ used: 0, size: 9, cost });
  expect(fold(usage({ cost }), usage({ used: 1 })).usage).toEqual({ used: 1, size: 9 });
});

test('[SE33] unknown updates and content are kept raw, and a tag without _ is reported', () => {
  const own = { sessionUpdate: '_own', deep: { __proto__x: [null] } };
  const v1 = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x' };
  const block = { type: 'hologram', beams: 3 };
  const folded = fold(own, v1, whole('m', { content: [block] }), {
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 'c',
    content: { type: 'terminal', terminalId: 't' },
  });
  expect(folded.timeline).toEqual([{ unknown: own }, { unknown: v1 }, { message: 'm' }, { toolCall: 'c' }]);
  expect(folded.messages[0]?.content).toEqual([block]);
  expect(codes(folded)).toEqual(['2 unknown_tag', '3 unknown_tag', '4 unknown_tag']);
  expect(folded.diagnostics[0]?.detail).toBe('update "tool_call" is not known; the agent seems to speak v1');
});

test('[SE34] the timeline is in order of first sight, whatever comes later', () => {
  const folded = fold(
    chunk('m', 'A'),
    call('c'),
    plan('main', []),
    { sessionUpdate: '_x' },
    chunk('n', 'B'),
    chunk('m', 'C'),
    call('c', { title: 'T' }),
    plan('main', [entry]),
  );
  expect(folded.timeline).toEqual([
    { message: 'm' },
    { toolCall: 'c' },
    { plan: 'main' },
    { unknown: { sessionUpdate: '_x' } },
    { message: 'n' },
  ]);
});

test('[SE35] what cannot be read is skipped and said, with the place of the fault', () => {
  const folded = fold(
    chunk('m', 'A'),
    { sessionUpdate: 'agent_message_chunk', content: text('B') },
    { sessionUpdate: 'tool_call_update', title: 'no id' },
    { sessionUpdate: 5 },
  );
  expect({ ...folded, diagnostics: [] }).toEqual(fold(chunk('m', 'A')));
  expect(codes(folded)).toEqual(['2 malformed_update', '3 malformed_update', '4 malformed_update']);
  expect(folded.diagnostics[0]?.detail).toContain('messageId: expected string');
});

test('[SE35] a malformed part reads as absent, which is unchanged and not cleared', () => {
  const folded = fold(chunk('m', 'A'), whole('m', { content: 'B', _meta: { a: 1 } }));
  expect(folded.messages).toEqual([{ messageId: 'm', kind: 'agent', content: [text('A')], _meta: { a: 1 } }]);
  expect(codes(folded)).toEqual(['2 malformed_part']);
  const skipped = fold(whole('m', { content: [{ type: 'text' }, text('B')] }));
  expect(skipped.messages[0]?.content).toEqual([text('B')]);
  expect(codes(skipped)).toEqual(['1 malformed_part']);
});

test('[SE43] a load starts from nothing, and replay counts before and after its answer', () => {
  const before = [
    { type: 'prompt_sent', prompt: [] } as const,
    chunk('m1', 'A'),
    call('c', { status: 'completed' }),
    { sessionUpdate: 'session_info_update', title: 'old' },
    { type: 'turn_ended', stopReason: 'end_turn' } as const,
  ];
  const replay = [chunk('m1', 'A'), whole('m2', { content: [text('B')] })];
  const fresh = fold(...replay);
  expect(fold(...before, { type: 'load_started' }, ...replay, { type: 'load_ended' })).toEqual(fresh);
  expect(fold(...before, { type: 'load_started' }, { type: 'load_ended' }, ...replay)).toEqual(fresh);
  expect(fold(...before, { type: 'load_started' }).timeline).toEqual([]);
});

test('[SE43] diagnostics of the stream outlive a load', () => {
  expect(codes(fold({ sessionUpdate: 'later' }, { type: 'load_started' }, { type: 'load_ended' }))).toEqual([
    '1 unknown_tag',
  ]);
});

test('[SE44] a turn that ends during a load has ended when the load fails', () => {
  const before = stateAfter(prompt('go'));
  const answer = { type: 'turn_ended', stopReason: 'end_turn' } as const;
  const during = applyEvent(applyEvent(before, { type: 'load_started' }), answer);
  const after = applyEvent(during, { type: 'load_failed' });
  expect([isBusy(before), isBusy(during), isBusy(after)]).toEqual([true, false, false]);
  expect(after).toEqual(applyEvent(before, answer));
});

test('[SE44] a failed load leaves the very same state', () => {
  const before = stateAfter(chunk('m', 'A'));
  let state = applyEvent(before, { type: 'load_started' });
  state = applyEvent(state, readUpdate(chunk('x', 'X')));
  state = applyEvent(state, { type: 'load_started' });
  expect(applyEvent(state, { type: 'load_failed' })).toBe(before);
  expect(applyEvent(before, { type: 'load_failed' })).toBe(before);
  expect(applyEvent(before, { type: 'load_ended' })).toBe(before);
});
