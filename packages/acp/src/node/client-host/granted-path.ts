import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { codeOf } from './file-error.ts';

/**
 * Resolves all links of a path and returns the real path. Throws an `RpcError` unless it is within one of the folders. A path that does
 * not exist yet is judged by its nearest existing folder.
 */
export async function grantedPath(path: string, roots: readonly string[]): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0')) throw refused(`Not an absolute path: ${path}`);
  const real = await realPlaceOf(path);
  for (const root of roots) {
    if (isAbsolute(root) && isWithin(await realpath(root).catch(() => undefined), real)) return real;
  }
  throw refused(`Outside of the folders of this session: ${path}`);
}

function refused(message: string): RpcError {
  return new RpcError(rpcErrorCodes.invalidParams, message);
}

async function realPlaceOf(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || dirname(at) === at) throw error;
    }
    // Writing through such a link would write wherever it leads.
    if (await isLink(at)) throw refused(`A link that leads nowhere: ${path}`);
    missing.unshift(basename(at));
  }
}

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() ?? false;
}

/** Returns whether a real path is a folder or below it. */
function isWithin(root: string | undefined, path: string): boolean {
  if (root === undefined) return false;
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
