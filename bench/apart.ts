import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program in its own process group, with its own folder for temporary files. However it ends, and also when this process is
 * terminated, nothing that it started or stored is left. Passes on the messages that it sends with {@link tell}. Returns why it
 * failed, as a clause, or undefined if it succeeded.
 */
export async function runApart<T>(
  program: string,
  args: readonly string[],
  onNews: (news: T) => void,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'emend-'));
  // A database server in there runs as another user than root.
  chmodSync(folder, 0o755);
  const child = fork(program, args, {
    detached: true,
    // Garbage is collected between rounds, so that one contestant does not pay for another.
    execArgv: ['--expose-gc'],
    env: { ...process.env, TMPDIR: folder },
    // Standard output is for figures alone.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  let endedBy: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals) => {
    endedBy = signal;
    child.kill(signal);
  };
  for (const signal of endings) process.on(signal, end);
  child.on('message', (news) => onNews(news as T));
  const why = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(`its process could not be started: ${message}`));
    child.once('exit', async (status, signal) => {
      // Its last messages may not have been read yet.
      if (child.connected) await once(child, 'disconnect');
      resolve(status === 0 ? undefined : reason(status, signal));
    });
  });
  signalGroup(child.pid, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const signal of endings) process.off(signal, end);
  if (endedBy !== undefined) process.exit(128 + constants.signals[endedBy]);
  return why;
}

function reason(status: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `its process ended with status ${status}` : `its process was ended by ${signal}`;
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // No process of the group is left.
  }
}

/** Sends a message to the process that runs this one with {@link runApart}; resolves when it has been sent. */
export function tell<T>(news: T): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = (error: Error | null) => (error === null ? resolve() : reject(error));
    if (process.send === undefined) reject(new Error('nobody listens: this program is run by another'));
    else process.send(news, undefined, undefined, sent);
  });
}

/** Ends this process and everything that it started when its parent process disappears. */
export function endWithParent(): void {
  process.once('disconnect', () => signalGroup(process.pid, 'SIGKILL'));
  // Listening keeps no process alive that has nothing left to do.
  process.channel?.unref();
}
