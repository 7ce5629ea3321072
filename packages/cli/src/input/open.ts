import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { failed, Problem } from '../output/problem.ts';
import { neutralLine } from '../terminal/neutral.ts';

// A larger read makes fewer batches; beyond 128 KiB its text would go to the part of the heap for large objects, which costs more.
const readSize = 120 * 1024;

/** The lines of a help text that say what FILE may be. */
export const inputHelp = `FILE contains one JSON-RPC message per line, or it is a recording made by emend record. Without FILE, or with -,
standard input is read.`;

/** Returns the name of the input for messages to people. */
export function nameOf(file: string | undefined): string {
  return file === undefined || file === '-' ? 'standard input' : neutralLine(file);
}

/** Returns what to say about a file that cannot be read. */
export function inputProblem(file: string | undefined, error: NodeJS.ErrnoException): Problem {
  const name = nameOf(file);
  switch (error.code) {
    case 'ENOENT':
      return new Problem(`There is no file ${name}.`);
    case 'EISDIR':
      return new Problem(`${name} is a directory, not a file.`);
    case 'EACCES':
    case 'EPERM':
      return new Problem(`${name} may not be read: permission denied.`);
    default:
      return new Problem(failed(`${name} cannot be read`, error));
  }
}

/** Reads the bytes of a file or of standard input. */
export async function* openInput(file: string | undefined): AsyncGenerator<Buffer> {
  try {
    if (file === undefined || file === '-') yield* process.stdin;
    else if (statSync(file).isFile()) yield* bytesOf(file);
    else yield* createReadStream(file, { highWaterMark: readSize });
  } catch (error) {
    throw inputProblem(file, error as NodeJS.ErrnoException);
  }
}

/** How many reads of a file come one after the other before timers and signals have their turn. */
const readsInARow = 16;

/** Reads a file at once when it is asked to: with a stream, passing each part to another thread and back costs more than reading it. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    for (let reads = 1; ; reads++) {
      // Not a part of the pool, which a line that is held back would keep.
      const buffer = Buffer.allocUnsafeSlow(readSize);
      const length = readSync(handle, buffer, 0, readSize, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
      if (reads % readsInARow === 0) await setImmediate();
    }
  } finally {
    closeSync(handle);
  }
}
