import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

/** A running `emend serve`. */
export interface ServeCommand {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
  /** The token that it made up. */
  readonly token: string;
  /** What it has written to standard error so far. */
  readonly complaints: () => string;
  /** Resolves with the status, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the built `emend serve` and waits until it can be connected to. */
export async function startServe(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ServeCommand> {
  const child = spawn(process.execPath, [command, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (status, signal) => {
      process.off('exit', kill);
      resolve(status ?? signal);
    }),
  );
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (lines.length === 2) resolve();
    });
    void exited.then((end) => reject(new Error(`emend serve has ended with ${end}: ${complaints}`)));
  });
  const [url = '', second = ''] = lines;
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const port = Number(new URL(url).port);
  const token = second.replace('token: ', '');
  return { child, port, url, token, complaints: () => complaints, exited, stop, [Symbol.asyncDispose]: stop };
}

/** Returns how many processes run a program, not counting the server that starts them. */
export function processesOf(program: string): number {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  };
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(commandLine).filter((words) => words[1] === program).length;
}
