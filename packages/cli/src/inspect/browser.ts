import { spawn } from 'node:child_process';
import { note } from '../output/note.ts';

/** Returns the command that opens an address in the browser of the person. */
export function browserCommand(address: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // The empty text is the title of the window, without which the address would be taken for it.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', address];
  return ['xdg-open', address];
}

/** Opens an address in the browser of the person, if there is one. */
export function openBrowser(address: string): void {
  const [program, ...args] = browserCommand(address, process.platform);
  const child = spawn(program, args, { stdio: 'ignore', detached: process.platform !== 'win32', windowsHide: true });
  child.once('error', () => note('emend inspect: No browser could be opened; open the address yourself.'));
  child.unref();
}
