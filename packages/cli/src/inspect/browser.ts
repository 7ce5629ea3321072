import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { note } from '../output/note.ts';
import { redirectPage } from './redirect-page.ts';

/** Returns the command that opens a file or an address in the browser of the person. */
export function browserCommand(place: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', place];
  // The empty text is the title of the window, without which the place would be taken for it.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', place];
  return ['xdg-open', place];
}

/**
 * Opens an address in the browser of the person, if there is one. Other users see the arguments of a program, so the browser is given `file`,
 * which only our user can read and which leads to the address.
 */
export function openBrowser(address: string, file: string): void {
  writeFileSync(file, redirectPage(address), { flag: 'wx', mode: 0o600 });
  const [program, ...args] = browserCommand(file, process.platform);
  const child = spawn(program, args, { stdio: 'ignore', detached: process.platform !== 'win32', windowsHide: true });
  child.once('error', () => note('emend inspect: No browser could be opened; open the address yourself.'));
  child.unref();
}
