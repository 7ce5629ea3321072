import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone, wherever the script was called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A path inside the clone. */
export const within = (...parts) => join(root, ...parts);

/** A path in the folder for what the scripts remember between runs; git ignores it. */
export function cached(name) {
  mkdirSync(within('.cache'), { recursive: true });
  return within('.cache', name);
}
