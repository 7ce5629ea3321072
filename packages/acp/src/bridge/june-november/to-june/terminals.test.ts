import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import { object } from '../../test-support/json.ts';
import { wayToJune } from '../test-support/crossings.ts';

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64');
const shows = (...ids: string[]) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  content: ids.map((terminalId) => ({ type: 'terminal', terminalId })),
});
const terminal = (fields: object, terminalId = 't') => ({ sessionUpdate: 'terminal_update', terminalId, ...fields });
const output = (data: string | Uint8Array, terminalId = 't') => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId,
  data: base64(data),
});
const status = (value: string) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: value });
const item = (text: string, about: object = {}, terminalId = 't') => ({
  type: 'content',
  content: { type: 'text', text },
  _meta: { 'emend/raw': { type: 'terminal', terminalId }, 'emend/terminal': about },
});
const content = (...items: object[]) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: items });

/** The text that each update shows, items apart. */
function textsOf(updates: readonly object[]): unknown[] {
  return updates.flatMap((update) => {
    const items = object(update)['content'];
    return Array.isArray(items) ? [items.map((each) => object(object(each)['content'])['text'])] : [];
  });
}

test('[BR179] [N97] a terminal is text in the content of its tool call, with what is known of it', () => {
  const { update, flush, notes } = wayToJune();
  expect(update(terminal({ command: 'echo hi', cwd: '/w' }))).toEqual([]);
  expect(update(shows('t'))).toEqual([content()]);
  expect(update(output('hi\n'))).toEqual([content(item('hi\n', { command: 'echo hi', cwd: '/w' }))]);
  const about = { command: 'echo hi', cwd: '/w', exitStatus: { exitCode: 0 } };
  expect(update(terminal({ exitStatus: { exitCode: 0 } }))).toEqual([content(item('hi\n', about))]);
  expect(flush()).toEqual([]);
  expect(notes).toEqual([
    { kind: 'repair', rule: 'agent-terminal', toolCallId: 'c', path: 'content', lost: 't', done: 'shown as text' },
  ]);
});

test('[BR179] [N61] a terminal may be shown before it is known, and known before it is shown', () => {
  const later = wayToJune();
  later.update(output('early'));
  expect(later.update(shows('t'))).toEqual([content(item('early'))]);
  const before = wayToJune();
  expect(before.update(shows('t'))).toEqual([content()]);
  expect(before.update(terminal({ output: { data: base64('x') } }))).toEqual([content(item('x'))]);
});

test.each([
  [{}, 'out'],
  [{ exitCode: null, signal: null }, 'out'],
  [{ exitCode: 0, signal: null }, 'out'],
  [{ exitCode: 3 }, 'out\n[exit code 3]'],
  [{ exitCode: null, signal: 'SIGKILL' }, 'out\n[signal SIGKILL]'],
])('[BR179] [N62] an end with %j is shown', (exitStatus, expected) => {
  const { update } = wayToJune();
  update(output('out'));
  update(terminal({ exitStatus }));
  expect(textsOf(update(shows('t')))).toEqual([[expected]]);
});

test('[BR179] an end without output is shown; output that is taken back is gone', () => {
  const { update, flush } = wayToJune();
  update(shows('t'));
  expect(textsOf(update(terminal({ exitStatus: { exitCode: 1 } })))).toEqual([['[exit code 1]']]);
  update(terminal({ output: { data: base64('a') } }));
  expect(textsOf(flush())).toEqual([['a\n[exit code 1]']]);
  expect(textsOf(update(terminal({ exitStatus: null, output: null })))).toEqual([[]]);
});

test('[BR179] [N97] characters and escape sequences split over chunks come out whole; controls are gone', () => {
  const { update, flush, notes } = wayToJune();
  update(shows('t'));
  const bytes = Buffer.from('\u001b[31mé\u001b[0m 😀\r\nline\rL\n');
  for (const byte of bytes) update(output(Uint8Array.of(byte)));
  flush();
  expect(textsOf(update(shows('t')))).toEqual([['é 😀\nLine\n']]);
  expect(notes.map(({ kind, rule }) => `${kind} ${rule}`)).toEqual(['repair agent-terminal', 'loss terminal-bytes']);
});

test('[BR179] output that is not base64 is left out and reported', () => {
  const { update, notes } = wayToJune();
  update(shows('t'));
  update(output('a'));
  expect(update({ ...output(''), data: '!' })).toEqual([]);
  expect(update(terminal({ output: { data: '?' } }))).toEqual([]);
  const loss = { kind: 'loss', rule: 'malformed', lost: 'output that is not base64', done: 'left out' };
  expect(notes.slice(1)).toEqual([
    { ...loss, path: 'data' },
    { ...loss, path: 'output.data' },
  ]);
});

