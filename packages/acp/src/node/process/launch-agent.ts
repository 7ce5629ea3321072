import { statSync } from 'node:fs';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { AgentProcess, type AgentProcessOptions } from './agent-process.ts';
import { findCommand, startProcess, whyNotFound } from './start-process.ts';

/** Options of `launchAgent`. */
export interface LaunchOptions extends AgentProcessOptions {
  /** The working directory of the agent; that of this process by default. */
  readonly cwd?: string;
  /** The environment of the agent; that of this process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Aborts the launch. Use `AgentProcess.startUp` to abort the first request. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts an agent as a child process in its own process group; rejects with `not-started` if it cannot be run. */
export async function launchAgent(
  command: string,
  args: readonly string[] = [],
  options: LaunchOptions = {},
): Promise<AgentProcess> {
  if (options.signal?.aborted) throw notStarted('The launch was aborted.', options.signal.reason);
  const place = { cwd: options.cwd ?? process.cwd(), env: options.env ?? process.env };
  if (!isDirectory(place.cwd)) throw notStarted(`The working directory '${place.cwd}' does not exist.`);
  const found = findCommand(command, args, place);
  if (found === undefined) throw notStarted(whyNotFound(command, place));
  const { child, pid, handOver } = await startProcess(found, place).catch((cause: unknown) => {
    throw notStarted(`The command '${command}' could not be run.`, cause);
  });
  const agent = new AgentProcess(child, pid, options);
  handOver();
  if (options.signal?.aborted) await agent.startUp(Promise.reject(options.signal.reason), options.signal);
  return agent;
}

function notStarted(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError('not-started', message, cause === undefined ? {} : { cause });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
