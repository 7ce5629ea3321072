import { expect, test } from 'vitest';
import { readUpdate } from '../session/read-update.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
import { call, chunk, prompt, stateAfter, text, whole } from '../session/test-support/fold.ts';
import { novemberState } from '../session/test-support/november.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { diffHunks } from './diff-hunks.ts';
import { fileDiffs } from './file-diffs.ts';
import { genericForm } from './generic-form.ts';
import { contentRuns, messageText } from './message-text.ts';
import { oneLine } from './one-line.ts';
import { createScreen } from './screen.ts';
import { exitWords, terminalOutput } from './terminal-output.ts';
import { displayStatus, toolCallSummary } from './tool-call-summary.ts';

const first = (...steps: Parameters<typeof stateAfter>) => {
  const message = stateAfter(...steps).messages.at(0);
  if (message === undefined) throw new Error('there is no message');
  return message;
};

test('the text of a message is joined, whatever lies between', () => {
  const image = { type: 'image', data: '', mimeType: 'image/png' };
  expect(messageText(first(whole('m', { content: [text('a'), image, text('b')] }), chunk('m', 'c')))).toBe('abc');
  expect(messageText(first(whole('m')))).toBe('');
});

test('joining a long stream after every chunk stays cheap', () => {
  let state = newSessionState();
  let length = 0;
  for (let index = 0; index < 100_000; index++) {
    state = applyEvent(state, readUpdate(chunk('m', 'token ')));
    const message = state.messages.at(0);
    if (message !== undefined) length = messageText(message).length;
  }
  expect(length).toBe(600_000);
});

test('adjacent plain texts are one run, and what carries annotations or _meta stays apart', () => {
  const marked = { ...text('x'), _meta: { a: 1 } };
  const own = { type: '_own' };
  const content = [text('a'), text('b'), marked, text('c'), own, { ...text('d'), annotations: null }, text('e')];
  const message = first(whole('m', { content }));
  expect(contentRuns(message.content)).toEqual([
    { type: 'text', text: 'ab' },
    { type: 'block', block: marked },
    { type: 'text', text: 'c' },
    { type: 'block', block: own },
    { type: 'text', text: 'de' },
  ]);
  expect(contentRuns(message.content.append(text('f'))).at(-1)).toEqual({ type: 'text', text: 'def' });
  expect(contentRuns(message.content).at(-1)).toEqual({ type: 'text', text: 'de' });
});

test('a diff is hunks with line numbers of both sides', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const changed = lines.with(9, 'changed').toSpliced(19, 0, 'new');
  const view = diffHunks(
    { path: '/a', oldText: `${lines.join('\n')}\n`, newText: `${changed.join('\n')}\n` },
    { context: 1 },
  );
  expect(view).toEqual({
    path: '/a',
    isNewFile: false,
    added: 2,
    removed: 1,
    hunks: [
      {
        oldStart: 9,
        oldLines: 3,
        newStart: 9,
        newLines: 3,
        lines: [
          { type: 'same', text: 'line 9', oldLine: 9, newLine: 9 },
          { type: 'removed', text: 'line 10', oldLine: 10, newLine: undefined },
          { type: 'added', text: 'changed', oldLine: undefined, newLine: 10 },
          { type: 'same', text: 'line 11', oldLine: 11, newLine: 11 },
        ],
      },
      {
        oldStart: 19,
        oldLines: 2,
        newStart: 19,
        newLines: 3,
        lines: [
          { type: 'same', text: 'line 19', oldLine: 19, newLine: 19 },
          { type: 'added', text: 'new', oldLine: undefined, newLine: 20 },
          { type: 'same', text: 'line 20', oldLine: 20, newLine: 21 },
        ],
      },
    ],
  });
});

test('a new file is all added, an unchanged one has no hunks, texts far apart are replaced', () => {
  expect(diffHunks({ path: '/a', oldText: null, newText: 'x\ny' })).toMatchObject({
    isNewFile: true,
    added: 2,
    removed: 0,
  });
  expect(diffHunks({ path: '/a', oldText: 'x', newText: 'x' }).hunks).toEqual([]);
  const far = diffHunks({ path: '/a', oldText: 'a\nb\n', newText: 'c\nd\ne\n' }, { maxEdits: 1 });
  expect(far.hunks[0]?.lines.map(({ type, text: line }) => [type, line])).toEqual([
    ['removed', 'a'],
    ['removed', 'b'],
    ['added', 'c'],
    ['added', 'd'],
    ['added', 'e'],
  ]);
});

