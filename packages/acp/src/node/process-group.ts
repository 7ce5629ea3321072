import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a process group has a member that has not ended. Members that have, but that nobody has asked about yet, look
 * alive to a signal; where the first process of a container asks about nobody, they would do so for ever.
 */
export function hasLiveMember(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    // EPERM: something is there that is not ours to end.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform === 'linux' ? hasMemberThatRuns(group) : true;
}

function hasMemberThatRuns(group: number): boolean {
  let processes: string[];
  try {
    processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return true;
  }
  return processes.some((pid) => {
    const [state, , memberOf] = statusOf(pid);
    return Number(memberOf) === group && state !== 'Z' && state !== 'X';
  });
}

/** State, parent and group of a process; nothing when it has gone meanwhile. */
function statusOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in brackets, and may itself contain some.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
