import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AgentProcess } from './agent-process.ts';

/**
 * Waits for the first thing an agent is asked to do. If that fails or the signal aborts before, it rejects at once, and every process
 * launched for it is ended afterwards, one that is about to run included; an aborted one has the end of the last one's standard error,
 * which usually says why. `onFailure` is called before any of them ends.
 */
export async function startUp<T>(
  work: Promise<T>,
  launches: readonly Promise<AgentProcess>[],
  signal?: AbortSignal,
  onFailure: () => void = () => {},
): Promise<T> {
  try {
    return await settledBefore(signal, work);
  } catch (cause) {
    onFailure();
    for (const launch of launches) void terminate(launch);
    if (!signal?.aborted || cause !== signal.reason) throw cause;
    throw new ConnectionError('not-started', 'The start-up of the agent was aborted.', {
      stderrTail: (await lastRunning(launches))?.stderrTail ?? '',
      cause,
    });
  }
}

/** Ends the process of a launch as soon as it runs; a launch that fails has nothing left to end. */
async function terminate(launch: Promise<AgentProcess>): Promise<void> {
  const process = await launch.catch(() => undefined);
  await process?.terminate();
}

/** The last process that runs by now. */
async function lastRunning(launches: readonly Promise<AgentProcess>[]): Promise<AgentProcess | undefined> {
  for (const launch of [...launches].reverse()) {
    const process = await Promise.race([launch, undefined]).catch(() => undefined);
    if (process !== undefined) return process;
  }
  return undefined;
}

/** Settles as the promise does, unless the signal aborts before; then it rejects with its reason. */
async function settledBefore<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return promise;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => {});
  }
}
