import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** Which directories of this machine sessions may use. */
export interface DirectoryRules {
  /** Directories that sessions must be in; none means everywhere. They are real paths, without links. */
  readonly roots: readonly string[];
  /** Takes the place of the working directory that clients give. */
  readonly cwd: string | undefined;
}

/**
 * Returns why a session may not use a directory, or `undefined` if it may. Links and `..` are followed as the system does, so the directory
 * has to exist.
 */
export function directoryProblem(path: string, roots: readonly string[]): string | undefined {
  if (roots.length === 0) return undefined;
  const where = `The sessions of this server must be in ${roots.map((root) => `'${root}'`).join(' or ')}`;
  if (!isAbsolute(path)) return `${where}, and '${path}' is not an absolute path.`;
  const real = realPath(path);
  if (real === undefined) return `${where}, and there is no directory '${path}'.`;
  return roots.some((root) => isInside(real, root)) ? undefined : `${where}, and '${path}' is not.`;
}

/** Returns a path without links, or `undefined` if there is nothing. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
