import type { LogEntry } from '../event.ts';

/** A change to stored entries. */
export interface LogEdit {
  /** Entries that replace those at their positions. */
  readonly put: readonly LogEntry[];
  /** The positions of entries to remove. */
  readonly remove: readonly number[];
}

/** Whether an edit does nothing. */
export function isEmptyEdit(edit: LogEdit): boolean {
  return edit.put.length === 0 && edit.remove.length === 0;
}

/**
 * Splits the edit of a fold into parts, none of which changes what the session folds to.
 *
 * A folded entry has the content of all entries that it replaces and stands at the position of the last. Once it is put, those that are
 * still there change nothing.
 */
export function* partsOf(edit: LogEdit, most: { readonly put: number; readonly remove: number }): Generator<LogEdit> {
  const put = edit.put.toReversed();
  for (let from = 0; from < put.length; from += most.put) yield { put: put.slice(from, from + most.put), remove: [] };
  for (let from = 0; from < edit.remove.length; from += most.remove) {
    yield { put: [], remove: edit.remove.slice(from, from + most.remove) };
  }
}
