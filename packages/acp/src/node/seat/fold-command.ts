import { commandOrShellLine } from '../client-host/shell-line.ts';
import type { ProcessPlace } from '../process/start-process.ts';
import { runProcess, stopProcess } from './running-process.ts';

/** The most that is read of a state, in characters. */
const longestState = 64 * 1024 * 1024;

/** Options of {@link foldCommand}. */
export interface FoldCommandOptions {
  /** The working directory of the command; by default that of this process. */
  readonly cwd?: string | undefined;
  /** How long the command may take, in milliseconds; a minute by default. */
  readonly timeout?: number | undefined;
}

/** Makes a function of a command, or a line for the shell, that reads lines on its standard input and writes a text: the `fold` of `checkClient`. */
export function foldCommand(
  command: string,
  { cwd = process.cwd(), timeout = 60_000 }: FoldCommandOptions = {},
): (lines: readonly string[]) => Promise<string> {
  return async (lines) => {
    const place: ProcessPlace = { cwd, env: process.env };
    const running = await runProcess(commandOrShellLine(command, [], place), command, place);
    const { child, exited, tail } = running;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void stopProcess(running);
    }, timeout);
    try {
      let text = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (part: string) => {
        if (text.length < longestState) text += part;
      });
      const read = new Promise((resolve) => child.stdout.once('close', resolve));
      child.stdin.end(lines.map((line) => `${line}\n`).join(''));
      const exit = await exited;
      await read;
      if (isLate) throw new Error(`The command '${command}' did not end within ${timeout / 1_000} s.`);
      // A stream with malformed updates may well be reported by a status.
      if (text.trim() === '')
        throw new Error(`The command '${command}' wrote nothing (code ${exit.code}). ${tail}`.trim());
      return text;
    } finally {
      clearTimeout(timer);
      await stopProcess(running);
    }
  };
}
