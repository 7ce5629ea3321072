import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PipedChild } from './agent-process.ts';
import { type ResolvedCommand, resolveCommand } from './command.ts';
import { ProcessTree } from './process-tree.ts';

/** The working directory and the environment of a process. */
export interface ProcessPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Finds the program of a command on this machine; returns undefined if there is none. */
export function findCommand(
  command: string,
  args: readonly string[],
  place: ProcessPlace,
): ResolvedCommand | undefined {
  return resolveCommand(command, args, { platform: process.platform, ...place, isExecutable });
}

/** Returns a message that says why a command was not found: there is no such file, or it is not executable. */
export function whyNotFound(command: string, { cwd }: ProcessPlace): string {
  const isThere = /[\\/]/.test(command) && existsSync(resolve(cwd, command));
  return `The command '${command}' ${isThere ? 'is not a file that can be run' : 'was not found'}.`;
}

/**
 * Starts a process as the leader of its own process group; rejects if the operating system cannot run it. It is guarded until the
 * caller, which must guard it from then on, calls `handOver`.
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
      // With its own group, it can be ended together with everything it started.
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
