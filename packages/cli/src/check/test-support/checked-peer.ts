import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('./peer.mjs', import.meta.url));

/** Returns the command of a peer with a defect; it writes the ids of its processes to the file, if there is one. */
export function peer(mode: string, notes?: string): string[] {
  return [process.execPath, file, mode, ...(notes === undefined ? [] : [notes])];
}

/** Returns the ids in a file that still belong to running processes. */
export function stillRunning(notes: string): number[] {
  const ids = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').map(Number) : [];
  return ids.filter((pid) => {
    try {
      // A process that has ended and that nobody has asked about is still known, but does not run.
      if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
}
