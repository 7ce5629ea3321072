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
  /** Only sessions for which `isListedFor` is true. A store may leave them to the log, but then its pages are short. */
  readonly principal: string | undefined;
  readonly after: ListPosition | undefined;
  readonly limit: number;
}

const defaultLimit = 50;
const largestLimit = 200;

/** What a listing is about; a cursor is good for the same only. */
type Subject = Pick<ListQuestion, 'cwd' | 'principal'>;

/** Checks the options of a listing; throws `invalid_cursor` if the cursor was not made for the same working directory and principal. */
export function questionOf(options: ListOptions = {}): ListQuestion {
  const { cursor, principal, limit = defaultLimit } = options;
  const cwd = options.cwd === undefined ? undefined : folderOf(options.cwd);
  const bounded = Math.min(Math.max(Math.trunc(limit) || 1, 1), largestLimit);
  const after = cursor === undefined ? undefined : readCursor(cursor, { cwd, principal });
  return { cwd, principal, after, limit: bounded };
}

/** Returns whether a list for a principal shows a session: one of its own, or one that belongs to nobody. Without a principal it shows all. */
export function isListedFor(principal: string | undefined, of: { readonly principal?: string }): boolean {
  return principal === undefined || of.principal === undefined || of.principal === principal;
}

/** Returns the cursor of the page that starts after a session. */
export function cursorAfter({ createdAt, number }: ListPosition, subject: Subject): string {
  const text = JSON.stringify([1, createdAt, number, ...digestsOf(subject)]);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readCursor(cursor: string, subject: Subject): ListPosition {
  const parts = partsOf(cursor);
  if (!Array.isArray(parts)) throw invalidCursor();
  const [version, createdAt, number, ...of] = parts as readonly unknown[];
  const isSame = JSON.stringify(of) === JSON.stringify(digestsOf(subject));
  if (version !== 1 || !isWhole(createdAt) || !isWhole(number) || !isSame) throw invalidCursor();
  return { createdAt, number };
}

function digestsOf({ cwd, principal }: Subject): readonly number[] {
  return principal === undefined ? [digest(cwd)] : [digest(cwd), digest(principal)];
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
    'The cursor is not one that this list has given for the same working directory and principal.',
  );
}

/** A short name of the working directory or principal a cursor is for, so that it is not used with another one by mistake. */
function digest(text: string | undefined): number {
  let hash = text === undefined ? 0 : 0x811c9dc5;
  for (const character of text ?? '') hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
