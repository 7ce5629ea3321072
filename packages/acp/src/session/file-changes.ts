import type { Diff as TextDiff } from '../protocol/base/generated/tool-call.ts';
import type { HunkTexts, PatchHunk } from '../protocol/git-patch/hunk.ts';
import { type PatchSection, readGitPatch } from '../protocol/git-patch/read.ts';
import { gitPatch } from '../protocol/git-patch/write.ts';
import type { DiffChange, Diff as PatchDiff } from '../protocol/november/generated/diff.ts';
import { present } from '../protocol/reading/optional.ts';

/** What happened to a file, from either form of a diff. */
export interface FileChange {
  /** `add`, `modify`, `delete`, `move`, `copy`, or an operation of a later draft. */
  readonly operation: string;
  /** The path after the change, or of a deleted file. Only an unknown operation may have none. */
  readonly path?: string;
  /** The path before, of a file that was moved or copied. */
  readonly oldPath?: string;
  /** `text`, `binary`, `directory`, `symlink` or another kind, if the agent told it. */
  readonly fileType?: string;
  readonly mimeType?: string;
  /** The text before and after, in a diff that has texts. Agents may send a fragment of the file. */
  readonly texts?: HunkTexts;
  /** The changed lines, in a diff that has a patch about this file. */
  readonly hunks?: readonly PatchHunk[];
  /** Whether the diff has a patch about this file in which no lines change. */
  readonly hasNoHunks?: true;
  /** Whether the patch adds the file, though the diff calls the change something else. */
  readonly isNewInPatch?: true;
}

/** The changes of files in a diff. */
export interface FileChanges {
  readonly changes: readonly FileChange[];
  /** What the patch has besides: parts that cannot be read or that are about other files, or all of it if it is not in git's format. */
  readonly rest: string;
}

/** Returns the changes of files that a diff tells, in either of its forms. Where its patch says something else than its list of changes, the list counts. */
export function fileChanges(diff: TextDiff | PatchDiff): FileChanges {
  return 'changes' in diff ? changesOfPatch(diff) : { changes: [changeOfTexts(diff)], rest: '' };
}

/** Returns the operation of a diff with texts. Some agents mark a deleted file in `_meta`. */
export function operationOfTexts(diff: TextDiff): 'add' | 'modify' | 'delete' {
  if (diff.oldText === undefined || diff.oldText === null) return 'add';
  return diff.newText === '' && diff._meta?.['kind'] === 'delete' ? 'delete' : 'modify';
}

/** Returns whether the texts of a diff are not those of a text file, so that no patch can show them. */
export function isBinaryDiff({ oldText, newText }: TextDiff): boolean {
  return newText.includes('\0') || (oldText ?? '').includes('\0');
}

/** Returns a diff with texts in the other form: what happened to the file, and a patch with all lines of both texts. */
export function patchDiff<T extends TextDiff>(diff: T): Omit<T, keyof TextDiff> & PatchDiff {
  const { path, oldText, newText, _meta, ...rest } = diff;
  const operation = operationOfTexts(diff);
  const { kind: _, ...others } = _meta ?? {};
  const ownMeta = Object.keys(others).length === 0 ? undefined : others;
  const meta = operation === 'delete' ? ownMeta : _meta;
  const fileType = isBinaryDiff(diff) ? ('binary' as const) : undefined;
  const change = { operation, path, ...present({ fileType }) } as DiffChange;
  const text = gitPatch({ operation, path, newText, ...present({ oldText }) });
  const patch = text === undefined ? undefined : ({ format: 'git_patch', text } as const);
  return { ...rest, changes: [change], ...present({ patch, _meta: meta }) } as Omit<T, keyof TextDiff> & PatchDiff;
}

function changeOfTexts(diff: TextDiff): FileChange {
  const { path, oldText, newText } = diff;
  return { operation: operationOfTexts(diff), path, texts: { oldText: oldText ?? '', newText } };
}

function changesOfPatch({ changes, patch }: PatchDiff): FileChanges {
  const told = changes.map(changeAlone);
  if (patch === undefined || patch === null) return { changes: told, rest: '' };
  if (patch.format !== 'git_patch') return { changes: told, rest: patch.text };
  const open = new Map<string, number[]>();
  for (const [index, { path }] of told.entries()) {
    if (path === undefined) continue;
    const key = comparable(path);
    const waiting = open.get(key);
    if (waiting === undefined) open.set(key, [index]);
    else waiting.push(index);
  }
  // The first waiting change of a path takes the first section about it.
  for (const waiting of open.values()) waiting.reverse();
  let rest = '';
  for (const part of readGitPatch(patch.text)) {
    const waiting = part.type === 'section' ? open.get(comparable(part.path)) : undefined;
    const index = waiting?.at(-1);
    const change = index === undefined ? undefined : told[index];
    if (part.type !== 'section' || index === undefined || change === undefined || !agree(change, part)) {
      rest += part.text;
      continue;
    }
    waiting?.pop();
    const isNewInPatch = part.operation === 'add' && change.operation !== 'add';
    told[index] = {
      ...change,
      ...(part.hunks.length > 0 ? { hunks: part.hunks } : { hasNoHunks: true }),
      ...(isNewInPatch && { isNewInPatch }),
    };
  }
  return { changes: told, rest };
}

function changeAlone(change: DiffChange): FileChange {
  const { operation, path, oldPath, fileType, mimeType } = change as Readonly<Record<string, unknown>>;
  return {
    operation: operation as string,
    ...(typeof path === 'string' && { path }),
    ...(typeof oldPath === 'string' && { oldPath }),
    ...(typeof fileType === 'string' && { fileType }),
    ...(typeof mimeType === 'string' && { mimeType }),
  };
}

/** Returns whether a section can be about a change of its path. An agent may call a file modified that its patch adds. */
function agree(change: FileChange, section: PatchSection): boolean {
  if ((change.operation === 'delete') !== (section.operation === 'delete')) return false;
  if (change.oldPath !== undefined && comparable(change.oldPath) !== comparable(section.oldPath)) return false;
  const hasLines = change.fileType !== 'binary' && change.fileType !== 'directory';
  return hasLines || section.hunks.length === 0;
}

/** Agents on Windows write slashes in patches and backslashes elsewhere. */
function comparable(path: string): string {
  return /^(?:[A-Za-z]:[\\/]|\\\\|\/\/)/.test(path) ? path.replaceAll('\\', '/') : path;
}
