import type { Command } from 'commander';

const given = new WeakMap<Command, readonly string[]>();

/** Remembers the arguments that a command is run with, which the parser gives away only without `--`. */
export function keepArgs(command: Command, args: readonly string[]): void {
  given.set(command, args);
}

/** Returns the arguments that a command is run with, with `--`. */
export function argsOf(command: Command): readonly string[] {
  return given.get(command) ?? [];
}
