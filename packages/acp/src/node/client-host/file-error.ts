import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';

/** The code of an error of the operating system, if it is one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

const meanings: Readonly<Record<string, string>> = {
  EACCES: 'No permission',
  EPERM: 'No permission',
  EROFS: 'No permission',
  EISDIR: 'Not a file',
  ELOOP: 'Not a file',
  ENXIO: 'Not a file',
  EEXIST: 'Not a folder',
  ENAMETOOLONG: 'The name is too long',
  ENOSPC: 'No space left',
};

/** What an agent is told of a file that could not be read or written; anything that is no matter of files stays what it is. */
export function toldOf(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof RpcError || code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new RpcError(rpcErrorCodes.resourceNotFound, `Not found: ${path}`);
  return new RpcError(rpcErrorCodes.internalError, `${meanings[code] ?? `Failed (${code})`}: ${path}`);
}
