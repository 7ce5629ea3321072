import { patchDiff } from '../../session/file-changes.ts';
import type * as june from './june.ts';
import type * as november from './november.ts';

/** A diff in the tool content of November. */
export type NovemberDiff = november.Diff & { readonly type: 'diff' };

/** Returns a June diff as November has it: what happened to the file, and a patch with all lines of both texts. */
export function plainDiffToNovember(diff: june.Diff & { readonly type: 'diff' }): NovemberDiff {
  return patchDiff(diff);
}
