import { Command } from 'commander';
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

/** A command as a shell completes it. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly DescribedOption[];
  /** The possible values of its first argument, if they are known. */
  readonly choices: readonly string[];
}

/** Returns what a shell can complete, after loading every command. */
export function described(entries: readonly CommandEntry[]): Promise<DescribedCommand[]> {
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
      return { name, summary, options: [...options, help], choices: command.registeredArguments[0]?.argChoices ?? [] };
    }),
  );
}
