import { folderOf } from '../folder.ts';
import { LogError } from '../log-error.ts';
import type { ListOptions } from '../session-log.ts';

/**
 * Where a page starts: after the session that was created at this time and has this number.
 *
 * Sessions are ordered by creation, which never changes, so pages stay right while sessions are added, used or deleted.
 */
export interface ListPosition {
  readonly createdAt: number;
  readonly number: number;
}

/** The checked options of a listing. */
export interface ListQuestion {
  /** The working directory in the form that `folderOf` returns: sessions match if `folderOf` of theirs is the same. */
  readonly cwd: string | undefined;
  readonly after: ListPosition | undefined;
  readonly limit: number;
}

const defaultLimit = 50;
const largestLimit = 200;

/** Checks the options of a listing; throws `invalid_cursor` if the cursor was not made for the same working directory. */
export function questionOf(options: ListOptions = {}): ListQuestion {
  const { cursor, limit = defaultLimit } = options;
  const cwd = options.cwd === undefined ? undefined : folderOf(options.cwd);
  const bounded = Math.min(Math.max(Math.trunc(limit) || 1, 1), largestLimit);
  return { cwd, after: cursor === undefined ? undefined : readCursor(cursor, cwd), limit: bounded };
}

/** Returns the cursor of the page that starts after a session. */
export function cursorAfter({ createdAt, number }: ListPosition, cwd: string | undefined): string {
  const text = JSON.stringify([1, createdAt, number, digest(cwd)]);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readCursor(cursor: string, cwd: string | undefined): ListPosition {
  const parts = partsOf(cursor);
  if (!Array.isArray(parts) || parts.length !== 4) throw invalidCursor();
  const [version, createdAt, number, of] = parts as readonly unknown[];
  if (version !== 1 || !isWhole(createdAt) || !isWhole(number) || of !== digest(cwd)) throw invalidCursor();
  return { createdAt, number };
}

/** Times and session numbers are whole; a store that is asked for others may fail. */
function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function partsOf(cursor: string): unknown {
  try {
    return JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}

function invalidCursor(): LogError {
  return new LogError(
    'invalid_cursor',
    'The cursor is not one that this list has given for the same working directory.',
  );
}

/** A short name of the working directory a cursor is for, so that it is not used with another one by mistake. */
function digest(cwd: string | undefined): number {
  let hash = cwd === undefined ? 0 : 0x811c9dc5;
  for (const character of cwd ?? '') hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
