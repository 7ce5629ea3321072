import { gitPatch } from '../../protocol/git-patch/write.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { operationOfTexts } from '../../session/file-changes.ts';
import { withoutMeta } from '../meta-keys.ts';
import type * as june from './june.ts';
import type * as november from './november.ts';

/** A diff in the tool content of November. */
export type NovemberDiff = november.Diff & { readonly type: 'diff' };

/** Returns whether the texts of a diff are not those of a text file, so that no patch can show them. */
export function isBinary({ oldText, newText }: june.Diff): boolean {
  return newText.includes('\0') || (oldText ?? '').includes('\0');
}

/** Returns a June diff as November has it: what happened to the file, and a patch with all lines of both texts. */
export function plainDiffToNovember(diff: june.Diff & { readonly type: 'diff' }): NovemberDiff {
  const { path, oldText, newText, _meta, ...rest } = diff;
  const operation = operationOfTexts(diff);
  const meta = operation === 'delete' ? withoutMeta(_meta as Meta, 'kind') : _meta;
  if (isBinary(diff)) {
    const change = { operation, path, fileType: 'binary' } as november.DiffChange;
    return { ...rest, changes: [change], ...present({ _meta: meta }) };
  }
  const text = gitPatch({ operation, path, newText, ...present({ oldText }) });
  const patch = text === undefined ? undefined : ({ format: 'git_patch', text } as const);
  const change = { operation, path } as november.DiffChange;
  return { ...rest, changes: [change], ...present({ patch, _meta: meta }) };
}
