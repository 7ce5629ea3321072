import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built `emend`, for tests that run it as people do. */
export const commandFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** What a finished process left behind. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node with these arguments and this standard input to the end. */
export function runNode(args: readonly string[], input: string | Buffer = ''): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.once('error', reject);
    child.once('close', (status) =>
      resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    // A command that has seen enough may leave before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs the built `emend` to the end. */
export function runEmend(args: readonly string[], input?: string | Buffer): Promise<Finished> {
  return runNode([commandFile, ...args], input);
}
