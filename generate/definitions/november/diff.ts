import { bareRecord, lenient, lenientItems, openEnum, openUnion, record, type Topic } from '../../language.ts';

/** Changes of files. */
export const diff = {
  DiffFileType: openEnum('What kind of file changed.', {
    text: 'A text file.',
    binary: 'A binary file.',
    directory: 'A directory.',
    symlink: 'A symbolic link.',
  }),
  DiffPathChange: bareRecord('A change of one file.', { path: ['AbsolutePath', 'The file.'] }),
  DiffPathPairChange: bareRecord('A change with a source and a destination.', {
    oldPath: ['AbsolutePath', 'The file before.'],
    path: ['AbsolutePath', 'The file after.'],
  }),
  DiffChange: openUnion(
    'What happened to a file.',
    {
      add: 'DiffPathChange',
      delete: 'DiffPathChange',
      modify: 'DiffPathChange',
      move: 'DiffPathPairChange',
      copy: 'DiffPathPairChange',
    },
    {
      tag: 'operation',
      common: {
        'fileType?': ['DiffFileType | null', 'Kind of file.', lenient],
        'mimeType?': ['MediaType | null', 'Media type, if known.', lenient],
      },
    },
  ),
  DiffPatchFormat: openEnum('The format of a patch.', {
    git_patch: 'The format of `git diff`, with absolute paths and no prefixes.',
  }),
  DiffPatch: record('The text of a change.', {
    format: ['DiffPatchFormat', 'Format of the text.'],
    text: ['string', 'The patch.'],
  }),
  Diff: record('Changes of files.', {
    changes: ['DiffChange[]', 'What happened to each file.', lenientItems],
    'patch?': ['DiffPatch | null', 'The changes as a patch. It agrees with `changes`.', lenient],
  }),
} satisfies Topic;
