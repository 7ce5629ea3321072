import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { note } from '../output/note.ts';
import { failed, Problem } from '../output/problem.ts';

/** Returns a new token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a token if it can be sent in a header, or throws; `where` tells where it comes from. */
export function checkedToken(text: string, where: string): string {
  const token = text.trim();
  if (token === '') throw new Problem(`There is no token in ${where}.`);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Problem(`The token in ${where} must be one word of letters, digits and signs, without spaces.`);
  return token;
}

/** Reads the token in a file; says so if others can read it, too. */
export function readToken(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Problem(failed(`The token cannot be read from ${file}`, error));
  }
  if (isOpen(file)) note(`emend: Other users can read ${file}, which has the token. Try: chmod 600 ${file}`);
  return checkedToken(text, file);
}

/** Makes a file with a new token that only its owner can read; returns `undefined` if there is such a file. */
export function makeTokenFile(file: string): string | undefined {
  const token = newToken();
  try {
    writeFileSync(file, `${token}\n`, { flag: 'wx', mode: 0o600 });
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw new Problem(failed(`The token cannot be written to ${file}`, error));
  }
}

function isOpen(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0 && statSync(file).isFile();
}
