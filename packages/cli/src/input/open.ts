import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
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
  const isStandard = file === undefined || file === '-';
  const stream: Readable = isStandard ? process.stdin : createReadStream(file, { highWaterMark: readSize });
  try {
    yield* stream;
  } catch (error) {
    throw inputProblem(file, error as NodeJS.ErrnoException);
  }
}
