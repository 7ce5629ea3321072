import { type Argument, Command } from 'commander';
import type { CommandEntry } from '../command-entry.ts';

/** An option as a shell completes it. */
export interface DescribedOption {
  /** `--speed`, with its dashes. */
  readonly name: string;
  readonly description: string;
  /** Name of its value; absent if it takes none or the value is optional. */
  readonly value: string | undefined;
  readonly choices: readonly string[];
}

/** An argument as a shell completes it. */
export interface DescribedArgument {
  /** The words that can stand there, as far as they are known. */
  readonly choices: readonly string[];
  /** Whether it may be a file, or anything else that is not known. */
  readonly isOpen: boolean;
}

/** A command as a shell completes it. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly DescribedOption[];
  /** Its arguments in order; what follows them is not known if `hasMore`, and else nothing does. */
  readonly args: readonly DescribedArgument[];
  readonly hasMore: boolean;
}

/** Returns what a shell can complete, after loading every command. `agents` are the names of agents. */
export function described(entries: readonly CommandEntry[], agents: readonly string[]): Promise<DescribedCommand[]> {
  return Promise.all(
    entries.map(async ({ name, summary, load }) => {
      const command = new Command(name);
      (await load())(command, () => {}, entries);
      const options = command.options
        .filter(({ hidden, long }) => !hidden && typeof long === 'string')
        .map(({ long, description, required, flags, argChoices }) => ({
          name: long ?? '',
          description,
          value: required ? (/<([^>]+)>/.exec(flags)?.[1] ?? 'value') : undefined,
          choices: argChoices ?? [],
        }));
      const help = { name: '--help', description: 'print the help of the command', value: undefined, choices: [] };
      const hasMore = command.registeredArguments.some(({ variadic }) => variadic);
      return { name, summary, options: [...options, help], args: describedArguments(command, agents), hasMore };
    }),
  );
}

function describedArguments(command: Command, agents: readonly string[]): DescribedArgument[] {
  const place = placeOfName(command);
  return command.registeredArguments.map((argument, index) => {
    const known = argument.argChoices ?? [];
    if (index !== place) return { choices: known, isOpen: known.length === 0 };
    return { choices: [...known, ...agents, ...subcommandsOf(argument)], isOpen: argument.name() === 'FILE' };
  });
}

/** Returns which argument may be the name of an agent. Commands that start an agent by its name can install it. */
function placeOfName(command: Command): number {
  const args = command.registeredArguments;
  const canInstall = command.options.some(({ long }) => long === '--install');
  if (!canInstall) return args.findIndex((argument) => argument.name() === 'NAME');
  const isFileOrName = (argument: Argument) => argument.name() === 'FILE' && !argument.required;
  return args.findIndex((argument) => argument.variadic || isFileOrName(argument));
}

/** Returns the words that may stand in place of the name in `emend agents`. */
function subcommandsOf(argument: Argument): string[] {
  return argument.name() === 'NAME' ? ['add', 'remove'] : [];
}
