import type { LogEntry } from '../event.ts';

/** A change to what a log already holds, made as a whole or not at all. */
export interface LogEdit {
  /** Entries that take the place of those at their positions. */
  readonly put: readonly LogEntry[];
  /** Positions whose entries go. */
  readonly remove: readonly number[];
}

/** Whether an edit does nothing. */
export function isEmptyEdit(edit: LogEdit): boolean {
  return edit.put.length === 0 && edit.remove.length === 0;
}

/**
 * The edit of a fold in parts, in an order in which each leaves the session as it is (LG14).
 *
 * A folded entry says all that its stretch said and stands behind it: once it is put, whatever is still there of the stretch changes
 * nothing.
 */
export function* partsOf(edit: LogEdit, most: { readonly put: number; readonly remove: number }): Generator<LogEdit> {
  const put = edit.put.toReversed();
  for (let from = 0; from < put.length; from += most.put) yield { put: put.slice(from, from + most.put), remove: [] };
  for (let from = 0; from < edit.remove.length; from += most.remove) {
    yield { put: [], remove: edit.remove.slice(from, from + most.remove) };
  }
}
