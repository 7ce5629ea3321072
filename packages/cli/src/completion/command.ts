import { Argument, type Command } from 'commander';
import { agentNames } from '../agent-names/named-command.ts';
import type { CommandEntry } from '../command-entry.ts';
import { described } from './described-command.ts';
import { completionScript, type Shell, shells } from './shells.ts';

const help = `
Examples:
  $ source <(emend completion bash)                       for this shell; add it to ~/.bashrc to keep it
  $ source <(emend completion zsh)                        the same for zsh; add it to ~/.zshrc to keep it
  $ emend completion fish > ~/.config/fish/completions/emend.fish

Names of agents are completed as well. Those of your own are the ones that 'emend agents' lists when the script is made.`;

/** Adds `emend completion`. */
export function defineCompletion(command: Command, _end: unknown, entries: readonly CommandEntry[]): void {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(shell, await described(entries, agentNames())));
    });
}
