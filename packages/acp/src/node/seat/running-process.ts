import type { Exit, PipedChild } from '../process/agent-process.ts';
import type { ResolvedCommand } from '../process/command.ts';
import { ProcessTree } from '../process/process-tree.ts';
import { type ProcessPlace, startProcess, whyNotFound } from '../process/start-process.ts';
import { StderrTail } from '../process/stderr-tail.ts';

/** How long a process may take to end by itself when it is told to, in milliseconds. */
const grace = 2_000;

/** A process with everything that it has started. */
export interface RunningProcess {
  readonly child: PipedChild;
  readonly tree: ProcessTree;
  readonly exited: Promise<Exit>;
  readonly tail: StderrTail;
  unguard(): void;
}

/** Starts a process; rejects if there is no such command. `name` is what it was called. */
export async function runProcess(
  found: ResolvedCommand | undefined,
  name: string,
  place: ProcessPlace,
): Promise<RunningProcess> {
  if (found === undefined) throw new Error(whyNotFound(name, place));
  const { child, pid, handOver } = await startProcess(found, place);
  const tree = new ProcessTree(child, pid);
  const unguard = tree.guard();
  handOver();
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
  });
  const tail = new StderrTail(8_192);
  child.stderr.on('data', (bytes: Uint8Array) => tail.add(bytes));
  // A process that no longer reads must not end this one.
  child.stdin.on('error', () => {});
  return { child, tree, exited, tail, unguard };
}

/** Ends a process and what it has started, by force if it must be. */
export async function stopProcess({ child, tree, unguard }: RunningProcess): Promise<void> {
  child.stdin.end();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!tree.isAlive) break;
    tree.kill(signal);
    await tree.gone(grace);
  }
  unguard();
  child.stdout.destroy();
  child.stderr.destroy();
}
