import { basename } from 'node:path';
import { run } from './run.mjs';
import { fail } from './say.mjs';

/** Runs npm: the one that started this script, else the one on the PATH. */
export async function npm(args, options) {
  const started = process.env.npm_execpath;
  if (started && basename(started).startsWith('npm')) return run(process.execPath, [started, ...args], options);
  try {
    // On Windows npm is a batch file, which only a shell can start; the arguments are our own.
    return await run('npm', args, { ...options, shell: process.platform === 'win32' });
  } catch {
    return fail('npm is needed to install the dependencies and was not found; it comes with Node from nodejs.org.');
  }
}
