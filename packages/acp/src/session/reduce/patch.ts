import { isSameJson } from '../structures/same-json.ts';
import { Sequence } from '../structures/sequence.ts';

/** Omitted: unchanged. Null: cleared. Value: replaced. An equal value keeps the old reference. */
export function patched<T>(current: T | undefined, next: T | null | undefined): T | undefined {
  if (next === undefined) return current;
  if (next === null) return undefined;
  return isSameJson(current, next) ? current : next;
}

/** As {@link patched}, for a list: null and `[]` both clear it, and a value replaces all of it, including chunks. */
export function patchedList<T>(current: Sequence<T>, next: readonly T[] | null | undefined): Sequence<T> {
  if (next === undefined) return current;
  if (next === null || next.length === 0) return Sequence.empty();
  return hasItems(current, next) ? current : Sequence.of(next);
}

function hasItems<T>(current: Sequence<T>, items: readonly T[]): boolean {
  if (current.length !== items.length) return false;
  for (let index = 0; index < items.length; index++) if (!isSameJson(current.at(index), items[index])) return false;
  return true;
}
