import { expect, test } from 'vitest';
import {
  echo,
  idleAfter,
  inserted,
  type NovemberStep,
  novemberState,
  said,
  sent,
  told,
  tool,
} from '../session/test-support/november.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { createScreen } from './screen.ts';
import { displayStatus } from './tool-call-summary.ts';

const rows = (...steps: NovemberStep[]) =>
  createScreen()(novemberState(steps))
    .toArray()
    .map((row) => (row.type === 'message' ? `${row.key}: ${row.messageId}` : row.key));

test('a prompt of November is shown once: as it was sent, then as the message that its answer named', () => {
  const first = [sent(1), said('m', 'A'), inserted(1)];
  expect(rows(sent(1))).toEqual(['prompt 0']);
  expect(rows(...first)).toEqual(['prompt 0', 'agent m: m']);
  expect(rows(...first, echo(1))).toEqual(['prompt 0: u1', 'agent m: m']);
  expect(rows(sent(1), echo(1))).toEqual(['prompt 0: u1']);
  const screen = createScreen();
  const steps = [
    ...first,
    echo(1),
    told('running'),
    sent(2),
    said('n', 'B'),
    idleAfter('end_turn'),
    echo(2),
    inserted(2),
  ];
  for (let count = 0; count <= steps.length; count++) {
    const state = novemberState(steps.slice(0, count));
    expect(screen(state).toArray()).toEqual(createScreen()(state).toArray());
  }
});

test('a prompt that is held is last until the agent inserts it', () => {
  const held = [sent(1), inserted(1), echo(1), told('running'), sent(2), said('m', 'A')];
  expect(rows(...held)).toEqual(['prompt 0: u1', 'agent m: m', 'prompt 1']);
  expect(rows(...held, idleAfter('end_turn'), inserted(2), echo(2), said('n', 'B'))).toEqual([
    'prompt 0: u1',
    'agent m: m',
    'prompt 1: u2',
    'agent n: n',
  ]);
});

test('a tool call that was cancelled with its work shows as cancelled', () => {
  const steps = [told('running'), tool('c', { status: 'in_progress' }), idleAfter('cancelled')];
  expect(displayStatus(novemberState(steps).toolCalls.at(0) as ToolCall)).toBe('cancelled');
});

test('[N67] a compaction has a row where its first update or chunk came', () => {
  const part = { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: { type: 'text', text: 'S' } };
  const done = { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' };
  expect(rows(said('m', 'A'), part, said('n', 'B'), done)).toEqual(['agent m: m', 'compaction k', 'agent n: n']);
});
