import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns whether a process group has a running member. Zombies do not count: they still accept signals, and stay for ever in
 * containers whose first process does not reap them.
 */
export function hasLiveMember(group: number): boolean {
  return process.platform === 'linux' ? liveMembers(group).length > 0 : hasMember(group);
}

/** Returns the running members of a process group, each with its id and its start time, because ids are reused. */
export function liveMembers(group: number): readonly string[] {
  if (!hasMember(group)) return [];
  return (process.platform === 'linux' ? membersInProc : membersFromPs)(group);
}

function hasMember(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    // EPERM: there is a process that we may not signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function membersInProc(group: number): readonly string[] {
  let processes: string[];
  try {
    processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return processes.flatMap((pid) => {
    const fields = statusOf(pid);
    // The fields from the third on: state, parent, group; the start time is the 22nd field of the file.
    const [state, , memberOf] = fields;
    return Number(memberOf) === group && state !== 'Z' && state !== 'X' ? [`${pid} ${fields[19]}`] : [];
  });
}

/** Returns the fields of a process from its state on; none if it has exited meanwhile. */
function statusOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may itself contain some.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns the running members of a process group on systems without `/proc`. */
export function membersFromPs(group: number): readonly string[] {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,lstart='], { env, encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, memberOf, state = '', ...start] = line.trim().split(/\s+/);
    return Number(memberOf) === group && !state.startsWith('Z') ? [`${pid} ${start.join(' ')}`] : [];
  });
}
