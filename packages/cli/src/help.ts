import type { CommandEntry } from './command-entry.ts';

/** Returns the help below the list of commands: examples, and what programs can rely on. */
export function helpAfter(commands: readonly CommandEntry[]): string {
  const examples = commands.flatMap((entry) => entry.examples);
  const width = Math.max(0, ...examples.map(({ line }) => line.length));
  const shown = examples.map(({ line, does }) => `  $ ${line.padEnd(width)}   ${does}`);
  return [
    ...(shown.length > 0 ? ['', 'Examples:', ...shown] : []),
    '',
    'Data goes to standard output; messages for people go to standard error.',
    'Exit status: 0 done, 1 the input or the peer has problems, 2 wrong usage.',
  ].join('\n');
}
