import { applyEvents, newSessionState, type Plan, readUpdate, type ToolCall } from '@emend/acp/session';
import { createScreen } from '@emend/acp/view';
import { expect, test } from 'vitest';
import { PermissionPanel } from './permission-panel.ts';
import { rowWords } from './plain-text.ts';
import { PlanBreaks } from './plan-breaks.ts';
import { planRows } from './plan-rows.ts';
import { statusFacts } from './status-facts.ts';
import { StoppedCalls } from './stopped-calls.ts';
import { toolCallDetails, toolCallHead } from './tool-rows.ts';

const remembered = { stopped: new StoppedCalls(), breaks: new PlanBreaks() };
const layout = { width: 60, height: 24, looks: 'none', isDetailed: false } as const;

const noTerminal = () => undefined;

test('words of the agent that every object has as a property are shown as unknown ones', () => {
  const word = 'constructor';
  const state = applyEvents(newSessionState(), [
    readUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', status: word }),
    readUpdate({
      sessionUpdate: 'plan_update',
      plan: { type: 'items', id: 'p', entries: [{ content: 'do', priority: 'low', status: word }] },
    }),
  ]);
  expect(toolCallHead(state.toolCalls.at(0) as ToolCall, word, layout, '')).toBe('  • other T constructor');
  expect(planRows(state.plans.at(0) as Plan, layout)).toEqual(['  Plan', '    ☐ do']);
  const rows = createScreen()(state).toArray();
  expect(rows.map((row) => rowWords(state, row, remembered))).toEqual(['* other: T (constructor)', '[ ] do']);
  const options = [{ optionId: 'o', name: 'Yes', kind: word }];
  const panel = new PermissionPanel({ sessionId: 's', toolCall: { toolCallId: 'c' }, options }, undefined, () => {});
  expect(panel.rows(layout, 20).filter((row) => row.includes('Yes'))).toEqual(['▌   1  Yes (constructor)']);
});

test('a new file of very many lines is shown by its beginning, and asked for by all of it', () => {
  const newText = '\n'.repeat(199_000);
  const content = [{ type: 'diff', path: '/new', newText }];
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', content };
  const state = applyEvents(newSessionState(), [readUpdate(update)]);
  const call = state.toolCalls.at(0) as ToolCall;
  const rows = toolCallDetails(call, layout, noTerminal);
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([
    9,
    '      /new +199000 -0',
    '      … 198993 more lines (Ctrl-O)',
  ]);
  expect(
    createScreen()(state)
      .toArray()
      .map((row) => rowWords(state, row, remembered).split('\n').length),
  ).toEqual([199_002]);
  const request = { sessionId: 's', toolCall: { toolCallId: 'c' }, options: [] };
  expect(new PermissionPanel(request, call, () => {}).rows({ ...layout, width: 80 }, 20)).toContain(
    '▌ Rows 1 to 16 of 199002. Space: 198986 more below. PgUp goes back.',
  );
});

test('what a tool printed for a terminal is shown without colours, and a line that was written over by its end', () => {
  const output = [
    '\x1b[1;32m✓\x1b[0m one\x1b[K\r\n',
    '\r 20%\r 40%',
    '\r100%\r',
    '\n\x1b]8;;https://x.example\x07a link\x1b]8;;\x1b\\\r\r\n\r\n',
    '\x1b[3\x07 \x1b]0;no end\n\x1b',
  ];
  const content = output.map((text) => ({ type: 'content', content: { type: 'text', text } }));
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', content };
  const state = applyEvents(newSessionState(), [readUpdate(update)]);
  const call = state.toolCalls.at(0) as ToolCall;
  const lines = ['✓ one', '100%', 'a link', '', '␛[3␇ ␛]0;no end', '␛'];
  expect(toolCallDetails(call, layout, noTerminal)).toEqual(lines.map((line) => `      ${line}`));
  // A question shows every character.
  const request = { sessionId: 's', toolCall: { toolCallId: 'c' }, options: [] };
  expect(new PermissionPanel(request, call, () => {}).rows(layout, 20).join('\n')).toContain('␛[1;32m✓␛[0m one␛[K␍');
});

test('a long entry of a plan can be read to its end', () => {
  const entries = [{ content: 'one two three four five six seven', priority: 'high', status: 'pending' }];
  const update = { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries } };
  const state = applyEvents(newSessionState(), [readUpdate(update)]);
  expect(planRows(state.plans.at(0) as Plan, { ...layout, width: 24 })).toEqual([
    '  Plan',
    '    ☐ one two three four',
    '      five six seven !',
  ]);
});

test('settings whose values say nothing are left out of the facts, but for the mode', () => {
  const option = (id: string, currentValue: string) => ({
    type: 'select',
    id,
    name: `The ${id}`,
    category: id,
    currentValue,
    options: [{ value: currentValue, name: currentValue }],
  });
  const configOptions = [
    option('mode', 'default'),
    option('model', 'default'),
    option('other', 'off'),
    option('x', 'y'),
  ];
  const update = { sessionUpdate: 'config_option_update', configOptions };
  const state = applyEvents(newSessionState(), [readUpdate(update)]);
  expect(statusFacts(state, '')).toEqual(['The mode: default', 'y']);
});

test('an agent without a name leaves no gap among the facts', () => {
  const state = applyEvents(newSessionState(), [readUpdate({ sessionUpdate: 'usage_update', used: 5, size: 10 })]);
  expect([statusFacts(state, ''), statusFacts(state, 'it')]).toEqual([['5/10 tokens'], ['5/10 tokens', 'it']]);
});
