import { closeSync, openSync, renameSync, statSync } from 'node:fs';

/** Renames a file that is not empty to the first free name of `PATH.1`, `PATH.2`, ...; returns that name, or `undefined` if nothing was moved. */
export function moveAside(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.size === 0) return undefined;
  try {
    const name = reservedName(path);
    renameSync(path, name);
    return name;
  } catch {
    return undefined;
  }
}

/** Returns the first free name, and creates the file so that no other process takes the name. */
function reservedName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.${number}`;
    try {
      closeSync(openSync(name, 'wx', 0o600));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
