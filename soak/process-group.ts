import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process of a group still runs; one that has ended and only waits to be collected does not. */
function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

/** Waits until nothing of a group runs; false if that takes too long. */
export async function isGone(group: number, patience = 10_000): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (isRunning(group)) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Kills everything of a group, if there still is anything. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It was faster.
  }
}

/** What a process is doing, for the report of one that should have been ready: its state and how long it has run so far. */
export function activityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `state ${fields[0]}, ${(Number(fields[11]) + Number(fields[12])) / 100} s on a processor`;
  } catch {
    return 'not to be seen';
  }
}
