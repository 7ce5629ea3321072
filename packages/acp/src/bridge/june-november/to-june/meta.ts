import type { Meta } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';

/** Returns `_meta` with a patch merged into it by key; the same object if nothing changes, `undefined` if nothing is left. */
export function mergedMeta(kept: Meta | undefined, patch: Meta | null | undefined): Meta | undefined {
  if (patch === undefined) return kept;
  if (patch === null) return undefined;
  const keys = Object.keys(patch);
  const hasNull = keys.some((key) => patch[key] === null);
  if (kept === undefined && !hasNull) return keys.length === 0 ? undefined : patch;
  const merged: Record<string, unknown> = { ...kept };
  for (const key of keys) {
    if (patch[key] === null) delete merged[key];
    else merged[key] = patch[key];
  }
  if (Object.keys(merged).length === 0) return undefined;
  return kept !== undefined && isEqual(kept, merged) ? kept : merged;
}

/** Returns the `_meta` that says in June what has changed: the whole, null if nothing is left, or `undefined` for no change. */
export function changedMeta(before: Meta | undefined, after: Meta | undefined): Meta | null | undefined {
  if (before === after || isEqual(before, after)) return undefined;
  return after ?? null;
}
