import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** Runs a program to its end in the clone and tells its exit status; a signal counts as 1. */
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

/** Standard output goes where people look, so that a command's own output stays alone. */
export const outputToStderr = { stdio: ['ignore', 2, 2] };
