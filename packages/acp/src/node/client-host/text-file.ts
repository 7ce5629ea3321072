import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { codeOf } from './file-error.ts';

const chunkSize = 65_536;
// Opening must not wait for the reader of a pipe, nor follow a link that was put there meanwhile.
const writable = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Reads a text file by its real path. Throws an `RpcError` if it is too large or not UTF-8. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  // Opening must not wait for the writer of a pipe, nor follow a link that was put there meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAFile(path);
    const bytes = await readAtMost(file, maxBytes);
    if (bytes !== undefined) return decoded(bytes, path);
    const size = Math.max(stats.size, maxBytes + 1);
    throw new RpcError(rpcErrorCodes.invalidParams, `Too large, ${size} bytes (at most ${maxBytes}): ${path}`);
  } finally {
    await file.close();
  }
}

/** Reads all bytes of a file; returns undefined if there are more than the limit. */
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkSize), 0, chunkSize);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  return undefined;
}

function decoded(bytes: Buffer, path: string): string {
  try {
    // A byte order mark is part of the text, so that it is kept when the text is written back.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RpcError(rpcErrorCodes.invalidParams, `Not a UTF-8 text: ${path}`);
  }
}

/** Writes a text file by its real path and creates its folders. Readers see either the old or the new text. */
export async function writeTextFile(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  // A link that was put there meanwhile must not be followed.
  if ((await realpath(folder)) !== folder) throw notAFile(path);
  const before = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (before !== undefined && !before.isFile()) throw notAFile(path);
  // Replacing a file needs no right to write it, so the right is checked here, by opening: `access` checks other rights (real, not effective).
  if (before !== undefined) await (await open(path, writable)).close();
  const temporary = join(folder, `.emend-${crypto.randomUUID()}`);
  try {
    await writeNew(temporary, content, before?.mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(path: string, content: string, mode: number | undefined): Promise<void> {
  const file = await open(path, 'wx');
  try {
    if (mode !== undefined) await file.chmod(mode & 0o7777);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function notAFile(path: string): RpcError {
  return new RpcError(rpcErrorCodes.invalidParams, `Not a file: ${path}`);
}
