import type { Command } from 'commander';

/** The exit status of `emend`: done, a problem with the input or the peer, wrong usage, or (of `emend check`) a peer that cannot be checked at all. */
export type ExitStatus = 0 | 1 | 2 | 3;

/**
 * Adds arguments, options, help and the action to a command. The action calls `end` when the status is not 0; `entries` lists
 * every command there is.
 */
type DefineCommand = (command: Command, end: (status: ExitStatus) => void, entries: readonly CommandEntry[]) => void;

/** A command as the command line lists it. Its code is loaded only when the command runs. */
export interface CommandEntry {
  readonly name: string;
  /** One line for `emend --help`. */
  readonly summary: string;
  /** Complete command lines for `emend --help`, each with what it does. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  load(): Promise<DefineCommand>;
}
