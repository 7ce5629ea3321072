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

/** Runs a program like {@link run}, shows what it writes, and also returns it. */
export function runKeeping(program, args) {
  // A pipe is no terminal, so that a program whose output is shown on one must be told.
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...color } });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding('utf8').on('data', (text) => {
        output += text;
        to.write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** Runs a JavaScript file with the Node that runs this script. */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options);
}

/** Redirects the program's standard output to standard error, so that it does not mix with the command's own output. */
export const outputToStderr = { stdio: ['ignore', 2, 2] };
