import type { LogEntry } from './event.ts';

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
