import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a process group has a member that has not ended. Members that have, but that nobody has asked about yet, look
 * alive to a signal; where the first process of a container asks about nobody, they would do so for ever.
 */
export function hasLiveMember(group: number): boolean {
  return process.platform === 'linux' ? liveMembers(group).length > 0 : hasMember(group);
}

/** The members of a process group that have not ended, each named by its id and its start: an id alone is given to another one day. */
export function liveMembers(group: number): readonly string[] {
  if (!hasMember(group)) return [];
  return (process.platform === 'linux' ? membersInProc : membersFromPs)(group);
}

function hasMember(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    // EPERM: something is there that is not ours to end.
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
    // Counted from the state, which is the third field of the file: the group is the fifth, the start the twenty-second.
    const [state, , memberOf] = fields;
    return Number(memberOf) === group && state !== 'Z' && state !== 'X' ? [`${pid} ${fields[19]}`] : [];
  });
}

/** The fields of a process from its state on; none when it has gone meanwhile. */
function statusOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in brackets, and may itself contain some.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** The same where there is no `/proc`. */
export function membersFromPs(group: number): readonly string[] {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,lstart='], { env, encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, memberOf, state = '', ...start] = line.trim().split(/\s+/);
    return Number(memberOf) === group && !state.startsWith('Z') ? [`${pid} ${start.join(' ')}`] : [];
  });
}
