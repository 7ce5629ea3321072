/** What needs no quotes in a shell. */
const plain = /^[\w@%+=:,./~-]+$/;

/** Returns a word in quotes where a shell would not take it as it is. */
export function shellWord(word: string): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns a command with its arguments as one line, as people write it. A command without arguments may be a whole line itself. */
export function commandLine(command: string, args: readonly string[]): string {
  return [command, ...args.map(shellWord)].join(' ');
}
