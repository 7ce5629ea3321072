import { bashScript } from './bash-script.ts';
import type { DescribedCommand } from './described-command.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

/** The shells for which there is a script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell for which there is a script. */
export type Shell = (typeof shells)[number];

/** The script that teaches a shell the commands of `emend`. */
export function completionScript(shell: Shell, commands: readonly DescribedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}
