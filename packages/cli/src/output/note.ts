import { neutral } from '../terminal/neutral.ts';
import { writeStandardError } from './standard-error.ts';

/** A line for people. Parts of it come from files and peers, so a terminal shows all of it and acts on none (TE13). */
export function noteLine(text: string): string {
  return `${neutral(text).replaceAll('\n', ' ')}\n`;
}

/** Says a line on standard error. */
export function note(text: string): void {
  writeStandardError(noteLine(text));
}