const callOf = (fields: Record<string, unknown>): ToolCall => stateAfter(call('c', fields)).toolCalls.at(0) as ToolCall;

test('a tool call on one line says what, where and how far', () => {
  const at = { locations: [{ path: '/src/config.json', line: 3 }] };
  expect(toolCallSummary(callOf({ title: 'Reading', status: 'in_progress', ...at }))).toBe(
    'Reading /src/config.json:3 · in progress',
  );
  expect(toolCallSummary(callOf({ title: 'Read config.json', status: 'completed', ...at }))).toBe(
    'Read config.json · completed',
  );
  expect(toolCallSummary(callOf({ kind: 'execute' }))).toBe('Run · pending');
  expect(toolCallSummary(callOf({ kind: '_own', title: ' ' }))).toBe('Tool call · pending');
});

test('a long or hostile title stays one short line', () => {
  const summary = toolCallSummary(callOf({ title: `a\n\u001b[31m\u202e${'👍'.repeat(500)}` }), { width: 40 });
  expect([...summary].length).toBe(40);
  expect(summary).toMatch(/^a \[31m 👍+… · pending$/u);
  expect(oneLine('x'.repeat(10), 4)).toBe('xxx…');
});

test('a cancelled call shows as cancelled until it is final', () => {
  const steps = [prompt('go'), call('c', { status: 'in_progress' }), { type: 'cancel_sent' } as const];
  const status = (...more: Parameters<typeof stateAfter>) =>
    displayStatus(stateAfter(...steps, ...more).toolCalls.at(0) as ToolCall);
  expect([status(), status(call('c', { title: 'T' })), status(call('c', { status: 'completed' }))]).toEqual([
    'cancelled',
    'cancelled',
    'completed',
  ]);
});

test('anything unknown has a generic form', () => {
  expect(genericForm({ type: '_own', a: 1 })).toEqual({
    tag: '_own',
    origin: 'extension',
    text: '{\n  "type": "_own",\n  "a": 1\n}',
    isCut: false,
  });
  const long = genericForm({ sessionUpdate: 'later', x: 'y'.repeat(5_000) });
  expect([long.tag, long.origin, long.text.length, long.isCut]).toEqual(['later', 'future', 2_000, true]);
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(genericForm({ type: 'x', deep }).text).toBe('(nested too deep to be shown)');
});

const echo = { sessionUpdate: 'user_message', messageId: 'u', content: [text('go')] };
const shown = (...steps: Parameters<typeof stateAfter>) =>
  createScreen()(stateAfter(...steps))
    .toArray()
    .map((row) => {
      const isEcho = row.type === 'message' && row.key.startsWith('prompt');
      const name = isEcho ? `${row.key}: ${row.messageId}` : row.key;
      return row.isInContext ? name : `(${name})`;
    });

test('a prompt is shown where its turn starts, once, also when it comes back late', () => {
  expect(shown(chunk('old', 'A'), prompt('go'), chunk('m', 'B'))).toEqual(['agent old', 'prompt 0', 'agent m']);
  expect(shown(prompt('go'), echo, chunk('m', 'B'))).toEqual(['prompt 0: u', 'agent m']);
  expect(shown(prompt('go'), chunk('m', 'B'), echo)).toEqual(['prompt 0: u', 'agent m']);
  expect(shown(prompt('go'))).toEqual(['prompt 0']);
});

test('a refused turn is out of context, what follows it is not', () => {
  const refused = { type: 'turn_ended', stopReason: 'refusal' } as const;
  expect(shown(prompt('go'), echo, chunk('m', 'B'), refused, prompt('other'), chunk('n', 'C'))).toEqual([
    '(prompt 0: u)',
    '(agent m)',
    'prompt 1',
    'agent n',
  ]);
});

test('a prompt that waits is last, whatever comes before its turn starts, and its refusal touches no other turn', () => {
  const end = (stopReason: string, requestId: number) => ({ type: 'turn_ended', stopReason, requestId }) as const;
  const waiting = [prompt('a', 1), prompt('b', 2), chunk('m', 'A'), call('c', { status: 'completed' })];
  expect(shown(...waiting)).toEqual(['prompt 0', 'agent m', 'tool-call c', 'prompt 1']);
  const refused = [...waiting, end('end_turn', 1), chunk('n', 'B'), end('refusal', 2)];
  expect(shown(...refused)).toEqual(['prompt 0', 'agent m', 'tool-call c', '(prompt 1)', '(agent n)']);
  const overtaken = [...waiting, prompt('c', 3), end('cancelled', 3), chunk('n', 'B'), end('end_turn', 1)];
  expect(shown(...overtaken)).toEqual(['prompt 0', 'agent m', 'tool-call c', 'prompt 2', 'agent n', 'prompt 1']);
  const screen = createScreen();
  for (const steps of [refused, overtaken]) {
    for (let count = 0; count <= steps.length; count++) {
      const state = stateAfter(...steps.slice(0, count));
      expect(screen(state).toArray()).toEqual(createScreen()(state).toArray());
    }
  }
});

test('a screen that grows is the screen made anew, and unchanged rows are the same objects', () => {
  const screen = createScreen();
  const steps = [
    prompt('go'),
    echo,
    chunk('m', 'B'),
    call('c'),
    chunk('m', 'C'),
    { sessionUpdate: '_own' },
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [] } },
    { type: 'turn_ended', stopReason: 'end_turn' } as const,
    chunk('late', 'D'),
    { type: 'load_started' } as const,
    chunk('m', 'E'),
  ];
  for (let count = 0; count <= steps.length; count++) {
    const state = stateAfter(...steps.slice(0, count));
    expect(screen(state).toArray()).toEqual(createScreen()(state).toArray());
  }
  let state = stateAfter(...steps.slice(0, 4));
  const before = screen(state);
  state = applyEvent(state, readUpdate(chunk('m', 'C')));
  expect(screen(state)).toBe(before);
  state = applyEvent(state, readUpdate(chunk('n', 'C')));
  expect(screen(state).toArray().slice(0, -1)).toEqual(before.toArray());
  expect(screen(state).at(0)).toBe(before.at(0));
});

