import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LogError, type LogFailure } from '@emend/acp/log';

/** Codes whose words say all that the message of SQLite says, or the raw form of an engine. */
const isSaid: ReadonlySet<number> = new Set([14, 26]);

/** SQLite's primary result codes, and the failure and message that they become. */
const failures: Readonly<Record<number, readonly [LogFailure, string]>> = {
  // Our statements are right, so a table or a format that they do not fit is not what we have written.
  1: ['corrupt', 'is damaged, or is no session log'],
  5: ['locked', 'is locked by another process'],
  6: ['locked', 'is locked by another connection'],
  8: ['read_only', 'cannot be written'],
  10: ['unavailable', 'could not be read or written'],
  11: ['corrupt', 'is damaged'],
  18: ['corrupt', 'is damaged: it names a length that cannot be'],
  13: ['full', 'cannot grow: the disk is full'],
  14: ['read_only', 'cannot be opened; it or its folder may not be written'],
  23: ['read_only', 'may not be written'],
  26: ['corrupt', 'is not an SQLite database'],
};

const codes: Readonly<Record<string, number>> = {
  SQLITE_ERROR: 1,
  SQLITE_TOOBIG: 18,
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_AUTH: 23,
  SQLITE_NOTADB: 26,
};

/** Converts what SQLite threw to a `LogError` with the path in its message and the original error as its cause. */
export function failureOf(error: unknown, path: string): LogError {
  if (error instanceof LogError) return error;
  const code = codeOf(error);
  if (code === 14 && !existsSync(dirname(path))) {
    return new LogError('unavailable', `The folder of the session log ${path} does not exist.`, { cause: error });
  }
  if (code === 14 && isFolder(path)) {
    return new LogError('unavailable', `The session log ${path} is a folder; give the name of a file.`, {
      cause: error,
    });
  }
  const [failure, words] = failures[code] ?? ['unavailable', 'failed'];
  const detail = error instanceof Error && !isSaid.has(code) ? `: ${error.message}` : '.';
  return new LogError(failure, `The session log ${path} ${words}${detail}`, { cause: error });
}

/** Converts what was thrown while a file was opened to be written; of a foreign or damaged file, the message says what to do. */
export function openingFailure(error: unknown, path: string): LogError {
  const converted = failureOf(error, path);
  const { failure, message, cause } = converted;
  if (failure !== 'corrupt') return converted;
  const sentence = message.replace(/\.?$/, '.');
  return new LogError(failure, `${sentence} Move it away, or name another place.`, { cause });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the primary result code, which the two engines report in different ways; 0 if there is none. */
function codeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0;
  const { errcode, rawCode, code, message } = error as Record<string, unknown>;
  for (const number of [errcode, rawCode]) if (typeof number === 'number' && number > 0) return number & 0xff;
  const name = typeof code === 'string' ? code : '';
  // We store no number that JavaScript cannot hold.
  if (name === 'ERR_OUT_OF_RANGE') return 11;
  const known = Object.keys(codes).find((each) => name.startsWith(each));
  if (known !== undefined) return codes[known] ?? 0;
  return codeOfText(typeof message === 'string' ? message : '');
}

/** Opening fails in libsql with a text alone. */
function codeOfText(message: string): number {
  const opening = /local database .*: (\d+)/.exec(message);
  if (opening !== null) return Number(opening[1]) & 0xff;
  if (/unable to open database file/.test(message)) return 14;
  if (/file is not a database/.test(message)) return 26;
  if (/malformed/.test(message)) return 11;
  if (/readonly/.test(message)) return 8;
  if (/is locked/.test(message)) return 5;
  return /is full/.test(message) ? 13 : 0;
}
