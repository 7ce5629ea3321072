import { expect, test } from 'vitest';
import { hunkTexts } from './hunk.ts';
import { quotedName, readName } from './name.ts';
import { readGitPatch } from './read.ts';
import { gitPatch } from './write.ts';

const modify = 'modify' as const;

test.each([
  [
    'a changed line, and an end without a newline',
    { operation: modify, path: '/w/a.txt', oldText: 'one\ntwo\n', newText: 'one\n2\nthree' },
    'diff --git /w/a.txt /w/a.txt\n--- /w/a.txt\n+++ /w/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n\\ No newline at end of file\n',
  ],
  [
    'a new file',
    { operation: 'add' as const, path: '/w/new.txt', newText: 'line one\nline two\n' },
    'diff --git /w/new.txt /w/new.txt\nnew file mode 100644\n--- /dev/null\n+++ /w/new.txt\n@@ -0,0 +1,2 @@\n+line one\n+line two\n',
  ],
  [
    'a name with a space',
    { operation: modify, path: '/w/my file.txt', oldText: '', newText: 'x\n' },
    'diff --git /w/my file.txt /w/my file.txt\n--- /w/my file.txt\t\n+++ /w/my file.txt\t\n@@ -0,0 +1 @@\n+x\n',
  ],
  [
    'a name beyond ASCII',
    { operation: modify, path: '/w/é.txt', oldText: 'x', newText: '' },
    'diff --git "/w/\\303\\251.txt" "/w/\\303\\251.txt"\n--- "/w/\\303\\251.txt"\n+++ "/w/\\303\\251.txt"\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
  ],
  [
    'a deleted file, with carriage returns',
    { operation: 'delete' as const, path: '/w/a', oldText: 'a\r\nb\r\n' },
    'diff --git /w/a /w/a\ndeleted file mode 100644\n--- /w/a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\r\n-b\r\n',
  ],
  [
    'the last newline alone',
    { operation: modify, path: '/w/a', oldText: 'a', newText: 'a\n' },
    'diff --git /w/a /w/a\n--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
  ],
  [
    'an empty new file',
    { operation: 'add' as const, path: '/w/a', newText: '' },
    'diff --git /w/a /w/a\nnew file mode 100644\n',
  ],
  [
    'a moved file',
    { operation: 'move' as const, oldPath: '/w/a b', path: '/w/c' },
    'diff --git /w/a b /w/c\nrename from /w/a b\nrename to /w/c\n',
  ],
  [
    'a copied and changed file',
    { operation: 'copy' as const, oldPath: '/w/a', path: '/w/c', oldText: 'x\n', newText: 'y\n' },
    'diff --git /w/a /w/c\ncopy from /w/a\ncopy to /w/c\n--- /w/a\n+++ /w/c\n@@ -1 +1 @@\n-x\n+y\n',
  ],
])('[N40] [N116] a patch of %s', (_, change, expected) => {
  expect(gitPatch(change)).toBe(expected);
  const {
    operation,
    path,
    oldPath = path,
    oldText,
    newText,
  } = { oldPath: undefined, oldText: '', newText: '', ...change };
  const parts = readGitPatch(expected);
  expect(parts).toMatchObject([{ type: 'section', operation, path, oldPath, isBinary: false, text: expected }]);
  const [part] = parts;
  const texts = part?.type === 'section' ? part.hunks.map(hunkTexts) : [];
  expect(texts).toEqual(oldText === newText ? [] : [{ oldText, newText }]);
});

test.each([
  ['equal texts', { operation: modify, path: '/a', oldText: 'a', newText: 'a' }],
  ['an empty file that is deleted', { operation: 'delete' as const, path: '/a', oldText: '' }],
  ['a NUL before', { operation: modify, path: '/a', oldText: '\0', newText: 'a' }],
  ['a NUL after', { operation: 'add' as const, path: '/a', newText: 'a\0' }],
])('[N40] no patch of %s', (_, change) => {
  expect(gitPatch(change)).toBeUndefined();
});

test.each([
  ['/w/a', '/w/a'],
  ['/w/a b', '/w/a b'],
  ['/w/a"b', '"/w/a\\"b"'],
  ['/w/a\\b', '"/w/a\\\\b"'],
  ['/\x07\b\t\n\v\f\r\x01\x7f', '"/\\a\\b\\t\\n\\v\\f\\r\\001\\177"'],
  ['/é😀', '"/\\303\\251\\360\\237\\230\\200"'],
  ['/dev/null', '"/dev/null"'],
])('[N40] the name %j is written as %j', (name, written) => {
  expect(quotedName(name)).toBe(written);
  expect(readName(written)).toBe(name);
});

test.each([
  ['"/w/é"', '/w/é'],
  ['/w/é', '/w/é'],
  ['/w/a\t', '/w/a'],
  ['"/w/a"\t', '/w/a'],
  ['"/w/\\377"', '/w/\ufffd'],
  ['"/w', undefined],
  ['"/w"x', undefined],
  ['"/\\8"', undefined],
  ['"/\\400"', undefined],
  ['"/\\', undefined],
])('[N96] the name %j reads as %j', (written, name) => {
  expect(readName(written)).toBe(name);
});

