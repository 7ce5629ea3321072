import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

// Each input line is the whole list of groups. When this process ends, so does the input of the groups: they have a second to exit by
// themselves, then another after SIGTERM. A group that has ended is dropped from the list, since its id may be reused.
const script = `
while read -r line; do groups=$line; done
signal() {
  left=
  for group in $groups; do kill -s "$1" -- "-$group" && left="$left $group"; done
  groups=$left
}
for name in 0 TERM; do
  signal $name
  for turn in 1 2 3 4 5 6 7 8 9 10; do
    [ -n "$groups" ] || exit
    sleep 0.1
    signal 0
  done
done
signal KILL`;

type Shell = ChildProcessByStdio<Writable, null, null>;

let shell: Shell | undefined;

/**
 * Ends the given process groups when this process has ended, even if it was killed: a small shell waits for the end of a pipe that only
 * this process holds. It runs as long as there are groups to watch. It does nothing on Windows.
 */
export function watchGroups(groups: readonly number[]): void {
  if (process.platform === 'win32') return;
  if (groups.length === 0) {
    shell?.stdin.end('\n');
    shell = undefined;
    return;
  }
  startWatchdog();
  shell?.stdin.write(`${groups.join(' ')}\n`);
}

/** Starts the shell before there is anything to watch, so that a new group is watched at once. */
export function startWatchdog(): void {
  if (process.platform !== 'win32') shell ??= startShell();
}

/** Starts the shell in its own session, so that signals of the terminal do not reach it; undefined if that is not possible. */
function startShell(): Shell | undefined {
  try {
    const started: Shell = spawn('/bin/sh', ['-c', script], {
      cwd: '/',
      env: { PATH: process.env['PATH'] },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const forget = () => {
      if (shell === started) shell = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    started.stdin.on('error', forget);
    // It must not keep this process alive.
    started.unref();
    if ('unref' in started.stdin) (started.stdin as { unref(): void }).unref();
    return started;
  } catch {
    return undefined;
  }
}
