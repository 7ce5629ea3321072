import { gitPatch } from '../../protocol/git-patch/write.ts';
import type { KnownDiffChange, KnownDiffFileType } from '../../protocol/november/generated/diff.ts';
import type { FileDiff } from '../outgoing-content.ts';
import type { Outgoing } from './outgoing-value.ts';

interface ChangedFile {
  /** The file, as an absolute path. */
  readonly path: string;
  /** What kind of file it is, if it is no text: `binary`, `directory`, `symlink`. */
  readonly fileType?: Outgoing<KnownDiffFileType>;
  readonly mimeType?: string;
}

interface Texts {
  /** The text before; give both texts to show what changed. */
  readonly oldText?: string;
  /** The text after. */
  readonly newText?: string;
}

/** What happened to a file. Texts are optional: without them, only the operation is shown. */
export type ChangedFileLike = ChangedFile &
  (
    | { readonly operation: 'add'; readonly newText?: string }
    | { readonly operation: 'delete'; readonly oldText?: string }
    | ({ readonly operation: 'modify' } & Texts)
    | ({
        readonly operation: 'move' | 'copy';
        /** The file before, as an absolute path. */
        readonly oldPath: string;
      } & Texts)
  );

/** Returns tool content that says what happened to files, with a patch of those whose texts are given. */
export function fileDiff(...files: readonly ChangedFileLike[]): FileDiff {
  const changes = files.map(changeOf);
  const text = files.map(patchOf).join('');
  return { type: 'diff', changes, ...(text !== '' && { patch: { format: 'git_patch', text } }) };
}

function textsOf(file: ChangedFileLike): Texts {
  return file as Texts;
}

/** A text with a NUL is no text. */
function isBinary(file: ChangedFileLike): boolean {
  const { oldText = '', newText = '' } = textsOf(file);
  return oldText.includes('\0') || newText.includes('\0');
}

function changeOf(file: ChangedFileLike): KnownDiffChange {
  const { operation, path, fileType = isBinary(file) ? 'binary' : undefined, mimeType } = file;
  const about = { ...(fileType !== undefined && { fileType }), ...(mimeType !== undefined && { mimeType }) };
  if (operation === 'move' || operation === 'copy') return { operation, oldPath: file.oldPath, path, ...about };
  return { operation, path, ...about };
}

/** A file without texts has no place in the patch, unless its path is all that changed. */
function patchOf(file: ChangedFileLike): string {
  const { operation, fileType = 'text' } = file;
  const { oldText, newText } = textsOf(file);
  const hasOld = operation === 'add' || oldText !== undefined;
  const hasNew = operation === 'delete' || newText !== undefined;
  const isMoved = operation === 'move' || operation === 'copy';
  const hasTexts = hasOld && hasNew;
  const hasNone = oldText === undefined && newText === undefined;
  return fileType === 'text' && (hasTexts || (isMoved && hasNone)) ? (gitPatch(file) ?? '') : '';
}
