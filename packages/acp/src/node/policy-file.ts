import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { type DecidePermission, permissionPolicy } from '../permissions/decide.ts';
import { readPolicyText } from '../permissions/policy-text.ts';

/**
 * Returns where an absolute path really leads: links and `..` are followed as the system does. What does not exist yet is judged by the
 * nearest folder that does. Returns undefined if that cannot be known, for example behind a link that leads nowhere.
 */
export function realPath(path: string): string | undefined {
  const { root } = parse(path);
  let at = root;
  let isMissing = false;
  for (const name of path.slice(root.length).split(sep === '\\' ? /[\\/]/ : '/')) {
    if (name === '' || name === '.') continue;
    if (isMissing && name === '..') return undefined;
    const next = name === '..' ? dirname(at) : join(at, name);
    const found: string | undefined = isMissing ? 'missing' : realPlace(next);
    if (found === undefined) return undefined;
    isMissing = found === 'missing';
    at = isMissing ? next : found;
  }
  return at;
}

/** Returns the real path of what exists, `missing` if nothing does, or undefined if that cannot be known. */
function realPlace(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isNotFound(error)) return undefined;
  }
  try {
    // Only what is not there at all is missing: a link would lead whoever writes to another place.
    lstatSync(path);
    return undefined;
  } catch (error) {
    return isNotFound(error) ? 'missing' : undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Reads a permission policy from a JSON file, for paths of this machine. Throws an error that names every mistake with its place. */
export function readPolicyFile(file: string): DecidePermission {
  const read = readPolicyText(readFileSync(file, 'utf8'));
  if (!read.ok) throw new TypeError(`${file}: ${read.problems.join(' ')}`);
  return permissionPolicy(read.value, { realPath });
}
