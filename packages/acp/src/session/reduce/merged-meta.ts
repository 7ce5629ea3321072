import type { Meta } from '../../protocol/reading/guard.ts';
import { isSameJson } from '../structures/same-json.ts';

/** Returns `_meta` after a patch that merges: by top-level key, null removes a key, other values replace it whole; null as a whole clears. */
export function mergedMeta(current: Meta | undefined, next: Meta | null | undefined): Meta | undefined {
  if (next === undefined) return current;
  if (next === null) return undefined;
  const merged = new Map(Object.entries(current ?? {}));
  for (const [key, value] of Object.entries(next)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size === 0) return undefined;
  const meta = Object.fromEntries(merged);
  return isSameJson(current, meta) ? current : meta;
}
