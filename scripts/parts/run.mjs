import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** Runs a program in the clone and returns its exit status; a signal counts as 1. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a JavaScript file with the Node that runs this script. */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options);
}

/** Redirects the program's standard output to standard error, so that it does not mix with the command's own output. */
export const outputToStderr = { stdio: ['ignore', 2, 2] };
