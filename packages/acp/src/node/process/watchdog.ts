import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

// Each line that comes is the whole list of groups. Their input has ended with us: they have a second to end by themselves, then another
// after SIGTERM. Who has gone is forgotten, since the number may soon be that of another.
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
 * Has the given process groups ended once this process has gone, even if it was killed and could do nothing more: a small shell waits
 * for the end of a pipe that only we hold. It runs as long as there are groups to watch. Windows has no shell for it.
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

/** Has the shell run before there is anything to watch, so that a group is watched as soon as it is there. */
export function startWatchdog(): void {
  if (process.platform !== 'win32') shell ??= startShell();
}

/** Starts the shell in a session of its own, so that no signal of a terminal ends it with us; nothing if that is not possible. */
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
