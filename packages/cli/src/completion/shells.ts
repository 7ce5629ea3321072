import { bashScript } from './bash-script.ts';
import type { DescribedCommand } from './described-command.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A supported shell. */
export type Shell = (typeof shells)[number];

/** Returns the completion script of a shell. */
export function completionScript(shell: Shell, commands: readonly DescribedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}
