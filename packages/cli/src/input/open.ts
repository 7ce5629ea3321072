import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Problem } from '../output/problem.ts';
import { neutralLine } from '../terminal/neutral.ts';

// Reads larger than the default of 64 KiB make fewer batches, and fewer lines that lie across two of them.
const readSize = 256 * 1024;

/** Returns the name of the input for messages to people. */
export function nameOf(file: string | undefined): string {
  return file === undefined || file === '-' ? 'standard input' : neutralLine(file);
}

function problemOf(name: string, error: NodeJS.ErrnoException): Problem {
  switch (error.code) {
    case 'ENOENT':
      return new Problem(`there is no file ${name}`);
    case 'EISDIR':
      return new Problem(`${name} is a directory, not a file`);
    case 'EACCES':
    case 'EPERM':
      return new Problem(`${name} may not be read: permission denied`);
    default:
      return new Problem(`${name} cannot be read: ${error.message}`);
  }
}

/** Reads the bytes of a file or of standard input. */
export async function* openInput(file: string | undefined): AsyncGenerator<Buffer> {
  const isStandard = file === undefined || file === '-';
  const stream: Readable = isStandard ? process.stdin : createReadStream(file, { highWaterMark: readSize });
  try {
    yield* stream;
  } catch (error) {
    throw problemOf(nameOf(file), error as NodeJS.ErrnoException);
  }
}
