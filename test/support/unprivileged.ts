import { chownSync } from 'node:fs';

const nobody = 65_534;

/**
 * Runs a function without the rights of the superuser, for whom no file is forbidden. Other users just run it. The given folders
 * are handed over first, so that only their contents can be forbidden.
 */
export async function unprivileged<T>(paths: readonly string[], run: () => Promise<T>): Promise<T> {
  const user = process.geteuid?.();
  if (user !== 0) return await run();
  for (const path of paths) chownSync(path, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await run();
  } finally {
    process.seteuid?.(user);
  }
}
