import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { codeOf } from './file-error.ts';

const atOnce = 65_536;
// A pipe without a reader must not make us wait, nor a link that has just been put there lead us away.
const writable = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** The text of a file at its real place; a file that is too large, or no UTF-8, is refused. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  // A pipe without a writer must not make us wait, nor a link that has just been put there lead us away.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAFile(path);
    const bytes = await readAtMost(file, maxBytes);
    if (bytes !== undefined) return decoded(bytes, path);
    const size = Math.max(stats.size, maxBytes + 1);
    throw new RpcError(rpcErrorCodes.invalidParams, `Too large, ${size} bytes where ${maxBytes} are the most: ${path}`);
  } finally {
    await file.close();
  }
}

/** All bytes of a file; nothing if they are more. */
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(atOnce), 0, atOnce);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  return undefined;
}

function decoded(bytes: Buffer, path: string): string {
  try {
    // A mark of the byte order is part of the file: whoever writes the text back keeps it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RpcError(rpcErrorCodes.invalidParams, `Not a text in UTF-8: ${path}`);
  }
}

/** Writes a file at its real place, with the folders above it; whoever reads meanwhile sees the old text or the new. */
export async function writeTextFile(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  // A link that has just been put there must not lead us away.
  if ((await realpath(folder)) !== folder) throw notAFile(path);
  const before = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (before !== undefined && !before.isFile()) throw notAFile(path);
  // To take the place of a file needs no right to write it. Opening asks for the rights that we act with, `access` for those we began with.
  if (before !== undefined) await (await open(path, writable)).close();
  const temporary = join(folder, `.emend-${randomUUID()}`);
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
