/** What needs no quotes in a shell. */
const plain = /^[\w@%+=:,./~-]+$/;

/** Returns a command with its arguments as one line, as people write it. A command without arguments may be a whole line itself. */
export function commandLine(command: string, args: readonly string[]): string {
  const quoted = args.map((arg) => (plain.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`));
  return [command, ...quoted].join(' ');
}
