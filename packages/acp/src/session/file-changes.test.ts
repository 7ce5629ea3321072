import { describe, expect, test } from 'vitest';
import { fileChanges } from './file-changes.ts';

const patchOf = (...sections: string[]) => ({ format: 'git_patch', text: sections.join('') });
const edit = (path: string) => `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-x\n+y\n`;
const hunks = [
  {
    oldStart: 1,
    newStart: 1,
    lines: [
      { type: 'removed', text: 'x' },
      { type: 'added', text: 'y' },
    ],
  },
];

describe('[N66] the changes of files', () => {
  test.each([
    ['a new file', { path: '/a', newText: 'x' }, { operation: 'add', texts: { oldText: '', newText: 'x' } }],
    [
      'a new file, told by null',
      { path: '/a', oldText: null, newText: '' },
      { operation: 'add', texts: { oldText: '', newText: '' } },
    ],
    [
      'a changed file',
      { path: '/a', oldText: '', newText: '' },
      { operation: 'modify', texts: { oldText: '', newText: '' } },
    ],
    [
      'a deleted file',
      { path: '/a', oldText: 'x', newText: '', _meta: { kind: 'delete' } },
      { operation: 'delete', texts: { oldText: 'x', newText: '' } },
    ],
    [
      'a file that is not deleted',
      { path: '/a', oldText: 'x', newText: 'y', _meta: { kind: 'delete' } },
      { operation: 'modify', texts: { oldText: 'x', newText: 'y' } },
    ],
  ])('in texts: %s', (_, diff, change) => {
    expect(fileChanges(diff)).toEqual({ changes: [{ path: '/a', ...change }], rest: '' });
  });

  test('without a patch, of every operation', () => {
    const changes = [
      { operation: 'add', path: '/a', fileType: 'directory' },
      { operation: 'delete', path: '/b', fileType: 'symlink' },
      { operation: 'modify', path: '/c.png', fileType: 'binary', mimeType: 'image/png' },
      { operation: 'move', oldPath: '/d', path: '/e' },
      { operation: 'copy', oldPath: '/e', path: '/f' },
      { operation: '_lock' },
    ] as const;
    expect(fileChanges({ changes })).toEqual({ changes, rest: '' });
    expect(fileChanges({ changes, patch: null })).toEqual({ changes, rest: '' });
  });

  test('with the lines of a patch, in any order', () => {
    const changes = [
      { operation: 'modify', path: '/a' },
      { operation: 'modify', path: '/b' },
      { operation: 'modify', path: '/c' },
    ] as const;
    expect(fileChanges({ changes, patch: patchOf(edit('/c'), edit('/a')) })).toEqual({
      changes: [{ ...changes[0], hunks }, changes[1], { ...changes[2], hunks }],
      rest: '',
    });
  });

  test('of one file twice, one section after the other', () => {
    const change = { operation: 'modify', path: '/a' } as const;
    expect(fileChanges({ changes: [change, change], patch: patchOf(edit('/a'), edit('/a'), edit('/a')) })).toEqual({
      changes: [
        { ...change, hunks },
        { ...change, hunks },
      ],
      rest: edit('/a'),
    });
  });

  test('with a patch in which no lines change', () => {
    const changes = [
      { operation: 'add', path: '/a' },
      { operation: 'move', oldPath: '/b', path: '/c' },
      { operation: 'add', path: '/d' },
    ] as const;
    const text =
      'diff --git /a /a\nnew file mode 100644\ndiff --git /b /c\nsimilarity index 100%\nrename from /b\nrename to /c\n';
    expect(fileChanges({ changes, patch: { format: 'git_patch', text } })).toEqual({
      changes: [{ ...changes[0], hasNoHunks: true }, { ...changes[1], hasNoHunks: true }, changes[2]],
      rest: '',
    });
  });

  test('on Windows, where a patch has slashes', () => {
    const change = { operation: 'modify', path: 'C:\\w\\a.txt' } as const;
    expect(fileChanges({ changes: [change], patch: patchOf(edit('C:/w/a.txt')) })).toEqual({
      changes: [{ ...change, hunks }],
      rest: '',
    });
  });

  test.each([
    ['another file', { operation: 'modify', path: '/a' } as const, edit('/b')],
    ['another operation', { operation: 'delete', path: '/a' } as const, edit('/a')],
    [
      'another old path',
      { operation: 'move', oldPath: '/z', path: '/b' } as const,
      'diff --git /a /b\nrename from /a\nrename to /b\n',
    ],
    ['lines of a binary file', { operation: 'modify', path: '/a', fileType: 'binary' } as const, edit('/a')],
    ['nothing that can be read', { operation: 'modify', path: '/a' } as const, 'hello'],
  ])('when the patch tells of %s, the list counts', (_, change, text) => {
    expect(fileChanges({ changes: [change], patch: { format: 'git_patch', text } })).toEqual({
      changes: [change],
      rest: text,
    });
  });

  test('with a patch of another format, which is kept as text', () => {
    const change = { operation: 'modify', path: '/a' } as const;
    expect(fileChanges({ changes: [change], patch: { format: '_ed', text: edit('/a') } })).toEqual({
      changes: [change],
      rest: edit('/a'),
    });
  });
});
