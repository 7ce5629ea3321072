import { expect, test } from 'vitest';
import { readUpdate } from '../read-update.ts';
import { call, codes, fold, stateAfter, text } from '../test-support/fold.ts';
import { applyEvent } from './apply.ts';

const defaults = { kind: 'other', status: 'pending', content: [], locations: [] };
const item = (value: string) => ({ type: 'content', content: text(value) });
const piece = (toolCallId: string, value: string) => ({
  sessionUpdate: 'tool_call_content_chunk',
  toolCallId,
  content: item(value),
});

test('[SE23] the same update creates and patches', () => {
  const start = call('c', { title: 'Reading configuration file', kind: 'read', status: 'pending' });
  expect(fold(start, call('c', { status: 'completed' })).toolCalls).toEqual([
    { ...defaults, toolCallId: 'c', title: 'Reading configuration file', kind: 'read', status: 'completed' },
  ]);
  expect(fold(start, call('c', { title: null, kind: null, status: null })).toolCalls).toEqual([
    { ...defaults, toolCallId: 'c' },
  ]);
  expect(fold(call('c')).toolCalls).toEqual([{ ...defaults, toolCallId: 'c' }]);
});

test('[SE24] content and locations are replaced as wholes, and null or [] clears them', () => {
  const start = call('c', { content: [item('A'), item('B')], locations: [{ path: '/a' }, { path: '/b', line: 2 }] });
  expect(fold(start, call('c', { content: [item('C')] })).toolCalls).toEqual([
    { ...defaults, toolCallId: 'c', content: [item('C')], locations: [{ path: '/a' }, { path: '/b', line: 2 }] },
  ]);
  for (const nothing of [null, []]) {
    expect(fold(start, call('c', { content: nothing, locations: nothing })).toolCalls).toEqual([
      { ...defaults, toolCallId: 'c' },
    ]);
  }
});

test('[SE25] raw values and _meta are patched as wholes, and falsy ones are values', () => {
  const start = call('c', { rawInput: { a: 1 }, rawOutput: 'x', _meta: { m: 1 } });
  for (const value of [0, false, '', [], {}]) {
    expect(fold(start, call('c', { rawInput: value, rawOutput: value })).toolCalls).toEqual([
      { ...defaults, toolCallId: 'c', rawInput: value, rawOutput: value, _meta: { m: 1 } },
    ]);
  }
  expect(fold(start, call('c', { rawInput: null, _meta: null })).toolCalls).toEqual([
    { ...defaults, toolCallId: 'c', rawOutput: 'x' },
  ]);
});

test('[SE26] a content chunk appends, to a new call as well', () => {
  expect(
    fold(piece('c', 'A'), piece('c', 'B'), call('c', { content: [item('C')] }), piece('c', 'D')).toolCalls,
  ).toEqual([{ ...defaults, toolCallId: 'c', content: [item('C'), item('D')] }]);
});

test('[SE27] a permission request patches its call, and creates one that was not reported', () => {
  const ask = (toolCallId: string) =>
    ({ type: 'permission_opened', requestId: 7, toolCall: { toolCallId, title: 'rm' }, options: [] }) as const;
  const known = fold(call('c', { kind: 'delete' }), ask('c'));
  expect(known.toolCalls).toEqual([{ ...defaults, toolCallId: 'c', title: 'rm', kind: 'delete' }]);
  expect(codes(known)).toEqual([]);
  const unknown = fold(ask('c'));
  expect(unknown.toolCalls).toEqual([{ ...defaults, toolCallId: 'c', title: 'rm' }]);
  expect(codes(unknown)).toEqual(['1 permission_unannounced']);
});

test('[SE28] going back from a final status applies and is reported', () => {
  for (const back of ['pending', 'in_progress', null]) {
    const folded = fold(call('c', { status: 'failed' }), call('c', { status: back }));
    expect(folded.toolCalls[0]?.status).toBe(back ?? 'pending');
    expect(codes(folded)).toEqual(['2 status_reopened']);
  }
  expect(codes(fold(call('c', { status: 'failed' }), call('c', { status: 'completed' }), call('c', {})))).toEqual([]);
});

test('[SE3] a tool call that is told again stays the same object', () => {
  const fields = {
    title: 'T',
    content: [item('A')],
    locations: [{ path: '/a' }],
    rawInput: { a: [1] },
    _meta: { m: 1 },
  };
  const state = stateAfter(call('c', fields));
  expect(applyEvent(state, readUpdate(call('c', structuredClone(fields))))).toBe(state);
});