test('[BR179] the right to cancel is lost, once a terminal and once a session for tool calls', () => {
  const { update, kinds } = wayToJune();
  for (const id of ['t', 'u']) {
    update(terminal({ capabilities: { cancel: {} } }, id));
    update(terminal({ capabilities: { cancel: {} } }, id));
  }
  const call = { sessionUpdate: 'tool_call_update', capabilities: { cancel: {} } };
  expect(update({ ...call, toolCallId: 'c' })).toEqual([{ sessionUpdate: 'tool_call_update', toolCallId: 'c' }]);
  update({ ...call, toolCallId: 'd' });
  update({ ...call, toolCallId: 'e', capabilities: {} });
  expect(kinds()).toEqual(['loss terminal-cancel', 'loss terminal-cancel', 'loss tool-cancel']);
});

test('[BR179] [N97] a tool call that ends shows all output before its status', () => {
  const { update } = wayToJune();
  update(shows('t'));
  update(output('a'.repeat(1000)));
  expect(update(output('b'))).toEqual([]);
  const [shown, ended, ...none] = update(status('completed'));
  expect(textsOf([shown as object])).toEqual([[`${'a'.repeat(1000)}b`]]);
  expect([ended, ...none]).toEqual([status('completed')]);
});

test('[BR179] output that waits is sent before another update, by a flush, and not beside content that replaces it', () => {
  const { update, flush } = wayToJune();
  update(shows('t'));
  update(output('a'.repeat(1000)));
  const message = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'x' } };
  update(output('b'));
  expect(update(message).map((each) => object(each)['sessionUpdate'])).toEqual([
    'tool_call_update',
    'agent_message_chunk',
  ]);
  update(output('c'));
  expect(textsOf(flush())).toEqual([[`${'a'.repeat(1000)}bc`]]);
  expect(flush()).toEqual([]);
  update(output('d'));
  expect(update(content())).toEqual([content()]);
  expect(flush()).toEqual([]);
});

test('[BR179] other content stays around a terminal, and every tool call that shows it gets its output', () => {
  const { update } = wayToJune();
  const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });
  update({ ...shows('t'), content: [text('before'), ...shows('t', 'u').content, text('after')] });
  update({ ...shows('t'), toolCallId: 'd' });
  const sent = update(output('out'));
  expect(textsOf(sent)).toEqual([['before', 'out', 'after'], ['out']]);
  expect(sent.map((each) => object(each)['toolCallId'])).toEqual(['c', 'd']);
  expect(textsOf(update(output('two', 'u')))).toEqual([['before', 'out', 'two', 'after']]);
});

test('[BR179] a piece of content that is a terminal has its place before it has output', () => {
  const { update } = wayToJune();
  const chunk = { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c' };
  const text = { type: 'content', content: { type: 'text', text: 'after' } };
  expect(update({ ...chunk, content: { type: 'terminal', terminalId: 't' } })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'c' },
  ]);
  expect(update({ ...chunk, content: text })).toEqual([{ ...chunk, content: text }]);
  expect(update({ ...chunk, content: { type: 'terminal', terminalId: 'u' } })).toEqual([]);
  expect(textsOf(update(output('x'.repeat(200))))).toEqual([['x'.repeat(200), 'after']]);
});

test('[BR179] [N97] what is sent for output stays within three times the output', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 60 }), (lengths) => {
      const { update, sent } = wayToJune();
      update(shows('t'));
      for (const length of lengths) update(output('x'.repeat(length)));
      update(status('completed'));
      const total = lengths.reduce((sum, length) => sum + length, 0);
      const shown = textsOf(sent).flat() as string[];
      expect(shown.at(-1)).toBe('x'.repeat(Math.min(total, 65_536)));
      expect(shown.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(3 * total);
    }),
    { numRuns: counts({ short: 60, long: 2_500 }) },
  );
});

test('[BR179] exits and other updates again and again do not multiply what is sent', () => {
  const { update, sent } = wayToJune();
  update(shows('t'));
  update(output('x'.repeat(10_000)));
  for (let code = 1; code < 500; code++) update(terminal({ exitStatus: { exitCode: code } }));
  for (let count = 1; count < 500; count++) {
    update(output('y'));
    update({ sessionUpdate: 'usage_update', used: count, size: 1 });
  }
  const shown = textsOf(sent).flat() as string[];
  expect(shown.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(60_000);
});

test('[BR179] [BR63] the memory for output is bounded, and what is forgotten stays as it was shown', () => {
  const { update, kinds, crossing } = wayToJune();
  const text = Buffer.from(`${'z'.repeat(131_071)}\n`).toString('base64');
  const ends = (number: number) => number !== 0;
  for (let number = 0; number < 66; number++) {
    const id = `t${number}`;
    update({ ...shows(id), toolCallId: id });
    update({ sessionUpdate: 'terminal_output_chunk', terminalId: id, data: text });
    if (ends(number)) update(terminal({ exitStatus: { exitCode: 0 } }, id));
  }
  const { terminals } = crossing.session.values;
  expect(['t0', 't1', 't65'].map((id) => terminals.get(id) !== undefined)).toEqual([true, false, true]);
  expect(kinds().filter((kind) => kind === 'loss terminal-bytes')).toHaveLength(66);
  const content = { type: 'terminal', terminalId: 'n' };
  update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 't1', content });
  const [texts] = textsOf(update(output('new', 'n'))) as string[][];
  expect(texts?.map((each) => each.length)).toEqual([65_536, 3]);
});