const plain = '--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n+y\n';

test('[N96] sections of every kind are read one after the other', () => {
  const patch = [
    'diff --git /a /a\nindex 1..2 100644\n',
    plain,
    'diff --git "/\\303\\251" "/\\303\\251"\nold mode 100644\nnew mode 100755\n',
    'diff --git /b c /b c\ndeleted file mode 100644\nindex 1..0\n',
    'diff --git /x /y\nsimilarity index 90%\nrename from /x\nrename to /y\n--- /x\n+++ /y\n@@ -3 +3,2 @@ function f() {\n-x\n+--- y\n+\n',
    'diff --git /i.png /i.png\nnew file mode 100644\nBinary files /dev/null and /i.png differ\n',
    'diff --git /j.png /j.png\nGIT binary patch\nliteral 3\nKcmZ\n\n',
    'diff --git /r /r\r\n--- /r\r\n+++ /r\r\n@@ -1 +1 @@\r\n-x\r\n+y\r\n\n',
  ];
  const section = { type: 'section', isBinary: false, hunks: [] };
  expect(readGitPatch(patch.join('')).map(({ text, ...part }) => part)).toEqual([
    {
      ...section,
      operation: 'modify',
      path: '/a',
      oldPath: '/a',
      hunks: [{ oldStart: 1, newStart: 1, lines: [line('removed', 'x'), line('added', 'y')] }],
    },
    { ...section, operation: 'modify', path: '/é', oldPath: '/é' },
    { ...section, operation: 'delete', path: '/b c', oldPath: '/b c' },
    {
      ...section,
      operation: 'move',
      path: '/y',
      oldPath: '/x',
      hunks: [{ oldStart: 3, newStart: 3, lines: [line('removed', 'x'), line('added', '--- y'), line('added', '')] }],
    },
    { ...section, operation: 'add', path: '/i.png', oldPath: '/i.png', isBinary: true },
    { ...section, operation: 'modify', path: '/j.png', oldPath: '/j.png', isBinary: true },
    {
      ...section,
      operation: 'modify',
      path: '/r',
      oldPath: '/r',
      hunks: [{ oldStart: 1, newStart: 1, lines: [line('removed', 'x\r'), line('added', 'y\r')] }],
    },
  ]);
});

function line(type: string, text: string) {
  return { type, text };
}

test('[N96] lines that look like headers, empty lines and several hunks', () => {
  const hunks = '@@ -1,3 +1,3 @@\n--- a\n+++ b\n\n \n@@ -9 +9 @@\n-@@ -1 +1 @@\n+diff --git /a /a\n';
  const [part] = readGitPatch(`diff --git /a /a\n--- /a\n+++ /a\n${hunks}`);
  expect(part).toMatchObject({
    hunks: [
      {
        oldStart: 1,
        newStart: 1,
        lines: [line('removed', '-- a'), line('added', '++ b'), line('same', ''), line('same', '')],
      },
      { oldStart: 9, newStart: 9, lines: [line('removed', '@@ -1 +1 @@'), line('added', 'diff --git /a /a')] },
    ],
  });
});

test.each([
  ['words', 'hello'],
  ['a plain diff', plain],
  ['a cut hunk', 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1,2 +1,2 @@\n-x\n+y\n'],
  ['a huge count', 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1,999999999999999 +1 @@\n-x\n+y\n'],
  ['a wrong sign', 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1 +1 @@\n-x\n*y\n'],
  ['too many lines', `diff --git /a /a\n${plain}+z\n`],
  ['one side too long', 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1 +1,2 @@\n-x\n-x\n+y\n+y\n'],
  ['no second side', 'diff --git /a /a\n--- /a\n@@ -1 +1 @@\n-x\n+y\n'],
  ['no sides', 'diff --git /a /a\n@@ -1 +1 @@\n-x\n+y\n'],
  ['no side that is a file', 'diff --git /a /a\n--- /dev/null\n+++ /dev/null\n'],
  ['an unknown header', `diff --git /a /a\nmood good\n${plain}`],
  ['names that differ', 'diff --git /a /bc\nold mode 1\nnew mode 2\n'],
  ['a name that does not end', 'diff --git "/a "/a\nnew file mode 1\n'],
  ['a name that cannot be read', 'diff --git /a /b\nrename from "/a\nrename to /b\n'],
  ['an end in the middle', 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1,2 +1 @@\n-x\n\\ No newline\n-y\n+z\n'],
])('[N96] %s is text, and the next section is read', (_, text) => {
  expect(readGitPatch(text)).toEqual([{ type: 'unread', text }]);
  const next = `diff --git /n /n\n--- /n\n+++ /n\n@@ -1 +1 @@\n-x\n+y\n`;
  const start = text.endsWith('\n') ? text : `${text}\n`;
  expect(readGitPatch(start + next)).toMatchObject([
    { type: 'unread', text: start },
    { type: 'section', path: '/n' },
  ]);
});

test('an empty patch has no sections', () => {
  expect(readGitPatch('')).toEqual([]);
  expect(readGitPatch('\n\n')).toEqual([]);
});
