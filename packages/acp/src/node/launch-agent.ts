import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { ConnectionError } from '../jsonrpc/connection-error.ts';
import { AgentProcess, type AgentProcessOptions, type PipedChild } from './agent-process.ts';
import { resolveCommand } from './command.ts';

/** How to launch an agent. */
export interface LaunchOptions extends AgentProcessOptions {
  /** The working directory of the agent; ours if not given. */
  readonly cwd?: string;
  /** The environment of the agent; ours if not given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Gives up the launch; what the agent is asked first is bounded by `AgentProcess.startUp`. */
  readonly signal?: AbortSignal;
}

/** Starts an agent as a child process in a process group of its own; rejects with `not-started` when it cannot be run. */
export async function launchAgent(
  command: string,
  args: readonly string[] = [],
  options: LaunchOptions = {},
): Promise<AgentProcess> {
  if (options.signal?.aborted) throw notStarted('The launch was aborted.', options.signal.reason);
  const { platform } = process;
  const cwd = options.cwd ?? process.cwd();
  const env = options.env ?? process.env;
  if (!isDirectory(cwd)) throw notStarted(`The working directory '${cwd}' does not exist.`);
  const resolved = resolveCommand(command, args, { platform, env, cwd, isExecutable });
  if (resolved === undefined) throw notStarted(`The command '${command}' was not found.`);
  const child: PipedChild = spawn(resolved.file, resolved.args, {
    cwd,
    env,
    stdio: 'pipe',
    // A group of its own is what makes it possible to end it with everything it started.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: resolved.verbatim,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(notStarted(`The command '${command}' could not be run.`, cause)));
  });
  if (child.pid === undefined) throw notStarted(`The command '${command}' could not be run.`);
  child.on('error', () => {});
  const agent = new AgentProcess(child, child.pid, options);
  if (options.signal?.aborted) await agent.startUp(Promise.reject(options.signal.reason), options.signal);
  return agent;
}

function notStarted(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError('not-started', message, cause === undefined ? {} : { cause });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
