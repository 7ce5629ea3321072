import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A program under measurement, with its standard input and output as pipes. */
export type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The file of one of the programs beside the benches. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url));
}

/** The variable that says on which core programs are put. */
export const coreOfPrograms = 'EMEND_BENCH_CORE';

/** Starts one of the programs beside the benches. */
export function startProgram(name: string, ...args: readonly (string | number)[]): Child {
  const core = process.env[coreOfPrograms];
  const prefix = core === undefined ? [] : ['taskset', '-c', core];
  const [command = '', ...rest] = [...prefix, process.execPath, programFile(name), ...args.map(String)];
  return spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
}
