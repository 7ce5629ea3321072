import type { SessionState } from '@emend/acp/session';
import { turnOf } from '@emend/acp/session';
import type { ScreenRow } from '@emend/acp/view';

/** The rows of one message of a thread: one row of the user, or all rows of the agent until the next one of the user. */
export interface RowGroup {
  readonly role: 'user' | 'assistant';
  /** The key of its first row, which is the id of the message. */
  readonly key: string;
  /** Rows of the agent are added at the end. */
  readonly rows: ScreenRow[];
  /** Where the parts of each row start in the content of the message, as far as that has been made. */
  readonly starts: number[];
  /** Whether the agent still has all of it in its context. */
  isInContext: boolean;
  /** The number of the turn that it belongs to, if one is known. */
  readonly turn: number | undefined;
  /** Whether it is a prompt that waits for the turns before it. */
  readonly isWaiting: boolean;
}

/** Adds a row to groups, and returns the index of its group. */
export function addRow(groups: RowGroup[], row: ScreenRow, state: SessionState): number {
  const last = groups.at(-1);
  const { key, isInContext } = row;
  if (row.type === 'prompt' || (row.type === 'message' && row.kind === 'user')) {
    const turn = turnOfKey(key) ?? last?.turn;
    const isWaiting = row.type === 'prompt' && turnOf(state, row.turn)?.start === undefined;
    groups.push({ role: 'user', key, rows: [row], starts: [], isInContext, turn, isWaiting });
  } else if (last?.role === 'assistant') {
    last.rows.push(row);
    last.isInContext &&= isInContext;
  } else {
    groups.push({ role: 'assistant', key, rows: [row], starts: [], isInContext, turn: last?.turn, isWaiting: false });
  }
  return groups.length - 1;
}

/** Returns the number of the turn in the key of a prompt, which the user message that repeats it has, too. */
function turnOfKey(key: string): number | undefined {
  return key.startsWith('prompt ') ? Number(key.slice('prompt '.length)) : undefined;
}

/** Returns the index of the group that the agent works on if it works: the last one, unless that is one of the user. */
export function openGroup(groups: readonly RowGroup[]): number {
  let index = groups.length - 1;
  while (groups[index]?.isWaiting === true) index--;
  return groups[index]?.role === 'assistant' ? index : -1;
}
