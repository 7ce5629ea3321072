import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);

/** The built `emend`, for tests that run it as people do. */
export const commandFile = fileURLToPath(new URL('packages/cli/dist/main.js', root));

/** Builds the packages unless they are built from the present sources. */
export function buildPackages(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', 'packages'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the packages could not be built:\n${stderr}`);
}

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
