import { accessSync, closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { Problem } from '../output/problem.ts';
import { inputProblem, nameOf } from './open.ts';

/** Whether an input can be read again at any place, or only once from its start to its end. */
type InputKind = 'file' | 'stream';

/** Returns what an input is without taking anything from it; throws a problem if it cannot be read, or is neither a file nor a pipe. */
export function inputKind(file: string): InputKind {
  if (file === '-') return 'stream';
  try {
    const found = statSync(file);
    if (found.isFile()) return regularKind(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (!found.isFIFO()) throw new Problem(`${nameOf(file)} is ${otherKind(found)}, not a file.`);
    // To open a pipe and close it again would end the program that writes to it.
    accessSync(file, constants.R_OK);
    return 'stream';
  } catch (error) {
    throw error instanceof Problem ? error : inputProblem(file, error as NodeJS.ErrnoException);
  }
}

/** Files that the system makes up, such as those of /proc, have no size, but bytes. */
function regularKind(file: string): InputKind {
  const handle = openSync(file, 'r');
  try {
    const isEmpty = fstatSync(handle).size === 0;
    const hasBytes = isEmpty && readSync(handle, Buffer.alloc(1), 0, 1, 0) > 0;
    return hasBytes && fstatSync(handle).size === 0 ? 'stream' : 'file';
  } finally {
    closeSync(handle);
  }
}

function otherKind(found: Stats): string {
  return found.isSocket() ? 'a socket' : 'a device';
}
