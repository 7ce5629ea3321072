import { neutral } from '../terminal/neutral.ts';
import { writeStandardError } from './standard-error.ts';

/** Returns a line for people. Parts of it come from files and peers, so control characters are made visible. */
export function noteLine(text: string): string {
  return `${neutral(text).replaceAll('\n', ' ')}\n`;
}

/** Writes a line to standard error. */
export function note(text: string): void {
  writeStandardError(noteLine(text));
}
