import type { Diff as TextDiff } from '../protocol/base/generated/tool-call.ts';
import type { PatchHunk } from '../protocol/git-patch/hunk.ts';
import type { Diff as PatchDiff } from '../protocol/november/generated/diff.ts';
import { type FileChange, fileChanges } from '../session/file-changes.ts';
import type { ToolCallContent } from '../session/tool-call.ts';
import { type DiffHunk, type DiffLine, type DiffOptions, diffHunks } from './diff-hunks.ts';

/** A change of one file, ready to be shown, from either form of a diff. */
export interface FileDiff {
  /** What happened, in one line: `Moved /a → /b`, or only the path if lines of it were changed. */
  readonly label: string;
  readonly change: FileChange;
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

/** The changes of a diff, ready to be shown. */
export interface FileDiffs {
  readonly files: readonly FileDiff[];
  /** The part of a patch that is about none of the files, or cannot be read. */
  readonly rest: string;
}

/** Returns whether an item of tool content is a diff, in either form. */
export function isDiff(item: ToolCallContent): item is ToolCallContent & (TextDiff | PatchDiff) {
  return item.type === 'diff' && ('changes' in item || 'newText' in item);
}

/** Returns the changes that a diff tells, file by file: by its texts, by its patch, or else by its list of changes alone. */
export function fileDiffs(diff: TextDiff | PatchDiff, options: DiffOptions = {}): FileDiffs {
  const { changes, rest } = fileChanges(diff);
  return { files: changes.map((change) => fileDiff(change, options)), rest };
}

function fileDiff(change: FileChange, options: DiffOptions): FileDiff {
  const { path = '', texts, hunks = [] } = change;
  const shown = texts === undefined ? hunks.map(hunkOf) : diffHunks({ path, ...texts }, options).hunks;
  const lines = shown.flatMap((hunk) => hunk.lines);
  const count = (type: DiffLine['type']) => lines.filter((line) => line.type === type).length;
  return {
    label: labelOf(change, shown.length > 0),
    change,
    hunks: shown,
    added: count('added'),
    removed: count('removed'),
  };
}

/** What people call an operation; a map, since a later draft may have one such as `constructor`. */
const words: ReadonlyMap<string, string> = new Map([
  ['add', 'Added'],
  ['modify', 'Modified'],
  ['delete', 'Deleted'],
  ['move', 'Moved'],
  ['copy', 'Copied'],
]);

function labelOf({ operation, path = '', oldPath, fileType }: FileChange, hasLines: boolean): string {
  const kind = fileType === undefined || fileType === 'text' ? '' : ` (${fileType})`;
  const place = oldPath === undefined ? path : `${oldPath} → ${path}`;
  // Lines say by themselves that a file was added or changed.
  if (hasLines && oldPath === undefined && operation !== 'delete') return `${place}${kind}`;
  return `${words.get(operation) ?? operation} ${place}${kind}`;
}

function hunkOf(hunk: PatchHunk): DiffHunk {
  let oldLine = hunk.oldStart;
  let newLine = hunk.newStart;
  const lines = hunk.lines.map(({ type, text }): DiffLine => {
    const old = type === 'added' ? undefined : oldLine++;
    return { type, text, oldLine: old, newLine: type === 'removed' ? undefined : newLine++ };
  });
  const { oldStart, newStart } = hunk;
  return { oldStart, oldLines: oldLine - oldStart, newStart, newLines: newLine - newStart, lines };
}
