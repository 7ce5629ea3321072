import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A program under measurement, with its standard input and output as pipes. */
export type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The file of one of the programs beside the benches. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url));
}

/** Starts one of the programs beside the benches. */
export function startProgram(name: string, ...args: readonly (string | number)[]): Child {
  return spawn(process.execPath, [programFile(name), ...args.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] });
}
