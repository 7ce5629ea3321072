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

/**
 * Runs Node with these arguments and this standard input to the end. Commands in front of an agent give it some seconds once their input has
 * ended, in which it may not even have started on a busy machine; so for these the input ends when everything that was asked is answered.
 */
export function runNode(args: readonly string[], input: string | Buffer = '', env = process.env): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env });
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
    const sent = isInFront(args) ? linesOf(String(input)) : [];
    if (sent.length === 0) return void child.stdin.end(input);
    child.stdin.write(input);
    // What is never answered is waited for in vain.
    const giveUp = setTimeout(() => child.stdin.end(), 60_000);
    const look = (): void => {
      if (!isAnswered(sent, linesOf(Buffer.concat(stdout).toString()))) return;
      child.stdout.off('data', look);
      child.stdin.end();
    };
    child.stdout.on('data', look);
    child.once('close', () => clearTimeout(giveUp));
  });
}

function isInFront(args: readonly string[]): boolean {
  return ['bridge', 'record'].includes(args[args.indexOf(commandFile) + 1] ?? '');
}

function idOf(line: string): unknown {
  try {
    return JSON.parse(line).id;
  } catch {
    return undefined;
  }
}

/** Whether each request has an answer; where there are none, whether there is a line for each, as of an agent that is an echo. */
function isAnswered(sent: readonly string[], got: readonly string[]): boolean {
  const asked = sent.map(idOf).filter((id) => id !== undefined);
  const answered = new Set(got.map(idOf));
  return asked.length > 0 ? asked.every((id) => answered.has(id)) : got.length >= sent.length;
}

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

/** Runs the built `emend` to the end. */
export function runEmend(args: readonly string[], input?: string | Buffer): Promise<Finished> {
  return runNode([commandFile, ...args], input);
}
