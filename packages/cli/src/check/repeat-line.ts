import { addressWords } from '../options/listen-address.ts';
import { type CheckOptions, defaultTimeout, type Kind } from './check-options.ts';
import { shellLine } from './shell-words.ts';

/** A result that can be repeated. */
interface RepeatedCheck {
  readonly id: string;
  readonly dialect: string;
}

/** Returns the command line that runs one check alone, with every option that can change what it comes to. */
export function repeatLine(
  kind: Kind,
  { id, dialect }: RepeatedCheck,
  options: CheckOptions,
  command: readonly string[],
  allIds: readonly string[],
): string {
  const words = ['emend', 'check', kind, '--protocol', dialect, '--only', id];
  // A pattern is the beginning of a name, so longer names have to be left out by hand.
  for (const other of allIds) if (other !== id && other.startsWith(id)) words.push('--skip', other);
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--prompt', options.prompt],
    ['--prompt-tool', options.promptTool],
    ['--prompt-permission', options.promptPermission],
    ['--prompt-slow', options.promptSlow],
    ['--timeout', options.timeout === defaultTimeout ? undefined : String(options.timeout / 1_000)],
    ['--cwd', options.cwd],
    ['--script', options.script],
    ['--listen', options.listen && addressWords(options.listen)],
    ['--state', options.state],
  ];
  for (const [flag, value] of given) if (value !== undefined) words.push(flag, value);
  return shellLine([...words, ...(command.length === 0 ? [] : ['--', ...command])]);
}
