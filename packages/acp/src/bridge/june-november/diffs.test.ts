import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { object } from '../test-support/json.ts';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';

const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
const texts = (path: string, oldText: string | null, newText: string, _meta?: object) => ({
  type: 'diff',
  path,
  oldText,
  newText,
  ...(_meta && { _meta }),
});
const patch = (text: string) => ({ format: 'git_patch', text });
const diff = (changes: readonly object[], text?: string) => ({
  type: 'diff',
  changes,
  ...(text !== undefined && { patch: patch(text) }),
});
const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });
const raw = (item: object, value: object) => ({
  ...item,
  _meta: { ...object(object(item)['_meta']), 'emend/raw': value },
});

function toJune(...content: readonly object[]) {
  const way = wayToJune();
  return { content: object(way.update({ ...call, content })[0])['content'], rules: way.kinds() };
}

function toNovember(...content: readonly object[]) {
  const way = wayToNovember();
  return { content: object(way.update({ ...call, content })[0])['content'], rules: way.kinds() };
}

/** Diffs that say the same in both drafts, so that nothing is kept in `_meta`. */
const exact: readonly (readonly [object, object])[] = [
  [
    texts('/w/a.txt', 'one\ntwo\n', 'one\n2\nthree'),
    diff(
      [{ operation: 'modify', path: '/w/a.txt' }],
      'diff --git /w/a.txt /w/a.txt\n--- /w/a.txt\n+++ /w/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n\\ No newline at end of file\n',
    ),
  ],
  [
    texts('/w/new.txt', null, 'line one\nline two\n'),
    diff(
      [{ operation: 'add', path: '/w/new.txt' }],
      'diff --git /w/new.txt /w/new.txt\nnew file mode 100644\n--- /dev/null\n+++ /w/new.txt\n@@ -0,0 +1,2 @@\n+line one\n+line two\n',
    ),
  ],
  [
    texts('/w/my file.txt', '', 'x\n'),
    diff(
      [{ operation: 'modify', path: '/w/my file.txt' }],
      'diff --git /w/my file.txt /w/my file.txt\n--- /w/my file.txt\t\n+++ /w/my file.txt\t\n@@ -0,0 +1 @@\n+x\n',
    ),
  ],
  [
    texts('/w/é.txt', 'x', ''),
    diff(
      [{ operation: 'modify', path: '/w/é.txt' }],
      'diff --git "/w/\\303\\251.txt" "/w/\\303\\251.txt"\n--- "/w/\\303\\251.txt"\n+++ "/w/\\303\\251.txt"\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
    ),
  ],
  [
    texts('/w/empty', null, ''),
    diff([{ operation: 'add', path: '/w/empty' }], 'diff --git /w/empty /w/empty\nnew file mode 100644\n'),
  ],
  [
    texts('/w/gone', 'x\n', '', { kind: 'delete' }),
    diff(
      [{ operation: 'delete', path: '/w/gone' }],
      'diff --git /w/gone /w/gone\ndeleted file mode 100644\n--- /w/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    ),
  ],
];

test.each(exact)('[BR178] [N96] [N116] the diff %j crosses both ways and is the same', (inJune, inNovember) => {
  expect(toNovember(inJune)).toEqual({ content: [inNovember], rules: [] });
  expect(toJune(inNovember)).toEqual({ content: [inJune], rules: [] });
});

const hunks = `diff --git /w/a /w/a
--- /w/a
+++ /w/a
@@ -10,2 +10,2 @@ function f() {
 x
-y
+z
@@ -30 +30,2 @@

+end
`.replace('@@\n\n', '@@\n p\n');
const moved = `diff --git /w/a /w/b
similarity index 90%
rename from /w/a
rename to /w/b
--- /w/a
+++ /w/b
@@ -1 +1 @@
-a
+b
`;
const modify = { operation: 'modify', path: '/w/a' };
const move = { operation: 'move', oldPath: '/w/a', path: '/w/b' };

/** Diffs of November, how June shows them, and the rules that say so. */
const shown: readonly (readonly [string, object, readonly object[], readonly string[]])[] = [
  [
    'a file that the patch adds',
    diff([modify], 'diff --git /w/a /w/a\nnew file mode 100644\n--- /dev/null\n+++ /w/a\n@@ -0,0 +1 @@\n+x\n'),
    [texts('/w/a', null, 'x\n')],
    [],
  ],
  [
    'several hunks',
    diff([modify], hunks),
    [texts('/w/a', 'x\ny\n', 'x\nz\n'), texts('/w/a', 'p\n', 'p\nend\n')],
    ['repair diff-hunks'],
  ],
  [
    'a move with changes',
    diff([move], moved),
    [text('Moved /w/a → /w/b'), texts('/w/b', 'a\n', 'b\n')],
    ['repair diff-operation'],
  ],
  ['a move alone', diff([move]), [text('Moved /w/a → /w/b')], ['repair diff-operation']],
  ['a copy', diff([{ ...move, operation: 'copy' }]), [text('Copied /w/a → /w/b')], ['repair diff-operation']],
  [
    'a deletion without a patch',
    diff([{ operation: 'delete', path: '/w/a' }]),
    [text('Deleted /w/a')],
    ['repair diff-operation'],
  ],
  [
    'an addition without a patch',
    diff([{ operation: 'add', path: '/w/a' }]),
    [text('Added /w/a')],
    ['repair diff-operation'],
  ],
  ['a binary file', diff([{ ...modify, fileType: 'binary' }]), [text('Modified /w/a')], ['repair diff-operation']],
  [
    'a folder',
    diff([{ operation: 'add', path: '/w/d', fileType: 'directory' }]),
    [text('Added /w/d')],
    ['repair diff-operation'],
  ],
  [
    'an unknown operation',
    diff([{ operation: '_lock', path: '/w/a' }]),
    [text('_lock /w/a')],
    ['repair diff-operation'],
  ],
  ['an operation without a path', diff([{ operation: '_tidy' }]), [text('_tidy')], ['repair diff-operation']],
  ['no change at all', diff([]), [text('[diff]')], ['repair diff-operation']],
  [
    'a patch in another format',
    { ...diff([modify]), patch: { format: '_ed', text: '1d' } },
    [text('Modified /w/a'), text('1d')],
    ['repair diff-operation'],
  ],
  [
    'a patch that cannot be read',
    diff([modify], 'what?\n'),
    [text('Modified /w/a'), text('what?\n')],
    ['repair diff-operation'],
  ],
  [
    'several files',
    diff([modify, { operation: 'add', path: '/w/c' }, move], `${exactPatch('/w/a', 'x')}${moved}`),
    [texts('/w/a', '', 'x\n'), text('Added /w/c'), text('Moved /w/a → /w/b'), texts('/w/b', 'a\n', 'b\n')],
    ['repair diff-operation'],
  ],
];

function exactPatch(path: string, line: string): string {
  return `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -0,0 +1 @@\n+${line}\n`;
}

test.each(shown)('[BR178] [N96] June shows %s; the way back restores it', (_, inNovember, [first, ...rest], rules) => {
  const inJune = [raw(first as object, inNovember), ...rest];
  expect(toJune(inNovember)).toEqual({ content: inJune, rules });
  const [before, after] = [text('before'), texts('/x', '', 'y')];
  expect(toNovember(before, ...inJune, after)).toEqual({
    content: [before, inNovember, ...(toNovember(after).content as object[])],
    rules: [],
  });
});

test.each(shown)('[BR178] %s is not restored if it was changed since', (_, inNovember) => {
  const [first, ...rest] = toJune(inNovember).content as object[];
  const isText = object(first)['type'] === 'content';
  const change = isText ? { content: { type: 'text', text: 'changed' } } : { newText: 'changed' };
  const { 'emend/raw': _raw, ...meta } = object(object(first)['_meta']);
  const { _meta, ...plain } = object({ ...first, ...change });
  const own = Object.keys(meta).length === 0 ? plain : { ...plain, _meta: meta };
  expect(toNovember({ ...plain, _meta }, ...rest)).toEqual(toNovember(own, ...rest));
});

test('[BR178] text of a diff that is not text is a loss', () => {
  expect(toNovember(texts('/b', 'a\0', 'b'))).toEqual({
    content: [diff([{ operation: 'modify', path: '/b', fileType: 'binary' }])],
    rules: ['loss diff-text'],
  });
});

test('[BR178] equal texts are a change without a patch', () => {
  expect(toNovember(texts('/b', 'a', 'a'))).toEqual({
    content: [diff([{ operation: 'modify', path: '/b' }])],
    rules: [],
  });
});

test('[BR178] [N102] the parts of a diff are pieces of content, and the mark of it is on the first', () => {
  const { update } = wayToJune();
  const chunk = { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't' };
  const content = diff([modify], hunks);
  expect(update({ ...chunk, content, _meta: { a: 1 } })).toEqual([
    { ...chunk, content: raw(texts('/w/a', 'x\ny\n', 'x\nz\n'), content), _meta: { a: 1 } },
    { ...chunk, content: texts('/w/a', 'p\n', 'p\nend\n') },
  ]);
  const back = wayToNovember();
  const [item] = toJune(diff([move])).content as object[];
  expect(back.update({ ...chunk, content: item as object })).toEqual([{ ...chunk, content: diff([move]) }]);
});

test('[BR178] paths that differ only in their slashes are the same file', () => {
  const path = 'C:\\w\\a';
  const content = diff([{ operation: 'modify', path }], exactPatch('C:/w/a', 'x'));
  expect(toJune(content)).toEqual({ content: [raw(texts(path, '', 'x\n'), content)], rules: [] });
});

const line = fc.constantFrom(
  'a',
  'b',
  '',
  'c\r',
  '@@ -1 +1 @@',
  '--- /dev/null',
  '+++ x',
  '\\ No newline',
  'diff --git a b',
  '-',
  'é😀',
);
const anyText = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([lines, end]) => lines.join('\n') + end);
const anyPath = fc.constantFrom('/w/a', '/w/a b', '/w/"q"', '/w/\ttab', '/w/é/ü', 'C:\\w\\a', '/w/a\nb', '/dev/null');

test('[BR178] [N116] any diff of texts comes back from November the same', () => {
  fc.assert(
    fc.property(anyPath, fc.option(anyText), anyText, (path, oldText, newText) => {
      fc.pre(oldText !== newText);
      const { content } = toNovember(texts(path, oldText, newText));
      expect(toJune(...(content as object[]))).toEqual({ content: [texts(path, oldText, newText)], rules: [] });
    }),
    { numRuns: counts({ short: 150, long: 20_000 }) },
  );
});
