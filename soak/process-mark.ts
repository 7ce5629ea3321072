import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that marks every process that an agent starts. */
export const markName = 'EMEND_SOAK_AGENT';

/**
 * Returns the processes with a mark, which all descendants inherit, so that one that has left the group and session of its agent
 * is found as well. Without `/proc`, only processes that are still in one of the groups are found.
 */
export function processesOf(mark: string, groups: readonly number[]): number[] {
  if (process.platform !== 'linux') return groups.filter((group) => isRunning(-group));
  const wanted = `${markName}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(wanted))
    .map(Number);
}

/** The environment that a process was started with; one that has ended and only waits to be collected has none. */
function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

/**
 * Returns whether a process runs, or anything of a group where the number is negative. A process that has ended still takes signals
 * until its parent collects it; that of an orphan may never do so, for example in a container.
 */
export function isRunning(target: number): boolean {
  try {
    process.kill(target, 0);
  } catch {
    return false;
  }
  return target < 0 || !['Z', 'X'].includes(statusOf(target)[0] ?? '');
}

/** Returns the fields of a process from its state on, or none where there is no `/proc`. */
function statusOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may itself have some.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Waits until a list of processes is empty; returns those that are left after a timeout. */
export async function leftOf(list: () => readonly number[], patience = 120_000): Promise<readonly number[]> {
  const deadline = performance.now() + patience;
  for (;;) {
    const left = list();
    if (left.length === 0 || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills a process, or everything of a group where the number is negative, if it is still there. */
export function kill(target: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(target, signal);
  } catch {
    // It has already ended.
  }
}

/** Describes what a process is doing, for the report of one that should have been ready: its state and its processor time. */
export function activityOf(pid: number): string {
  const { 0: state, 11: inProgram, 12: inSystem } = statusOf(pid);
  if (state === undefined) return 'not to be seen';
  return `state ${state}, ${(Number(inProgram) + Number(inSystem)) / 100} s on a processor`;
}

/** Returns the memory of a process in bytes, or undefined if it is unknown. */
export function memoryOf(pid: number): number | undefined {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return resident === undefined ? undefined : Number(resident) * 1024;
  } catch {
    return undefined;
  }
}
