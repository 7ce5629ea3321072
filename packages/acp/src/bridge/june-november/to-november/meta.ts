import type { Meta } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';
import type { Note, TakeNote } from '../../ledger.ts';

/** Returns `_meta` without the keys that are null, which November cannot say; they are noted. */
function withoutNulls(meta: Meta, of: Partial<Note>, note: TakeNote): Meta {
  const nulls = Object.keys(meta).filter((key) => meta[key] === null);
  if (nulls.length === 0) return meta;
  note({ kind: 'loss', rule: 'meta-null', ...of, path: '_meta', lost: nulls, done: 'left out' });
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null));
}

/**
 * Returns what November says when `_meta` becomes another: the keys that differ, null for each that is gone, null for all of them, or
 * `undefined` if nothing differs. A replay tells all keys again.
 */
function patchBetween(before: Meta | undefined, after: Meta, isReplay: boolean): Meta | null | undefined {
  const keys = Object.keys(after);
  if (keys.length === 0) return before === undefined && !isReplay ? undefined : null;
  if (before === undefined) return after;
  const patch: Record<string, unknown> = {};
  for (const key of keys) if (isReplay || !isEqual(before[key], after[key])) patch[key] = after[key];
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null;
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** How `_meta` changes: what is known from now on, and what November is told. */
interface MetaChange {
  readonly kept: Meta | undefined;
  readonly patch: Meta | null | undefined;
}

/** Returns how the known `_meta` changes with the one of an upsert. */
export function changeMeta(
  before: Meta | undefined,
  next: Meta | null | undefined,
  { of = {}, isReplay = false, note }: { of?: Partial<Note>; isReplay?: boolean; note: TakeNote },
): MetaChange {
  if (next === undefined) return { kept: before, patch: undefined };
  const after = withoutNulls(next ?? {}, of, note);
  const kept = Object.keys(after).length === 0 ? undefined : after;
  return { kept, patch: patchBetween(before, after, isReplay) };
}
