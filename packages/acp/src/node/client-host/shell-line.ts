import type { ResolvedCommand } from '../process/command.ts';
import { findCommand, type ProcessPlace } from '../process/start-process.ts';

/**
 * Finds the program for an agent's command. Agents also send a whole shell line as the command, without arguments: it is run in a
 * shell. Returns undefined if it is neither.
 */
export function commandOrShellLine(
  command: string,
  args: readonly string[],
  place: ProcessPlace,
): ResolvedCommand | undefined {
  const found = findCommand(command, args, place);
  if (found !== undefined || args.length > 0 || isOneWord(command)) return found;
  if (process.platform !== 'win32') return { file: '/bin/sh', args: ['-c', command], verbatim: false };
  return {
    file: place.env['ComSpec'] ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${command}"`],
    verbatim: true,
  };
}

/** Returns whether a command can only be the name of a program. */
function isOneWord(command: string): boolean {
  return /^[\w.:/\\-]*$/.test(command);
}
