import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';

/** Returns the code of an operating system error, or undefined for any other error. */
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

/** Converts a file system error to the error that the agent is sent; returns other errors unchanged. */
export function toRpcError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof RpcError || code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new RpcError(rpcErrorCodes.resourceNotFound, `Not found: ${path}`);
  return new RpcError(rpcErrorCodes.internalError, `${meanings[code] ?? `Failed (${code})`}: ${path}`);
}
