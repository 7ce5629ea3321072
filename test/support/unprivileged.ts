import { chownSync } from 'node:fs';

const nobody = 65_534;

/**
 * Runs something without the rights of the superuser, to whom nothing is forbidden; others just run it. The folders named first are
 * handed over, so that only what they hold can be in the way.
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
