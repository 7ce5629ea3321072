import type { Command, Option } from 'commander';

const given = new WeakMap<Command, readonly string[]>();

/** Remembers the arguments that a command is run with, which the parser gives away only without `--`, and refuses `--` as the value of an option. */
export function keepArgs(command: Command, args: readonly string[]): void {
  given.set(command, args);
  // The command has its options only when the parser gets to it, and the parser would take `--` for a value.
  command.parent?.hook('preSubcommand', () => {
    const option = withoutValue(command, args);
    if (option === undefined) return;
    command.error(`error: option '${option.flags}' needs a value before '--'`, {
      code: 'commander.optionMissingArgument',
    });
  });
}

/** Returns the option that has `--` in the place of its value, if there is one. */
function withoutValue(command: Command, args: readonly string[]): Option | undefined {
  const separator = args.indexOf('--');
  for (let at = 0; at < separator; at++) {
    const option = command.options.find(({ long, short }) => args[at] === long || args[at] === short);
    if (option?.required !== true) continue;
    at += 1;
    if (at === separator) return option;
  }
  return undefined;
}

/** Returns the arguments that a command is run with, with `--`. */
export function argsOf(command: Command): readonly string[] {
  return given.get(command) ?? [];
}
