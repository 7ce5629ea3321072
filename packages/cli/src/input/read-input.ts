import type { InputLine } from '@emend/acp/recording';
import { openInput } from './open.ts';
import { readLines } from './read-lines.ts';

/** Reads messages or a recording from a file or standard input, in batches of lines. */
export function readInput(file: string | undefined): AsyncGenerator<InputLine[]> {
  return readLines(openInput(file));
}
