import { setImmediate as nextTask } from 'node:timers/promises';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import type { AgentProcess } from './agent-process.ts';

/**
 * Waits for the first request to an agent. If it fails or the signal aborts, it rejects at once and every launched process is ended,
 * including one that is still starting. The error of an abort has the end of the last process's standard error, which usually says
 * why. `onFailure` is called before any process is ended.
 */
export async function startUp<T>(
  work: Promise<T>,
  launches: readonly Promise<AgentProcess>[],
  signal?: AbortSignal,
  onFailure: () => void = () => {},
): Promise<T> {
  try {
    return await unlessAborted(work, signal === undefined ? [] : [signal]);
  } catch (cause) {
    onFailure();
    for (const launch of launches) void terminate(launch);
    if (!signal?.aborted || cause !== signal.reason) throw cause;
    const process = await lastRunning(launches);
    // What the agent has written already is read in between the two, so that its last words are not missed.
    await nextTask();
    await nextTask();
    throw new ConnectionError('not-started', 'The start-up of the agent was aborted.', {
      stderrTail: process?.stderrTail ?? '',
      cause,
    });
  }
}

/** Ends the process of a launch as soon as it is running. */
async function terminate(launch: Promise<AgentProcess>): Promise<void> {
  const process = await launch.catch(() => undefined);
  await process?.terminate();
}

/** Returns the last process that is already running. */
async function lastRunning(launches: readonly Promise<AgentProcess>[]): Promise<AgentProcess | undefined> {
  for (const launch of [...launches].reverse()) {
    const process = await Promise.race([launch, undefined]).catch(() => undefined);
    if (process !== undefined) return process;
  }
  return undefined;
}
