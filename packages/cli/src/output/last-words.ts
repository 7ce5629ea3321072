import { neutral } from '../terminal/neutral.ts';

/** Returns the last lines that an agent wrote to standard error, under a heading; none if it wrote nothing. */
export function lastWords(stderrTail: string): string[] {
  const tail = neutral(stderrTail).trimEnd().split('\n').slice(-20);
  if (tail.length === 1 && tail[0] === '') return [];
  return ['Its standard error ended with:', ...tail.map((line) => `  | ${line}`)];
}
