import type { ResolvedCommand } from '../process/command.ts';
import { findCommand, type ProcessPlace } from '../process/start-process.ts';

/**
 * What to run for a command of an agent: the program that it names or, since agents also send a whole line without
 * arguments, that line in a shell. Nothing when it is neither.
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

/** Whether a command can only be the name of a program. */
function isOneWord(command: string): boolean {
  return /^[\w.:/\\-]*$/.test(command);
}