test('what is given to map takes no index for a width', () => {
  const calls = [callOf({ title: 'Read the file' }), callOf({ title: 'Write the file' })];
  // @ts-expect-error The index that map gives is no width; plain JavaScript may pass it all the same.
  expect(calls.map(toolCallSummary)).toEqual(['Read the file · pending', 'Write the file · pending']);
  expect(calls.map((call) => toolCallSummary(call, { width: 16 }))).toEqual(['Read … · pending', 'Write… · pending']);
  const values = [{ type: '_a' }, { type: '_b' }];
  // @ts-expect-error Nor is it a length.
  expect(values.map(genericForm)).toEqual(values.map((value) => genericForm(value)));
  expect(genericForm({ type: '_a' }, { longest: 3 }).text).toBe('{\n ');
});

test('[N66] a diff of either form is shown file by file, and what its patch lacks by the list of changes', () => {
  const patch = 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1 +1,2 @@\n one\n+two\n';
  const changes = [
    { operation: 'modify', path: '/a' },
    { operation: 'move', oldPath: '/b', path: '/c' },
    { operation: 'delete', path: '/d', fileType: 'binary' },
    { operation: '_touch', path: '/e' },
  ] as const;
  const { files, rest } = fileDiffs({ changes, patch: { format: 'git_patch', text: `${patch}diff --git /z /z\n` } });
  expect(files.map(({ label, added, removed }) => [label, added, removed])).toEqual([
    ['/a', 1, 0],
    ['Moved /b → /c', 0, 0],
    ['Deleted /d (binary)', 0, 0],
    ['_touch /e', 0, 0],
  ]);
  expect(files[0]?.hunks).toEqual([
    {
      oldStart: 1,
      oldLines: 1,
      newStart: 1,
      newLines: 2,
      lines: [
        { type: 'same', text: 'one', oldLine: 1, newLine: 1 },
        { type: 'added', text: 'two', oldLine: undefined, newLine: 2 },
      ],
    },
  ]);
  expect(rest).toBe('diff --git /z /z\n');
  const texts = fileDiffs({ path: '/f', oldText: 'x\n', newText: '' }).files;
  expect(texts.map(({ label, added, removed }) => [label, added, removed])).toEqual([['/f', 0, 1]]);
});

test('[N60] [N67] the output of a terminal is text, and a compaction has a row', () => {
  const bytes = (text: string) => Buffer.from(text).toString('base64');
  const state = novemberState([
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: bytes('10%\r') },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: bytes('\x1b[1m90%\n') },
    { sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 2 } },
  ]);
  const terminal = state.terminals.get('t');
  if (terminal === undefined) throw new Error('there is no terminal');
  expect([terminalOutput(terminal), exitWords(terminal)]).toEqual(['90%\n', '[exit code 2]']);
  expect(createScreen()(state).toArray()).toEqual([
    { key: 'compaction c', isInContext: true, type: 'compaction', compactionId: 'c' },
  ]);
});
