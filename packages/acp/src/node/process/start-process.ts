import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PipedChild } from './agent-process.ts';
import { type ResolvedCommand, resolveCommand } from './command.ts';
import { ProcessTree } from './process-tree.ts';

/** Where a process runs, and in which environment. */
export interface ProcessPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Finds the program that a command names on this machine; nothing when there is none. */
export function findCommand(
  command: string,
  args: readonly string[],
  place: ProcessPlace,
): ResolvedCommand | undefined {
  return resolveCommand(command, args, { platform: process.platform, ...place, isExecutable });
}

/** Why a command was not found: a path to a file that is there, but is no program, is another mistake than a wrong name. */
export function whyNotFound(command: string, { cwd }: ProcessPlace): string {
  const isThere = /[\\/]/.test(command) && existsSync(resolve(cwd, command));
  return `The command '${command}' ${isThere ? 'is not a file that can be run' : 'was not found'}.`;
}

/**
 * Starts a process as the leader of its own group; rejects when the operating system cannot run it. It is guarded until `handOver` is
 * called, by whoever guards it from then on.
 */
export async function startProcess(
  { file, args, verbatim }: ResolvedCommand,
  { cwd, env }: ProcessPlace,
): Promise<{ readonly child: PipedChild; readonly pid: number; handOver(): void }> {
  const start = (): PipedChild =>
    spawn(file, args, {
      cwd,
      env,
      stdio: 'pipe',
      // A group of its own is what makes it possible to end it with everything it started.
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
  const { child, unguard: handOver } = ProcessTree.startGuarded(start);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.on('error', () => {});
  if (child.pid === undefined) throw new Error('The process has no id.');
  return { child, pid: child.pid, handOver };
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
